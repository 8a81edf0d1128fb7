//! Blossoms: nested odd sets of vertices, each a cycle of nodes around its base.
use super::{NONE, Weight};

/// The nodes: vertices 0..cap, blossoms above.
pub(super) struct Blossoms<W> {
    cap: usize,
    /// The set in which each vertex stands: the vertices of one outermost node.
    set: Vec<usize>,
    /// The outermost node that is each set.
    node_of: Vec<usize>,
    /// The vertices of each set that is a blossom. The smaller sets move into the largest, so that a
    /// blossom that grows and grows does not move all its vertices each time.
    members: Vec<Vec<usize>>,
    /// Dual value of each blossom.
    z: Vec<W>,
    /// Nodes of the cycle, the base first.
    children: Vec<Vec<usize>>,
    /// `links[k]`: the edge from the k-th child to the next one, round the cycle.
    links: Vec<Vec<(usize, usize)>>,
    base: Vec<usize>,
    /// The node around each node; none for an outermost one.
    parent: Vec<usize>,
    unused: Vec<usize>,
    /// Outermost blossoms.
    pub outermost: Vec<usize>,
}

impl<W: Weight> Blossoms<W> {
    pub fn new(cap: usize) -> Blossoms<W> {
        Blossoms {
            cap,
            set: (0..cap).collect(),
            node_of: (0..cap).collect(),
            members: vec![Vec::new(); cap],
            z: Vec::new(),
            children: Vec::new(),
            links: Vec::new(),
            base: Vec::new(),
            parent: vec![NONE; cap],
            unused: Vec::new(),
            outermost: Vec::new(),
        }
    }

    /// The outermost node around a vertex.
    pub fn top(&self, v: usize) -> usize {
        self.node_of[self.set[v]]
    }

    pub fn is_blossom(&self, node: usize) -> bool {
        node >= self.cap
    }

    /// One more than the largest node id in use.
    pub fn ids(&self) -> usize {
        self.cap + self.children.len()
    }

    pub fn z(&self, blossom: usize) -> W {
        self.z[blossom - self.cap]
    }

    pub fn add_z(&mut self, blossom: usize, change: W) {
        self.z[blossom - self.cap] += change;
    }

    pub fn children(&self, blossom: usize) -> &[usize] {
        &self.children[blossom - self.cap]
    }

    /// The vertex by which a node is matched to the outside.
    pub fn base(&self, node: usize) -> usize {
        if node < self.cap {
            node
        } else {
            self.base[node - self.cap]
        }
    }

    /// The vertices of a node.
    pub fn vertices(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if node < self.cap {
                found.push(node);
            } else {
                stack.extend(self.children(node).iter().rev());
            }
        }
        found
    }

    /// Makes a blossom of a cycle of outermost nodes, the base first.
    pub fn form(&mut self, children: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        debug_assert!(children.len() % 2 == 1 && links.len() == children.len());
        let base = self.base(children[0]);
        let at = match self.unused.pop() {
            Some(at) => at,
            None => {
                self.z.push(W::ZERO);
                self.children.push(Vec::new());
                self.links.push(Vec::new());
                self.base.push(NONE);
                self.parent.push(NONE);
                self.children.len() - 1
            }
        };
        let cap = self.cap;
        if children.iter().any(|&c| c >= cap) {
            self.outermost.retain(|o| !children.contains(o));
        }
        let id = self.cap + at;
        self.z[at] = W::ZERO;
        self.base[at] = base;
        self.parent[id] = NONE;
        for &child in &children {
            self.parent[child] = id;
        }
        self.children[at] = children;
        self.links[at] = links;
        self.unite(id, at);
        self.outermost.push(id);
        id
    }

    /// Makes one set of the sets of the children.
    fn unite(&mut self, id: usize, at: usize) {
        // Sets are told apart by number; a child's is that of any vertex in it, its base say.
        let sets: Vec<usize> = self.children[at]
            .iter()
            .map(|&child| self.set[self.base(child)])
            .collect();
        let largest = sets
            .iter()
            .copied()
            .max_by_key(|&set| self.members[set].len())
            .expect("a blossom has children");
        let mut all = std::mem::take(&mut self.members[largest]);
        if all.is_empty() {
            all.push(largest);
        }
        for set in sets.into_iter().filter(|&set| set != largest) {
            let mut others = std::mem::take(&mut self.members[set]);
            if others.is_empty() {
                others.push(set);
            }
            for &v in &others {
                self.set[v] = largest;
            }
            all.append(&mut others);
        }
        self.members[largest] = all;
        self.node_of[largest] = id;
    }

    /// Makes a set of an outermost node that was inside another one.
    fn separate(&mut self, node: usize) {
        if node < self.cap {
            self.set[node] = node;
            self.node_of[node] = node;
            self.members[node] = Vec::new();
            return;
        }
        let vertices = self.vertices(node);
        let set = vertices[0];
        for &v in &vertices {
            self.set[v] = set;
        }
        self.node_of[set] = node;
        self.members[set] = vertices;
    }

    /// Opens an outermost blossom; its children become outermost and are returned with the links.
    pub fn open(&mut self, blossom: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        self.outermost.retain(|&o| o != blossom);
        let (children, links) = self.take_apart(blossom);
        for &child in &children {
            self.separate(child);
            if self.is_blossom(child) {
                self.outermost.push(child);
            }
        }
        (children, links)
    }

    /// Opens every blossom of dual value 0 that is outermost or becomes so.
    pub fn open_all_of_no_value(&mut self) {
        let mut kept = Vec::new();
        let mut work = std::mem::take(&mut self.outermost);
        work.reverse();
        while let Some(blossom) = work.pop() {
            if self.z(blossom) != W::ZERO {
                kept.push(blossom);
                continue;
            }
            // The sets are made when it is known which nodes stay, not at every depth.
            let (children, _) = self.take_apart(blossom);
            for &child in &children {
                if !self.is_blossom(child) {
                    self.separate(child);
                } else if self.z(child) == W::ZERO {
                    work.push(child);
                } else {
                    self.separate(child);
                    kept.push(child);
                }
            }
        }
        self.outermost = kept;
    }

    fn take_apart(&mut self, blossom: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let at = blossom - self.cap;
        let children = std::mem::take(&mut self.children[at]);
        let links = std::mem::take(&mut self.links[at]);
        for &child in &children {
            self.parent[child] = NONE;
        }
        self.unused.push(at);
        (children, links)
    }

    /// The place in the cycle of the child that holds a vertex.
    pub fn place_of(&self, blossom: usize, v: usize) -> usize {
        let mut child = v;
        while self.parent[child] != blossom {
            child = self.parent[child];
        }
        self.place_of_child(blossom, child)
    }

    fn place_of_child(&self, blossom: usize, child: usize) -> usize {
        self.children(blossom)
            .iter()
            .position(|&c| c == child)
            .expect("a child knows its parent")
    }

    /// Rematches the inside of a node so that `v` becomes its base.
    pub fn rebase(&mut self, node: usize, v: usize, mate: &mut [usize]) {
        let mut work = vec![(node, v)];
        let mut chain = Vec::new();
        while let Some((node, v)) = work.pop() {
            // From the vertex outwards, then worked from the outside in.
            chain.clear();
            let mut inner = v;
            while inner != node {
                chain.push(inner);
                inner = self.parent[inner];
            }
            let mut blossom = node;
            while let Some(child) = chain.pop() {
                if self.base(blossom) == v {
                    break;
                }
                self.rotate(blossom, child, v, mate, &mut work);
                blossom = child;
            }
        }
    }

    /// Makes `child`, which holds `v`, the base of a blossom; the other children are matched in
    /// pairs round the cycle, and what they need inside is added to `work`.
    fn rotate(
        &mut self,
        blossom: usize,
        child: usize,
        v: usize,
        mate: &mut [usize],
        work: &mut Vec<(usize, usize)>,
    ) {
        let place = self.place_of_child(blossom, child);
        let at = blossom - self.cap;
        let length = self.children[at].len();
        // Matched are (1,2), (3,4) … as seen from the base; on one side of the new base the pairs
        // are the others.
        let (first, last) = if place.is_multiple_of(2) {
            (0, place)
        } else {
            (place + 1, length)
        };
        for k in (first..last).step_by(2) {
            let (a, b) = self.links[at][k];
            mate[a] = b;
            mate[b] = a;
            work.push((self.children[at][k], a));
            work.push((self.children[at][(k + 1) % length], b));
        }
        self.children[at].rotate_left(place);
        self.links[at].rotate_left(place);
        self.base[at] = v;
    }
}
