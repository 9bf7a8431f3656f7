//! Boards of cells as data: which cells are joined, where each lies, and which may be taken
//! together. Independent of any particular game.

use std::collections::BTreeSet;

use super::coordinates::{Coordinates, DISTANCE, circle};
use crate::{Cells, MAX_CELLS};

/// How many parts a board may have.
pub const MAX_PARTS: usize = 8;

/// A part of a board, and how many cells it has. Cells of different parts are never joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Each cell is joined to the next.
    Row(u8),
    /// Like a row, but the last cell is also joined to the first.
    Ring(u8),
    /// Every cell is joined to every other.
    Full(u8),
    /// The first cell is joined to all others, which are not joined to each other.
    Star(u8),
    /// A grid of up to four dimensions: the numbers of blocks, layers, rows and columns.
    Grid([u8; 4]),
}

/// The parts of a board. Its cells are numbered part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    parts: [Part; MAX_PARTS],
    count: u8,
}

/// The distance between parts.
const GAP: i32 = 130;

/// The width beyond which the next part is placed below.
const WIDEST: i32 = 900;

/// How much farther apart the layers of a grid are than neighbours in a layer.
const LAYER_GAP: i32 = 70;

impl Part {
    /// How many cells it has.
    #[must_use]
    pub fn cells(self) -> usize {
        match self {
            Self::Row(cells) | Self::Ring(cells) | Self::Full(cells) | Self::Star(cells) => {
                cells.into()
            }
            Self::Grid(sides) => sides.into_iter().map(usize::from).product(),
        }
    }

    /// Pairs of cells that are joined, as indices within the part.
    fn joined_pairs(self) -> Vec<(usize, usize)> {
        let row = |cells: u8| (1..usize::from(cells)).map(|cell| (cell - 1, cell));
        match self {
            Self::Row(cells) => row(cells).collect(),
            Self::Ring(cells) => row(cells)
                .chain([(usize::from(cells).saturating_sub(1), 0)])
                .collect(),
            Self::Full(cells) => {
                let cells = usize::from(cells);
                (0..cells)
                    .flat_map(|one| (one + 1..cells).map(move |other| (one, other)))
                    .collect()
            }
            Self::Star(cells) => (1..usize::from(cells)).map(|cell| (0, cell)).collect(),
            Self::Grid(sides) => steps_and_lengths(sides)
                .into_iter()
                .flat_map(|(step, side)| {
                    let has_next = move |&cell: &usize| (cell / step) % side + 1 < side;
                    (0..self.cells())
                        .filter(has_next)
                        .map(move |cell| (cell, cell + step))
                })
                .collect(),
        }
    }

    /// Its cells as shown in text, row by row. A ring is drawn as a loop of two rows; layers of a
    /// grid are drawn side by side, with a gap.
    #[must_use]
    pub fn rows(self) -> Vec<Vec<Option<usize>>> {
        let cells = self.cells();
        match self {
            Self::Row(_) | Self::Full(_) | Self::Star(_) => vec![(0..cells).map(Some).collect()],
            Self::Ring(_) => {
                let half = cells.div_ceil(2);
                let lower = (half..cells).rev();
                vec![(0..half).map(Some).collect(), lower.map(Some).collect()]
            }
            Self::Grid([blocks, layers, rows, columns]) => {
                let [blocks, layers, rows, columns] =
                    [blocks, layers, rows, columns].map(usize::from);
                let mut found = Vec::new();
                for (block, row) in
                    (0..blocks).flat_map(|block| (0..rows).map(move |row| (block, row)))
                {
                    if row == 0 && block > 0 {
                        found.push(Vec::new());
                    }
                    let mut line = Vec::new();
                    for layer in 0..layers {
                        if layer > 0 {
                            line.push(None);
                        }
                        let first = ((block * layers + layer) * rows + row) * columns;
                        line.extend((first..first + columns).map(Some));
                    }
                    found.push(line);
                }
                found
            }
        }
    }

    /// Where its cells lie, from the upper left corner.
    fn coordinates(self) -> Vec<Coordinates> {
        let line = |cells: u8| {
            (0..i32::from(cells)).map(|cell| Coordinates {
                x: cell * DISTANCE,
                y: 0,
            })
        };
        let mut found: Vec<Coordinates> = match self {
            Self::Ring(cells) | Self::Full(cells) if cells > 2 => circle(cells, 0),
            Self::Row(cells) | Self::Ring(cells) | Self::Full(cells) => line(cells).collect(),
            Self::Star(cells) => {
                let leaves = circle(cells.saturating_sub(1), DISTANCE);
                [Coordinates::default()].into_iter().chain(leaves).collect()
            }
            Self::Grid([_, layers, rows, columns]) => {
                let [layers, rows, columns] = [layers, rows, columns].map(i32::from);
                let place = |cell: i32| {
                    let (row, column) = (cell / columns % rows, cell % columns);
                    let layer = cell / columns / rows;
                    let apart = |side: i32| (side - 1) * DISTANCE + DISTANCE + LAYER_GAP;
                    Coordinates {
                        x: column * DISTANCE + layer % layers * apart(columns),
                        y: row * DISTANCE + layer / layers * apart(rows),
                    }
                };
                let cells = i32::try_from(self.cells()).unwrap_or(0);
                (0..cells).map(place).collect()
            }
        };
        let left = found.iter().map(|at| at.x).min().unwrap_or(0);
        let top = found.iter().map(|at| at.y).min().unwrap_or(0);
        for at in &mut found {
            at.x -= left;
            at.y -= top;
        }
        found
    }

    /// The kind of part that a connected piece of it forms.
    #[must_use]
    pub(crate) fn piece(self, piece: Cells) -> Self {
        let count = u8::try_from(piece.count()).unwrap_or(u8::MAX);
        match self {
            Self::Ring(cells) if count == cells => self,
            Self::Full(_) if count > 2 => Self::Full(count),
            // Without its centre, or with at most two leaves, a star is just a row.
            Self::Star(_) if count > 3 => Self::Star(count),
            Self::Row(_) | Self::Ring(_) | Self::Full(_) | Self::Star(_) | Self::Grid(_) => {
                Self::Row(count)
            }
        }
    }

    /// A canonical form of what is left of the part, invariant under rotation and reflection.
    fn twin(self, left: Cells) -> (Self, u32) {
        let mapped = |map: &dyn Fn(usize) -> usize| left.iter().map(map).collect::<Cells>().0;
        let cells = self.cells();
        let (part, least) = match self {
            Self::Row(_) => (self, mapped(&|cell| cells - 1 - cell).min(left.0)),
            Self::Ring(_) => {
                let images = (0..cells).flat_map(|shift| {
                    [
                        mapped(&|cell| (cell + shift) % cells),
                        mapped(&|cell| (2 * cells - 1 - cell + shift) % cells),
                    ]
                });
                (self, images.min().unwrap_or(left.0))
            }
            Self::Full(_) => (self, Cells::first(left.iter().count()).0),
            Self::Star(_) => {
                let leaves = left.iter().filter(|&cell| cell > 0).count();
                let leaves = (1..=leaves).collect::<Cells>();
                (self, leaves.0 | left.0 & 1)
            }
            Self::Grid(sides) => return grid_twin(sides, left),
        };
        (part, least)
    }
}

/// The canonical form of a grid: its sides in ascending order, and what is left of it, as the
/// smallest number that stands for this in any rotation or reflection.
fn grid_twin(sides: [u8; 4], left: Cells) -> (Part, u32) {
    let mut sorted = sides;
    sorted.sort_unstable();
    let steps = steps_of(sides);
    let mut least = u32::MAX;
    for order in orders() {
        let reordered = order.map(|axis| sides.get(axis).copied().unwrap_or(1));
        if reordered != sorted {
            continue;
        }
        for flips in 0..16_u8 {
            let image_of = |cell: usize| {
                let mut to = 0;
                for axis in order {
                    let side = usize::from(sides.get(axis).copied().unwrap_or(1));
                    let step = steps.get(axis).copied().unwrap_or(1);
                    let at = cell / step % side;
                    let at = if flips & (1 << axis) == 0 {
                        at
                    } else {
                        side - 1 - at
                    };
                    to = to * side + at;
                }
                to
            };
            least = least.min(left.iter().map(image_of).collect::<Cells>().0);
        }
    }
    (Part::Grid(sorted), least)
}

/// Every order of four axes.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    let all = (0..256_usize).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
    all.filter(|order| order.iter().collect::<BTreeSet<_>>().len() == 4)
}

/// For each side of a grid, how much the indices of neighbours along it differ.
fn steps_of([_, layers, rows, columns]: [u8; 4]) -> [usize; 4] {
    let [layers, rows, columns] = [layers, rows, columns].map(usize::from);
    [layers * rows * columns, rows * columns, columns, 1]
}

/// For each side of a grid, how much the indices of neighbours along it differ, and the length of
/// the side.
fn steps_and_lengths(sides: [u8; 4]) -> Vec<(usize, usize)> {
    let lengths = sides.map(usize::from);
    steps_of(sides).into_iter().zip(lengths).collect()
}

impl Layout {
    /// A board of these parts, in this order. `None` if there are too many, or too many cells.
    #[must_use]
    pub fn of(parts: &[Part]) -> Option<Self> {
        let mut layout = Self {
            parts: [Part::Row(0); MAX_PARTS],
            count: u8::try_from(parts.len()).ok()?,
        };
        layout.parts.get_mut(..parts.len())?.copy_from_slice(parts);
        (layout.cells() <= MAX_CELLS).then_some(layout)
    }

    /// Each part, with the index of its first cell.
    pub fn parts(&self) -> impl Iterator<Item = (Part, usize)> {
        let parts = self.parts.into_iter().take(self.count.into());
        parts.scan(0, |next, part| {
            let first = *next;
            *next += part.cells();
            Some((part, first))
        })
    }

    /// How many cells it has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.parts().map(|(part, _)| part.cells()).sum()
    }

    /// All of its cells.
    #[must_use]
    pub fn all(&self) -> Cells {
        Cells::first(self.cells())
    }

    /// Whether it is a grid.
    #[must_use]
    pub fn is_grid(&self) -> bool {
        self.parts().any(|(part, _)| matches!(part, Part::Grid(_)))
    }

    /// The cells of each layer of a grid that has several.
    #[must_use]
    pub fn layers(&self) -> Vec<Vec<usize>> {
        let of_part = |(part, first): (Part, usize)| match part {
            Part::Grid([blocks, layers, rows, columns]) if blocks * layers > 1 => {
                let cells: Vec<usize> = (first..first + part.cells()).collect();
                let layer = usize::from(rows) * usize::from(columns);
                cells.chunks(layer).map(<[usize]>::to_vec).collect()
            }
            Part::Row(_) | Part::Ring(_) | Part::Full(_) | Part::Star(_) | Part::Grid(_) => {
                Vec::new()
            }
        };
        self.parts().flat_map(of_part).collect()
    }

    /// Pairs of cells that are joined.
    #[must_use]
    pub fn joined_pairs(&self) -> Vec<(usize, usize)> {
        let of_part = |(part, first): (Part, usize)| {
            let pairs = part.joined_pairs().into_iter();
            pairs.map(move |(one, other)| (first + one, first + other))
        };
        self.parts().flat_map(of_part).collect()
    }

    /// The neighbours of each cell.
    fn neighbours(&self) -> [Cells; MAX_CELLS] {
        let mut neighbours = [Cells::default(); MAX_CELLS];
        for (one, other) in self.joined_pairs() {
            for (cell, neighbour) in [(one, other), (other, one)] {
                if let Some(cells) = neighbours.get_mut(cell) {
                    *cells = cells.with(Cells::one(neighbour));
                }
            }
        }
        neighbours
    }

    /// Where each cell lies. The parts are placed side by side, and in a new row when the last one
    /// is full. Each part is centred vertically in its row, and each row is centred on the widest
    /// row.
    #[must_use]
    pub fn coordinates(&self) -> Vec<Coordinates> {
        let mut rows: Vec<Vec<Vec<Coordinates>>> = Vec::new();
        for (part, _) in self.parts() {
            let cells = part.coordinates();
            let fits = |row: &&mut Vec<_>| width_of(row) + GAP + size(&cells).x <= WIDEST;
            match rows.last_mut().filter(fits) {
                Some(row) => row.push(cells),
                None => rows.push(vec![cells]),
            }
        }
        let widest = rows.iter().map(|row| width_of(row)).max().unwrap_or(0);
        let mut found = Vec::with_capacity(self.cells());
        let mut top = 0;
        for row in rows {
            let height = row.iter().map(|cells| size(cells).y).max().unwrap_or(0);
            let mut left = (widest - width_of(&row)) / 2;
            for cells in row {
                let Coordinates { x: width, y } = size(&cells);
                let down = top + (height - y) / 2;
                found.extend(cells.into_iter().map(|at| Coordinates {
                    x: left + at.x,
                    y: down + at.y,
                }));
                left += width + GAP;
            }
            top += height + GAP;
        }
        found
    }

    /// Every set of cells that a move may take from the whole board: contiguous cells in one line
    /// of a grid, or elsewhere up to `most` connected cells.
    #[must_use]
    pub fn sets(&self, most: usize) -> Vec<Cells> {
        let neighbours = self.neighbours();
        let mut all: BTreeSet<(u32, u32)> = BTreeSet::new();
        for (part, first) in self.parts() {
            let found = match part {
                Part::Grid(sides) => lines(sides),
                Part::Row(_) | Part::Ring(_) | Part::Full(_) | Part::Star(_) => {
                    connected_sets(part.cells(), first, most, &neighbours)
                }
            };
            // The fewest cells first.
            all.extend(found.into_iter().map(|set| (set.count(), set.0)));
        }
        all.into_iter().map(|(_, set)| Cells(set)).collect()
    }

    /// Whether a move may take exactly these cells from the whole board: whether they are one of
    /// [`Self::sets`].
    #[must_use]
    pub fn may_take(&self, cells: Cells, most: usize) -> bool {
        let Some(first) = cells.iter().next() else {
            return false;
        };
        let in_grid = self.parts().find_map(|(part, _)| match part {
            Part::Grid(sides) => Some(lines(sides).contains(&cells)),
            Part::Row(_) | Part::Ring(_) | Part::Full(_) | Part::Star(_) => None,
        });
        in_grid.unwrap_or_else(|| {
            cells.iter().count() <= most && self.reachable(first, cells) == cells
        })
    }

    /// Whether every move in `sets` can be answered by taking the opposite cells: the images of
    /// its cells under a rotation by 180°.
    #[must_use]
    pub fn moves_can_be_copied(&self, left: Cells, sets: &[Cells]) -> bool {
        let last = self.cells().saturating_sub(1);
        let opposite = |cells: Cells| cells.iter().map(|cell| last - cell).collect::<Cells>();
        let are_apart = |set: &Cells| opposite(*set).without(*set) == opposite(*set);
        opposite(left) == left && sets.iter().all(are_apart)
    }

    /// The connected pieces of what is left.
    #[must_use]
    pub fn pieces(&self, left: Cells) -> Vec<Cells> {
        let mut rest = left;
        let mut pieces = Vec::new();
        while let Some(first) = rest.iter().next() {
            let piece = self.reachable(first, rest);
            rest = rest.without(piece);
            pieces.push(piece);
        }
        pieces
    }

    /// The sizes of the connected pieces of `left`, if each is a heap: all of its cells are joined to each
    /// other, so that only their number matters.
    #[must_use]
    pub(crate) fn heaps(&self, left: Cells) -> Option<Vec<u64>> {
        let neighbours = self.neighbours();
        let is_joined_to_all = |cell: usize, piece: Cells| {
            let others = piece.without(Cells::one(cell));
            let joined = neighbours.get(cell).copied().unwrap_or_default();
            others.without(joined).is_empty()
        };
        let size = |piece: Cells| {
            let is_heap = piece.iter().all(|cell| is_joined_to_all(cell, piece));
            is_heap.then(|| u64::from(piece.count()))
        };
        self.pieces(left).into_iter().map(size).collect()
    }

    /// Those of `cells` that can be reached from `start` without leaving `cells`.
    fn reachable(&self, start: usize, cells: Cells) -> Cells {
        let neighbours = self.neighbours();
        let mut reached = Cells::one(start);
        loop {
            let adjacent = reached
                .iter()
                .filter_map(|cell| neighbours.get(cell).copied());
            let next = adjacent.fold(reached, Cells::with);
            let next = next.without(next.without(cells));
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// A canonical form of what is left, invariant under rotating, reflecting and reordering the
    /// parts.
    #[must_use]
    pub fn twin(&self, left: Cells) -> String {
        let twin = |(part, first): (Part, usize)| part.twin(left.slice(first, part.cells()));
        let mut parts: Vec<(Part, u32)> = self.parts().map(twin).collect();
        parts.retain(|&(_, left)| left > 0);
        parts.sort_unstable();
        format!("{parts:?}")
    }
}

/// The sets of a grid, which is always the whole board: runs of neighbours along any axis.
fn lines(sides: [u8; 4]) -> Vec<Cells> {
    let cells = sides.into_iter().map(usize::from).product();
    let mut found = Vec::new();
    for (step, side) in steps_and_lengths(sides) {
        for first in 0..cells {
            let room = side - first / step % side;
            let mut set = Cells::default();
            for next in 0..room {
                set = set.with(Cells::one(first + next * step));
                found.push(set);
            }
        }
    }
    found
}

/// The connected sets of up to `most` cells in a part.
fn connected_sets(
    cells: usize,
    first: usize,
    most: usize,
    neighbours: &[Cells; MAX_CELLS],
) -> Vec<Cells> {
    let mut grown: BTreeSet<u32> = (first..first + cells)
        .map(|cell| Cells::one(cell).0)
        .collect();
    let mut found = Vec::new();
    for _ in 0..most.min(cells) {
        found.extend(grown.iter().map(|&set| Cells(set)));
        let grow = |set: &u32| {
            let set = Cells(*set);
            let adjacent = set.iter().filter_map(|cell| neighbours.get(cell).copied());
            let adjacent = adjacent.fold(Cells::default(), Cells::with).without(set);
            adjacent
                .iter()
                .map(|cell| set.with(Cells::one(cell)).0)
                .collect::<Vec<u32>>()
        };
        grown = grown.iter().flat_map(grow).collect();
    }
    found
}

/// How far the cells of a part reach from their upper left corner.
fn size(cells: &[Coordinates]) -> Coordinates {
    Coordinates {
        x: cells.iter().map(|at| at.x).max().unwrap_or(0),
        y: cells.iter().map(|at| at.y).max().unwrap_or(0),
    }
}

/// The total width of parts placed side by side.
fn width_of(row: &[Vec<Coordinates>]) -> i32 {
    let widths = row.iter().map(|cells| size(cells).x + GAP);
    widths.sum::<i32>() - GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts() -> Vec<Layout> {
        let parts: [&[Part]; 8] = [
            &[Part::Ring(3)],
            &[Part::Ring(10)],
            &[Part::Grid([1, 1, 3, 4])],
            &[Part::Grid([1, 2, 2, 3])],
            &[Part::Grid([2, 2, 2, 1])],
            &[Part::Row(3), Part::Ring(4), Part::Star(5)],
            &[Part::Full(5), Part::Row(1), Part::Full(4)],
            &[Part::Star(3), Part::Ring(3)],
        ];
        parts
            .map(|parts| Layout::of(parts).expect("a board"))
            .to_vec()
    }

    #[test]
    fn may_take_accepts_exactly_the_offered_sets() {
        for layout in layouts() {
            for most in [1, 2, 3, MAX_CELLS] {
                let sets = layout.sets(most);
                let taken: Vec<Cells> = (0..=layout.all().0)
                    .map(Cells)
                    .filter(|&cells| layout.may_take(cells, most))
                    .collect();
                let offered: BTreeSet<u32> = sets.iter().map(|set| set.0).collect();
                assert_eq!(offered.len(), sets.len(), "a set twice: {layout:?}");
                assert_eq!(
                    offered,
                    taken.iter().map(|set| set.0).collect(),
                    "{layout:?} {most}"
                );
            }
        }
    }

    #[test]
    fn cells_do_not_overlap_and_each_is_in_the_text_once() {
        for layout in layouts() {
            let all = layout.coordinates();
            assert_eq!(all.len(), layout.cells());
            for (cell, one) in all.iter().enumerate() {
                for other in all.iter().skip(cell + 1) {
                    let (x, y) = (one.x - other.x, one.y - other.y);
                    assert!(x * x + y * y > 90 * 90, "{layout:?}");
                }
            }
            let rows = layout.parts().flat_map(|(part, first)| {
                let cells = part.rows().into_iter().flatten().flatten();
                cells.map(move |cell| cell + first).collect::<Vec<_>>()
            });
            let mut shown: Vec<usize> = rows.collect();
            shown.sort_unstable();
            assert_eq!(shown, (0..layout.cells()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn rotated_and_reflected_boards_are_twins() {
        let twin_of = |part, cells| Layout::of(&[part]).expect("a board").twin(Cells(cells));
        let grid = |rows, columns| Part::Grid([1, 1, rows, columns]);
        assert_eq!(
            twin_of(grid(2, 3), 0b00_0001),
            twin_of(grid(2, 3), 0b10_0000)
        );
        assert_eq!(
            twin_of(grid(2, 3), 0b00_0011),
            twin_of(grid(3, 2), 0b00_0101)
        );
        assert_ne!(
            twin_of(grid(2, 3), 0b00_0011),
            twin_of(grid(2, 3), 0b00_1001)
        );
        assert_eq!(
            twin_of(Part::Ring(5), 0b0_0111),
            twin_of(Part::Ring(5), 0b1_1001)
        );
        assert_ne!(
            twin_of(Part::Ring(5), 0b0_0011),
            twin_of(Part::Ring(5), 0b0_0101)
        );
        // Gaps of 1, 2 and 3 steps, and their mirror image: rotation alone cannot map one to the
        // other.
        assert_eq!(
            twin_of(Part::Ring(6), 0b00_1011),
            twin_of(Part::Ring(6), 0b00_1101)
        );
        assert_ne!(
            twin_of(Part::Ring(6), 0b00_1011),
            twin_of(Part::Ring(6), 0b01_0101)
        );
        assert_eq!(
            twin_of(Part::Star(4), 0b0011),
            twin_of(Part::Star(4), 0b1001)
        );
        let parts = |parts: &[Part], cells| Layout::of(parts).expect("a board").twin(Cells(cells));
        let (row, ring) = (Part::Row(2), Part::Ring(3));
        assert_eq!(parts(&[row, ring], 0b1_1101), parts(&[ring, row], 0b1_0111));
    }
}
