//! The search that stays at the dual values as they are. Where no candidate stands in one blossom
//! with the one who chooses, that is enough to know with whom he can be paired, and nothing but
//! tight edges matters: whole kinds of vertices are passed over, and a vertex that can bring nothing
//! new is not looked at again. So the search takes about as many steps as there are vertices.
use super::search::{Event, Goal};
use super::{Costs, Label, Matcher, NONE, Weight};

/// Vertices to look at in one search at fixed dual values.
pub(super) struct Open<W> {
    /// Whether the search is of this kind.
    pub active: bool,
    /// Those who may still be free, or outer beside the main blossom, by kind.
    of_kind: Vec<Vec<usize>>,
    /// The largest dual value of each kind.
    most: Vec<W>,
    /// The first blossom of the search, as it grows.
    main: usize,
    /// Whoever was an inner vertex when others looked for it, and must look for them itself.
    late: Vec<bool>,
}

impl<W: Weight> Open<W> {
    pub fn new(kinds: usize, cap: usize) -> Open<W> {
        Open {
            active: false,
            of_kind: vec![Vec::new(); kinds],
            most: vec![W::ZERO; kinds],
            main: NONE,
            late: vec![false; cap],
        }
    }
}

impl<'g, W: Weight, G: Costs<W>> Matcher<'g, W, G> {
    pub(super) fn begin_at_fixed_values(&mut self) {
        self.open.active = true;
        self.open.main = NONE;
        self.open.of_kind.iter_mut().for_each(Vec::clear);
        for &v in &self.alive {
            self.open.late[v] = false;
            if !self.is_gone[v] {
                let kind = self.graph.kind(v);
                let list = &mut self.open.of_kind[kind];
                let most = &mut self.open.most[kind];
                if list.is_empty() || *most < self.y[v] {
                    *most = self.y[v];
                }
                list.push(v);
            }
        }
    }

    /// Notes a new blossom: whether it is the main one, and who became outer in it.
    pub(super) fn note_blossom(&mut self, blossom: usize, has_main: bool, newly_outer: &[usize]) {
        if !self.open.active {
            return;
        }
        if has_main || self.open.main == NONE {
            self.open.main = blossom;
            return;
        }
        for &v in newly_outer.iter().filter(|&&v| v < self.n) {
            self.open.late[v] = true;
            self.open.of_kind[self.graph.kind(v)].push(v);
        }
    }

    /// The blossom whose vertices nobody looks for: they look for others themselves.
    pub(super) fn main_blossom(&self) -> usize {
        self.open.main
    }

    /// Takes every tight edge of an outer vertex, except those that its other end will find.
    pub(super) fn scan_tight(&mut self, u: usize, goal: &mut Option<Goal<W>>) -> Event {
        if u >= self.n {
            return Event::Nothing;
        }
        if self.open.late[u] {
            return self.scan_tight_to_all(u, goal);
        }
        let own = self.graph.kind(u);
        for kind in 0..self.open.of_kind.len() {
            let within_reach = !self.open.of_kind[kind].is_empty()
                && self.graph.at_least(own, kind) <= self.y[u] + self.open.most[kind];
            if !within_reach {
                continue;
            }
            let mut list = std::mem::take(&mut self.open.of_kind[kind]);
            let mut event = Event::Nothing;
            let mut k = 0;
            while k < list.len() {
                let v = list[k];
                let node = self.b.top(v);
                if self.is_gone[v] || self.label[node] == Label::Inner || node == self.open.main {
                    list.swap_remove(k);
                } else if node != self.b.top(u) && self.slack(u, v) == Some(W::ZERO) {
                    event = self.take_tight(u, v, goal);
                    if !matches!(event, Event::Nothing) {
                        break;
                    }
                } else {
                    k += 1;
                }
            }
            self.open.of_kind[kind].append(&mut list);
            if !matches!(event, Event::Nothing) {
                return event;
            }
        }
        Event::Nothing
    }

    fn scan_tight_to_all(&mut self, u: usize, goal: &mut Option<Goal<W>>) -> Event {
        for k in 0..self.alive.len() {
            let v = self.alive[k];
            let node = self.b.top(v);
            if !self.is_gone[v]
                && self.label[node] != Label::Inner
                && node != self.b.top(u)
                && self.slack(u, v) == Some(W::ZERO)
            {
                match self.take_tight(u, v, goal) {
                    Event::Nothing => {}
                    event => return event,
                }
            }
        }
        Event::Nothing
    }
}
