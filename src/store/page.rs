//! One page of a long list.

/// How much of a list to read: after this sort key and id, at most so many.
#[derive(Clone, Debug)]
pub struct Page<K> {
    /// The last row of the page before.
    pub after: Option<K>,
    /// Most rows.
    pub limit: i64,
}

/// A page's rows, and where the next one starts.
#[derive(Clone, Debug)]
pub struct Rows<T, K> {
    /// The rows.
    pub rows: Vec<T>,
    /// The last row's sort key, when there are more.
    pub next: Option<K>,
}

impl<T, K> Rows<T, K> {
    /// From rows read with a limit one higher than the page's.
    pub fn cut(mut rows: Vec<T>, limit: i64, key: impl Fn(&T) -> K) -> Rows<T, K> {
        let limit = usize::try_from(limit).unwrap_or(0);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = if more { rows.last().map(key) } else { None };
        Rows { rows, next }
    }

    /// The same rows; the key of the next page says of which order it is.
    pub fn in_order<O>(self, order: O) -> Rows<T, (O, K)> {
        Rows {
            rows: self.rows,
            next: self.next.map(|key| (order, key)),
        }
    }
}
