//! Moves for the games of the examples: common openings, and one game to its end.

/// Openings, in ICCS.
pub const OPENINGS: [&str; 6] = [
    // 中炮过河车对屏风马平炮兑车
    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2 i8g8 g6f6 g7h5 a0b0 a9b9",
    // 顺炮直车对横车
    "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 h0h6 i8d8 b0c2 b9c7 c3c4 d8d3",
    // 仙人指路对卒底炮
    "c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 i0h0 c5c4 h0h4 b9a7",
    // 飞相对士角炮
    "g0e2 h7d7 h0g2 h9g7 i0h0 g6g5 c3c4 b9c7 b0c2 c9e7 h2h6 i9i8",
    // 起马对挺卒
    "h0g2 g6g5 c3c4 h9g7 b0c2 b9c7 b2a2 a9b9 a0b0 c9e7 h2i2 i9h9",
    // 过宫炮
    "h2d2 h9g7 h0g2 i9h9 i0i1 b9c7 c3c4 c9e7 i1f1 d9e8",
];

/// 重炮: Red mates on his fourth move.
pub const DOUBLE_CANNON_MATE: &str = "h2e2 i6i5 e2e6 a6a5 b2b5 a5a4 b5e5";
