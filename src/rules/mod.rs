//! The game of xiangqi. Pure: knows nothing of the web, the database, the clock or chance.
