//! Chinese or English, by `Accept-Language`; Chinese when nothing is said.
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

/// The language of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// 中文
    #[default]
    Chinese,
    /// English
    English,
}

impl Language {
    /// Its tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::Chinese => "zh",
            Language::English => "en",
        }
    }

    /// The one of the two that is wanted more.
    pub fn of(headers: &HeaderMap) -> Language {
        let mut best = (0u32, Language::Chinese);
        for range in headers
            .get_all(ACCEPT_LANGUAGE)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(','))
        {
            let mut parts = range.split(';');
            let tag = parts.next().unwrap_or("").trim().to_ascii_lowercase();
            let quality = parts
                .find_map(|p| p.trim().strip_prefix("q="))
                .map_or(Some(1.0), |q| q.parse::<f32>().ok())
                .map_or(0, |q| (q.clamp(0.0, 1.0) * 1000.0) as u32);
            let language = match tag.split('-').next() {
                Some("zh") => Language::Chinese,
                Some("en") => Language::English,
                _ => continue,
            };
            if quality > best.0 {
                best = (quality, language);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &'static str) -> Language {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_LANGUAGE, text.parse().unwrap());
        Language::of(&headers)
    }

    #[test]
    fn the_language_wanted_more_wins_and_chinese_is_the_default() {
        assert_eq!(Language::of(&HeaderMap::new()), Language::Chinese);
        assert_eq!(of("en-GB,en;q=0.9"), Language::English);
        assert_eq!(of("en;q=0.5, zh-CN;q=0.8"), Language::Chinese);
        assert_eq!(of("fr, *;q=0.1"), Language::Chinese);
        assert_eq!(of("en;q=0"), Language::Chinese);
    }
}
