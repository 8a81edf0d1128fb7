//! Competition rules. Pure: knows nothing of the web, the database, the clock or chance.
