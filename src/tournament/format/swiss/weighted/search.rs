//! The alternating forest: growing, shrinking, dual changes, opening of blossoms.
use super::{Costs, Label, Matcher, NONE, Weight};

/// What happened while a vertex was scanned.
pub(super) enum Event {
    Nothing,
    /// The matching has grown by one pair.
    Augmented,
    /// The goal of a search for candidates is reached.
    Found(usize),
}

/// Candidates in order and the first that is still open.
pub(super) struct Goal<'c, W> {
    wanted: &'c [Wanted<W>],
    next: usize,
}

/// A candidate partner.
pub(super) struct Wanted<W> {
    pub vertex: usize,
    /// The distance at which it must be reached.
    pub distance: W,
    /// Its dual value before the search.
    pub y: W,
}

impl<'g, W: Weight, G: Costs<W>> Matcher<'g, W, G> {
    pub(super) fn slack(&self, a: usize, b: usize) -> Option<W> {
        Some(self.graph.cost(a, b)? - self.y[a] - self.y[b])
    }

    fn begin_search(&mut self) {
        let ids = self.b.ids();
        self.open.active = false;
        self.label.clear();
        self.label.resize(ids, Label::Free);
        self.entry.resize(ids.max(self.entry.len()), (NONE, NONE));
        self.queue.clear();
        self.delta = W::ZERO;
        for &v in &self.alive {
            self.free_key[v] = W::MAX;
            self.outer_key[v] = W::MAX;
            self.outer_to[v] = NONE;
        }
    }

    /// Opens the blossoms that prove nothing.
    pub(super) fn end_search(&mut self) {
        self.b.open_all_of_no_value();
    }

    /// One search from all single vertices to one more pair.
    pub(super) fn augment_once(&mut self, roots: &[usize]) -> bool {
        self.begin_search();
        for &root in roots {
            let node = self.b.top(root);
            self.make_outer(node);
        }
        let mut goal = None;
        loop {
            while let Some(u) = self.queue.pop() {
                match self.scan(u, &mut goal) {
                    Event::Nothing => {}
                    Event::Augmented | Event::Found(_) => {
                        self.end_search();
                        return true;
                    }
                }
            }
            let Some(step) = self.least_step() else {
                self.end_search();
                return false;
            };
            self.change_duals(step);
            if let Event::Augmented = self.follow_tight(&mut goal) {
                self.end_search();
                return true;
            }
        }
    }

    /// Searches from leaf `p` on `x` for the first candidate that is reached when it must be.
    /// Leaves the forest standing.
    pub(super) fn reach_first(
        &mut self,
        p: usize,
        x: usize,
        wanted: &[Wanted<W>],
    ) -> Option<usize> {
        self.begin_search();
        self.make_outer(p);
        self.queue.clear();
        let limit = wanted.iter().map(|w| w.distance).max().unwrap_or(W::ZERO);
        if limit == W::ZERO {
            return self.reach_at_fixed_values(p, x, wanted);
        }
        let mut goal = Some(Goal { wanted, next: 0 });
        self.grow(p, x);
        loop {
            if let Event::Found(c) = self.check(&mut goal) {
                return Some(c);
            }
            while let Some(u) = self.queue.pop() {
                if let Event::Found(c) = self.scan(u, &mut goal) {
                    return Some(c);
                }
            }
            match self.least_step() {
                Some(step) if self.delta + step <= limit => {
                    self.change_duals(step);
                    if let Event::Found(c) = self.follow_tight(&mut goal) {
                        return Some(c);
                    }
                }
                _ => return self.first_reached(&goal),
            }
        }
    }

    /// As [`Matcher::reach_first`], when all must be reached without a dual change.
    fn reach_at_fixed_values(&mut self, p: usize, x: usize, wanted: &[Wanted<W>]) -> Option<usize> {
        self.begin_at_fixed_values();
        let mut goal = Some(Goal { wanted, next: 0 });
        self.grow(p, x);
        if let Event::Found(c) = self.check(&mut goal) {
            return Some(c);
        }
        while let Some(u) = self.queue.pop() {
            if let Event::Found(c) = self.scan_tight(u, &mut goal) {
                return Some(c);
            }
        }
        self.first_reached(&goal)
    }

    /// The first candidate who is reached when nothing more can be: whoever is not reached by now is
    /// reached too late.
    fn first_reached(&self, goal: &Option<Goal<W>>) -> Option<usize> {
        let goal = goal.as_ref()?;
        goal.wanted[goal.next..]
            .iter()
            .find(|w| self.reached(w) == Some(w.distance))
            .map(|w| w.vertex)
    }

    /// How far a candidate is, once it is an outer vertex: the dual change at which a leaf hung on
    /// it at the start would be reached. While it was an inner vertex its dual value fell, and must
    /// first rise again.
    fn reached(&self, wanted: &Wanted<W>) -> Option<W> {
        let outer = self.label[self.b.top(wanted.vertex)] == Label::Outer;
        outer.then(|| self.delta + wanted.y - self.y[wanted.vertex])
    }

    /// Moves on past candidates that are out of the question.
    fn check(&self, goal: &mut Option<Goal<W>>) -> Event {
        let Some(goal) = goal else {
            return Event::Nothing;
        };
        while let Some(wanted) = goal.wanted.get(goal.next) {
            match self.reached(wanted) {
                Some(at) if at == wanted.distance => return Event::Found(wanted.vertex),
                Some(_) => goal.next += 1,
                None if self.delta > wanted.distance => goal.next += 1,
                None => break,
            }
        }
        Event::Nothing
    }

    fn make_outer(&mut self, node: usize) {
        self.label[node] = Label::Outer;
        if self.b.is_blossom(node) {
            for v in self.b.vertices(node) {
                self.queue.push(v);
            }
        } else {
            self.queue.push(node);
        }
    }

    /// Takes in the free node around `v`, reached by a tight edge from `u`, and its partner.
    fn grow(&mut self, u: usize, v: usize) {
        let node = self.b.top(v);
        self.label[node] = Label::Inner;
        self.entry[node] = (u, v);
        let partner = self.mate[self.b.base(node)];
        let next = self.b.top(partner);
        self.make_outer(next);
    }

    /// Looks at every edge of an outer vertex.
    fn scan(&mut self, u: usize, goal: &mut Option<Goal<W>>) -> Event {
        if u >= self.n {
            // A leaf has no edge but the one it came by.
            return Event::Nothing;
        }
        self.count_scan();
        let list = self.lend_around(u);
        let mut event = Event::Nothing;
        for &v in &list {
            event = self.look(u, v, goal);
            if !matches!(event, Event::Nothing) {
                break;
            }
        }
        self.take_back_around(u, list);
        event
    }

    /// Looks at one edge of an outer vertex.
    fn look(&mut self, u: usize, v: usize, goal: &mut Option<Goal<W>>) -> Event {
        let node = self.b.top(v);
        if self.is_gone[v] || self.label[node] == Label::Inner || node == self.b.top(u) {
            return Event::Nothing;
        }
        let Some(slack) = self.slack(u, v) else {
            return Event::Nothing;
        };
        if slack == W::ZERO {
            return self.take_tight(u, v, goal);
        }
        if self.label[node] == Label::Free {
            let key = slack + self.delta;
            if key < self.free_key[v] {
                self.free_key[v] = key;
                self.free_from[v] = u;
            }
        } else {
            let key = slack + self.delta.double();
            if key < self.outer_key[u] {
                self.outer_key[u] = key;
                self.outer_to[u] = v;
            }
        }
        Event::Nothing
    }

    /// Uses a tight edge from an outer vertex to a free or outer node.
    pub(super) fn take_tight(&mut self, u: usize, v: usize, goal: &mut Option<Goal<W>>) -> Event {
        match self.label[self.b.top(v)] {
            Label::Inner => Event::Nothing,
            Label::Free => {
                self.grow(u, v);
                self.check(goal)
            }
            Label::Outer => match self.common_root(u, v) {
                Some(ancestor) => {
                    self.shrink(u, v, ancestor);
                    self.check(goal)
                }
                None => {
                    self.turn_to_root(u, v);
                    self.turn_to_root(v, u);
                    Event::Augmented
                }
            },
        }
    }

    /// The outer node above an outer node, through the inner one between.
    fn above(&self, outer: usize) -> Option<(usize, usize)> {
        let partner = self.mate[self.b.base(outer)];
        if partner == NONE {
            return None;
        }
        let inner = self.b.top(partner);
        if self.entry[inner].0 == NONE {
            return None;
        }
        Some((inner, self.b.top(self.entry[inner].0)))
    }

    /// The nearest outer node above both; none when they stand in different trees.
    fn common_root(&mut self, u: usize, v: usize) -> Option<usize> {
        self.time += 1;
        if self.mark.len() < self.b.ids() {
            self.mark.resize(self.b.ids(), 0);
        }
        let mut a = Some(self.b.top(u));
        let mut b = Some(self.b.top(v));
        loop {
            if let Some(node) = a {
                if self.mark[node] == self.time {
                    return Some(node);
                }
                self.mark[node] = self.time;
                a = self.above(node).map(|(_, up)| up);
            } else if b.is_none() {
                return None;
            }
            std::mem::swap(&mut a, &mut b);
        }
    }

    /// Makes a blossom of the cycle that the edge u–v closes.
    fn shrink(&mut self, u: usize, v: usize, ancestor: usize) {
        let mut children = Vec::new();
        let mut links = Vec::new();
        let mut inner_ones = Vec::new();
        // From u up to the ancestor, then turned round to run from the ancestor down to u.
        let mut node = self.b.top(u);
        while node != ancestor {
            let base = self.b.base(node);
            let (inner, up) = self.above(node).expect("the ancestor stands above");
            let (from, own) = self.entry[inner];
            children.push(node);
            links.push((self.mate[base], base));
            children.push(inner);
            links.push((from, own));
            inner_ones.push(inner);
            node = up;
        }
        children.push(ancestor);
        children.reverse();
        links.reverse();
        links.push((u, v));
        let mut node = self.b.top(v);
        while node != ancestor {
            let base = self.b.base(node);
            let (inner, up) = self.above(node).expect("the ancestor stands above");
            let (from, own) = self.entry[inner];
            children.push(node);
            links.push((base, self.mate[base]));
            children.push(inner);
            links.push((own, from));
            inner_ones.push(inner);
            node = up;
        }
        let newly_outer: Vec<usize> = inner_ones
            .into_iter()
            .flat_map(|node| self.b.vertices(node))
            .collect();
        let has_main = children.contains(&self.main_blossom());
        let blossom = self.b.form(children, links);
        if self.label.len() < self.b.ids() {
            self.label.resize(self.b.ids(), Label::Free);
            self.entry
                .resize(self.b.ids().max(self.entry.len()), (NONE, NONE));
        }
        self.label[blossom] = Label::Outer;
        self.note_blossom(blossom, has_main, &newly_outer);
        self.queue.extend(newly_outer);
    }

    /// Gives outer vertex `v` the partner `partner` and turns over the path from it to its root.
    pub(super) fn turn_to_root(&mut self, mut v: usize, mut partner: usize) {
        loop {
            let node = self.b.top(v);
            let old = self.mate[self.b.base(node)];
            self.b.rebase(node, v, &mut self.mate);
            self.mate[v] = partner;
            if old == NONE {
                return;
            }
            let inner = self.b.top(old);
            let (from, own) = self.entry[inner];
            self.b.rebase(inner, own, &mut self.mate);
            self.mate[own] = from;
            partner = own;
            v = from;
        }
    }

    /// The least dual change at which something happens; none when nothing ever does.
    fn least_step(&mut self) -> Option<W> {
        let mut step = W::MAX;
        for k in 0..self.alive.len() {
            let v = self.alive[k];
            match self.label[self.b.top(v)] {
                Label::Free if !self.is_gone[v] && self.free_key[v] < W::MAX => {
                    step = step.min(self.free_key[v] - self.delta);
                }
                Label::Outer => {
                    let to = self.outer_to[v];
                    if to != NONE && self.b.top(to) == self.b.top(v) {
                        self.rescan_outer(v);
                    }
                    if self.outer_key[v] < W::MAX {
                        step = step.min((self.outer_key[v] - self.delta.double()).half());
                    }
                }
                _ => {}
            }
        }
        for &blossom in &self.b.outermost {
            if self.label[blossom] == Label::Inner {
                step = step.min(self.b.z(blossom).half());
            }
        }
        (step < W::MAX).then_some(step)
    }

    /// Finds anew the least slack from an outer vertex to another outer node.
    fn rescan_outer(&mut self, u: usize) {
        let mut best = (W::MAX, NONE);
        for &v in self.around(u) {
            let node = self.b.top(v);
            if self.is_gone[v] || node == self.b.top(u) || self.label[node] != Label::Outer {
                continue;
            }
            if let Some(slack) = self.slack(u, v) {
                let key = slack + self.delta.double();
                if key < best.0 {
                    best = (key, v);
                }
            }
        }
        (self.outer_key[u], self.outer_to[u]) = best;
    }

    fn change_duals(&mut self, step: W) {
        for v in 0..self.cap {
            match self.label[self.b.top(v)] {
                Label::Outer => self.y[v] += step,
                Label::Inner => self.y[v] -= step,
                Label::Free => {}
            }
        }
        for k in 0..self.b.outermost.len() {
            let blossom = self.b.outermost[k];
            match self.label[blossom] {
                Label::Outer => self.b.add_z(blossom, step.double()),
                Label::Inner => self.b.add_z(blossom, -step.double()),
                Label::Free => {}
            }
        }
        self.delta += step;
    }

    /// Takes up every edge that has become tight and opens inner blossoms that are used up.
    fn follow_tight(&mut self, goal: &mut Option<Goal<W>>) -> Event {
        let used_up: Vec<usize> = self
            .b
            .outermost
            .iter()
            .copied()
            .filter(|&o| self.label[o] == Label::Inner && self.b.z(o) == W::ZERO)
            .collect();
        for blossom in used_up {
            self.open_inner(blossom);
        }
        for k in 0..self.alive.len() {
            let v = self.alive[k];
            let label = self.label[self.b.top(v)];
            let event = if label == Label::Free && !self.is_gone[v] {
                if self.free_key[v] != self.delta {
                    continue;
                }
                let u = self.free_from[v];
                self.take_tight(u, v, goal)
            } else if label == Label::Outer && self.outer_key[v] == self.delta.double() {
                let to = self.outer_to[v];
                if to == NONE || self.b.top(to) == self.b.top(v) {
                    continue;
                }
                let event = self.take_tight(v, to, goal);
                // Other edges of v may be tight as well.
                self.queue.push(v);
                event
            } else {
                continue;
            };
            match event {
                Event::Nothing => {}
                event => return event,
            }
        }
        self.check(goal)
    }

    /// Opens an inner blossom: the even way through it stays in the tree, the rest becomes free.
    fn open_inner(&mut self, blossom: usize) {
        let (from, own) = self.entry[blossom];
        let place = self.b.place_of(blossom, own);
        let (children, links) = self.b.open(blossom);
        let length = children.len();
        for &child in &children {
            self.label[child] = Label::Free;
        }
        self.label[children[place]] = Label::Inner;
        self.entry[children[place]] = (from, own);
        // From the entrance to the base, in the direction in which the first step is a matched one.
        let backwards = place.is_multiple_of(2);
        let mut at = place;
        while at != 0 {
            let (outer, next, link) = if backwards {
                let (b, a) = links[at - 2];
                (at - 1, at - 2, (a, b))
            } else {
                (at + 1, (at + 2) % length, links[at + 1])
            };
            self.make_outer(children[outer]);
            self.label[children[next]] = Label::Inner;
            self.entry[children[next]] = link;
            at = next;
        }
        let freed: Vec<usize> = children
            .iter()
            .filter(|&&c| self.label[c] == Label::Free)
            .flat_map(|&c| self.b.vertices(c))
            .collect();
        for v in freed {
            self.rescan_free(v);
        }
    }

    /// Finds anew the least slack from an outer vertex to a vertex that has become free again.
    fn rescan_free(&mut self, v: usize) {
        let mut best = (W::MAX, NONE);
        for &u in self.around(v) {
            if !self.is_gone[u]
                && self.label[self.b.top(u)] == Label::Outer
                && let Some(slack) = self.slack(u, v)
                && slack + self.delta < best.0
            {
                best = (slack + self.delta, u);
            }
        }
        (self.free_key[v], self.free_from[v]) = best;
    }
}
