//! The game of xiangqi. Pure: knows nothing of the web, the database, the clock or chance.
//!
//! * [`square`], [`piece`], [`bits`], [`board`]: what stands where.
//! * [`position`], [`validity`], [`fen`], [`zobrist`]: positions that can be played on.
//! * [`movegen`], [`legality`], [`illegal`], [`outcome`], [`perft`]: legal moves, the reason a move is none, mate
//!   and stalemate, and the count by which generators are compared.
//! * [`natural_limit`], [`touch_move`]: the draw by moves without a capture, and touched pieces.
//! * [`repetition`]: the judge of repeated positions (articles 23 to 26).
//! * [`notation`], [`query`]: moves as people write them, and the stateless answers of the API.
//! * [`record`]: games read from files of any kind, and written.

mod attacks;
pub mod bits;
pub mod board;
pub mod fen;
pub mod illegal;
pub mod legality;
pub mod movegen;
pub mod natural_limit;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod piece;
pub mod position;
pub mod query;
pub mod record;
pub mod repetition;
pub mod square;
pub mod touch_move;
pub mod validity;
mod zobrist;

pub use bits::Bits;
pub use board::Board;
pub use fen::{FenError, START_FEN};
pub use illegal::{IllegalMove, IllegalReason, Suicide};
pub use movegen::MoveList;
pub use outcome::Outcome;
pub use piece::{Color, Piece, PieceKind};
pub use position::{Position, Setup, Undo};
pub use square::{Move, MoveError, Square, SquareError};
pub use validity::PositionError;
