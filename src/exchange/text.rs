//! Which encoding is this text in? UTF-8, UTF-16 with a mark, GB18030 or Big5.
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// Text with the name of the encoding it was read in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// `UTF-8`, `UTF-8 BOM`, `UTF-16LE`, `UTF-16BE`, `GB18030` or `Big5`.
    pub encoding: &'static str,
}

/// Words that head the columns of Chinese entry lists, simplified and traditional: the surest sign
/// that a guess at the encoding is right.
const TELLING_WORDS: [&str; 22] = [
    "姓名",
    "单位",
    "單位",
    "性别",
    "性別",
    "等级分",
    "等級分",
    "序号",
    "序號",
    "称号",
    "稱號",
    "等级",
    "等級",
    "出生",
    "代表队",
    "代表隊",
    "年份",
    "名称",
    "名稱",
    "备注",
    "備註",
    "种子",
];

/// Decodes bytes; never fails outright: unreadable bytes become U+FFFD, which the caller can refuse.
///
/// A byte order mark decides, then valid UTF-8. Otherwise GB18030 and Big5 are both tried and the
/// one that reads as a person would write it wins: first by column headings, then by the share of
/// characters from the common half of each set, then GB18030.
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        let encoding = if encoding == UTF_16LE {
            "UTF-16LE"
        } else if encoding == UTF_16BE {
            "UTF-16BE"
        } else {
            "UTF-8 BOM"
        };
        return Decoded {
            text: text.into_owned(),
            encoding,
        };
    }
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return Decoded {
            text: text.into_owned(),
            encoding: "UTF-8",
        };
    }
    let candidates = [("GB18030", GB18030), ("Big5", BIG5)];
    let best = candidates
        .into_iter()
        .map(|(name, encoding)| {
            let (text, _) = encoding.decode_without_bom_handling(bytes);
            (plausibility(name, bytes, &text), name, text)
        })
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    match best {
        Some((_, encoding, text)) => Decoded {
            text: text.into_owned(),
            encoding,
        },
        None => Decoded {
            text: String::from_utf8_lossy(bytes).into_owned(),
            encoding: "UTF-8",
        },
    }
}

/// Higher is better: unreadable bytes count against, then telling words, then common characters.
fn plausibility(name: &str, bytes: &[u8], text: &str) -> (i64, i64, i64) {
    let unreadable = text
        .chars()
        .filter(|c| *c == char::REPLACEMENT_CHARACTER)
        .count() as i64;
    let head: String = text.chars().take(2000).collect();
    let words = TELLING_WORDS.iter().filter(|w| head.contains(**w)).count() as i64;
    (-unreadable, words, common_share(name, bytes))
}

/// Per mille of double-byte characters from the common half of the set: GB 2312 level 1
/// (lead B0–D7, trail A1–FE), Big5 level 1 (lead A4–C6).
fn common_share(name: &str, bytes: &[u8]) -> i64 {
    let (mut common, mut all) = (0i64, 0i64);
    let mut rest = bytes;
    while let [lead, tail @ ..] = rest {
        if *lead < 0x80 {
            rest = tail;
            continue;
        }
        let [trail, after @ ..] = tail else { break };
        all += 1;
        let is_common = match name {
            "GB18030" => (0xB0..=0xD7).contains(lead) && *trail >= 0xA1,
            _ => (0xA4..=0xC6).contains(lead) && ((0x40..=0x7E).contains(trail) || *trail >= 0xA1),
        };
        common += i64::from(is_common);
        rest = after;
    }
    if all == 0 { 0 } else { common * 1000 / all }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMPLIFIED: &str =
        "姓名,单位,等级分\n许银川,广东,2658\n吕钦,广东,2600\n赵国荣,黑龙江,2601\n";
    const TRADITIONAL: &str =
        "姓名,單位,等級分\n許銀川,廣東,2658\n呂欽,廣東,2600\n趙國榮,黑龍江,2601\n";

    #[test]
    fn each_encoding_is_recognised() {
        let cases: [(Vec<u8>, &str, &str); 5] = [
            (SIMPLIFIED.as_bytes().to_vec(), SIMPLIFIED, "UTF-8"),
            (
                [b"\xef\xbb\xbf", SIMPLIFIED.as_bytes()].concat(),
                SIMPLIFIED,
                "UTF-8 BOM",
            ),
            (
                GB18030.encode(SIMPLIFIED).0.into_owned(),
                SIMPLIFIED,
                "GB18030",
            ),
            (BIG5.encode(TRADITIONAL).0.into_owned(), TRADITIONAL, "Big5"),
            (
                GB18030.encode(TRADITIONAL).0.into_owned(),
                TRADITIONAL,
                "GB18030",
            ),
        ];
        for (bytes, text, encoding) in cases {
            assert_eq!(
                decode(&bytes),
                Decoded {
                    text: text.to_owned(),
                    encoding
                }
            );
        }
    }

    #[test]
    fn names_without_a_heading_are_recognised_too() {
        let names = "許銀川\n呂欽\n趙國榮\n柳大華\n徐天紅\n李來群\n";
        assert_eq!(decode(&BIG5.encode(names).0).encoding, "Big5");
        let names = "许银川\n吕钦\n赵国荣\n柳大华\n徐天红\n李来群\n";
        assert_eq!(decode(&GB18030.encode(names).0).encoding, "GB18030");
    }

    #[test]
    fn utf_16_from_a_spreadsheet_is_read() {
        let mut bytes = vec![0xFF, 0xFE];
        bytes.extend(SIMPLIFIED.encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(
            decode(&bytes),
            Decoded {
                text: SIMPLIFIED.to_owned(),
                encoding: "UTF-16LE"
            }
        );
    }
}
