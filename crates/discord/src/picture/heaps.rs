//! Heaps: a row of counters for each, in the order of the text. For large heaps, bars.

use super::super::text::grouped;
use super::board::Board;
use super::svg::{
    Anchor, FONT_SIZE, MARGIN, Mark, Sheet, Spot, WIDTH, colour, edged, fill, pixels, spot,
};
use nim_games::{Counting, Move, Position, Shape};

/// The most counters in a line: for a single heap, and for several.
const COLUMNS_OF_ONE: u64 = 10;
const COLUMNS: u64 = 20;

/// How many counters are in a group where nothing else suggests itself.
const GROUP: u64 = 5;

/// The largest size of a counter.
const LARGEST_COUNTER: f64 = 38.0;

/// The room between heaps.
const GAP: f64 = 8.0;

/// A heap or other row of counters: its name, the number of counters now and before the last move,
/// and for each mark, how many counters at the end of the row carry it.
pub(super) struct Row<'b> {
    name: &'b str,
    now: u64,
    before: u64,
    /// Whether its counters are outlines: those of a heap that cannot be split, and the stones in
    /// hand.
    is_outlined: bool,
    /// Whether its counters are candies.
    is_sweet: bool,
    marks: Vec<(Mark, u64)>,
    /// For each mark, where its move splits the heap or places a stone.
    cuts: Vec<(Mark, u64)>,
}

/// Each lettered heap as a row.
pub(super) fn heaps(board: &Board) -> String {
    let start = lettered_heaps(&board.start);
    let rows = lettered_rows(board);
    rows_svg(
        &rows,
        start.iter().copied().max().unwrap_or(1),
        group_of(board),
    )
}

/// Stacks as rows, and the stones in hand below them.
pub(super) fn stacks(board: &Board, in_hand: u64) -> String {
    let mut rows = lettered_rows(board);
    rows.extend((in_hand > 0).then(|| Row {
        name: "+",
        now: in_hand,
        before: in_hand,
        is_outlined: true,
        is_sweet: false,
        marks: Vec::new(),
        cuts: Vec::new(),
    }));
    let longest = rows.iter().map(|row| row.now.max(row.before)).max();
    rows_svg(&rows, longest.unwrap_or(1).max(6), GROUP)
}

fn lettered_rows(board: &Board) -> Vec<Row<'_>> {
    let now = lettered_heaps(&board.now);
    let before = board.before.as_ref().map(lettered_heaps);
    let is_sweet = matches!(board.now.shape(), Shape::Candies(..));
    let row = |(heap, &now): (usize, &u64)| {
        let before = before.and_then(|before| before.get(heap)).copied();
        let before = before.unwrap_or(now);
        let added = (Mark::New, now.saturating_sub(before));
        let marked = board.marked().map(|(mark, mv)| match mv {
            Move::Take(amounts) => (mark, amounts.get(heap).copied().unwrap_or(0)),
            Move::Split { .. } | Move::Place(_) | Move::Count(_) | Move::Clear(_) => (mark, 0),
        });
        Row {
            name: board.names.get(heap).map_or("", String::as_str),
            now,
            before,
            is_outlined: false,
            is_sweet,
            marks: marked
                .chain([added])
                .filter(|(_, count)| *count > 0)
                .collect(),
            cuts: board
                .marked()
                .filter(|&(_, mv)| is_placed_on(mv, heap))
                .map(|(mark, _)| (mark, now))
                .collect(),
        }
    };
    now.iter().enumerate().map(row).collect()
}

fn is_placed_on(mv: Move, heap: usize) -> bool {
    matches!(mv, Move::Place(stack) if usize::from(stack) == heap)
}

/// Heaps without letters: one row for each heap that can be split. Below them, as outlines, a few
/// of the heaps of 1 and 2.
pub(super) fn sizes(board: &Board, sizes: &[u16]) -> String {
    let mut sizes: Vec<u64> = sizes.iter().copied().map(u64::from).collect();
    sizes.sort_by_key(|&size| (size <= 2, std::cmp::Reverse(size)));
    let splittable = sizes.iter().filter(|&&size| size > 2).count();
    // Limit the number of rows for heaps that cannot be split.
    sizes.truncate(splittable.max(1) + 4);
    let mut new = board.new_sizes();
    let mut marked: Vec<(Mark, Move)> = board.marked().collect();
    let rows = sizes.iter().map(|&size| {
        let new_index = new.iter().position(|&new| new == size);
        if let Some(index) = new_index {
            new.swap_remove(index);
        }
        let mut cuts = Vec::new();
        marked.retain(|&(mark, mv)| {
            if let Move::Split { heap, part } = mv
                && heap == size
            {
                cuts.push((mark, part));
                return false;
            }
            true
        });
        Row {
            name: "",
            now: size,
            before: size,
            is_outlined: size <= 2,
            is_sweet: false,
            marks: new_index.map(|_| (Mark::New, size)).into_iter().collect(),
            cuts,
        }
    });
    let rows: Vec<Row<'_>> = rows.collect();
    rows_svg(&rows, sizes.iter().copied().max().unwrap_or(1), GROUP)
}

/// Where rows lie on their sheet.
struct Layout {
    /// The horizontal positions of the names, the counters, and the right edge of the numbers.
    left: f64,
    counters: f64,
    right: f64,
    /// The space for a counter.
    unit: f64,
    /// How many counters lie side by side, and in a group.
    columns: u64,
    group: u64,
}

/// How many counters are in a group: one more than a move may take, if there is a limit. A move and the
/// answer to it can always take that many.
fn group_of(board: &Board) -> u64 {
    let fitting = board.start.options().most.filter(|&most| most < GROUP * 2);
    fitting.map_or(GROUP, |most| most + 1)
}

/// The rows as SVG, with the number of columns chosen for a row of `longest` counters.
fn rows_svg(rows: &[Row<'_>], longest: u64, group: u64) -> String {
    let most = if rows.len() == 1 {
        COLUMNS_OF_ONE
    } else {
        COLUMNS
    };
    // If a row takes several lines, each is full of groups.
    let columns = longest.clamp(3, most / group * group);
    let unit = (WIDTH / horizontal_position(columns, group))
        .clamp(18.0, LARGEST_COUNTER)
        .floor();
    let longest_name = rows.iter().map(|row| row.name.chars().count()).max();
    let name_width = text_width(longest_name.unwrap_or(0));
    let longest_number = rows.iter().map(|row| row.now.to_string().len()).max();
    let number_width = text_width(longest_number.unwrap_or(1));
    let height: f64 = rows
        .iter()
        .map(|row| row.line_count(columns) * unit + GAP)
        .sum();
    let width = name_width + horizontal_position(columns - 1, group) * unit + unit + number_width;
    let (mut sheet, left) = Sheet::centred(width, height - GAP);
    let layout = Layout {
        left,
        counters: left + name_width,
        right: left + width,
        unit,
        columns,
        group,
    };
    let mut top = MARGIN;
    for row in rows {
        row.draw(&mut sheet, &layout, top);
        top += row.line_count(columns) * unit + GAP;
    }
    sheet.into_svg()
}

impl Row<'_> {
    fn line_count(&self, columns: u64) -> f64 {
        pixels(self.now.max(self.before).div_ceil(columns).max(1))
    }

    fn draw(&self, sheet: &mut Sheet, layout: &Layout, top: f64) {
        let &Layout {
            unit,
            columns,
            group,
            ..
        } = layout;
        let at = |counter: u64| {
            spot(
                layout.counters + (horizontal_position(counter % columns, group) + 0.5) * unit,
                top + (pixels(counter / columns) + 0.5) * unit,
            )
        };
        let y = top + self.line_count(columns) * unit / 2.0 + FONT_SIZE * 0.35;
        let (left, right) = (layout.left, layout.right);
        sheet.text(spot(left, y), Anchor::Start, FONT_SIZE, self.name);
        sheet.text(
            spot(right, y),
            Anchor::End,
            FONT_SIZE,
            &self.now.to_string(),
        );
        let counters = self.now.max(self.before);
        for counter in 0..counters {
            let attributes = if counter >= self.now {
                edged("none", colour::LAST, 2.5)
            } else if self.is_outlined {
                edged("none", colour::REACH, 2.5)
            } else {
                fill(colour::REACH)
            };
            if self.is_sweet && counter < self.now {
                draw_wrapper(sheet, at(counter), unit);
            }
            sheet.circle(at(counter), unit * 0.34, &attributes);
        }
        if counters == 0 {
            sheet.circle(at(0), unit * 0.08, &fill(colour::LINE));
        }
        self.draw_marks(sheet, unit, at);
    }

    fn draw_marks(&self, sheet: &mut Sheet, unit: f64, at: impl Fn(u64) -> Spot) {
        for &(mark, count) in &self.marks {
            for counter in self.now.saturating_sub(count)..self.now {
                // Of different radii, so that both show if two moves mark the same counter.
                let radius = if mark == Mark::Wrong { 0.37 } else { 0.44 };
                sheet.ring(at(counter), unit * radius, mark);
            }
        }
        for &(mark, place) in &self.cuts {
            if place == self.now {
                // An empty ring marks where a stone is placed.
                sheet.ring(at(place), unit * 0.34, mark);
            } else {
                let [from, to] = at(place).shape(unit, [(-0.5, -0.6), (-0.5, 0.6)]);
                sheet.line(from, to, &mark.stroke());
            }
        }
    }
}

/// The two ends of the paper around a candy.
fn draw_wrapper(sheet: &mut Sheet, at: Spot, unit: f64) {
    for side in [-1.0, 1.0] {
        let corners = [(0.5, -0.2), (0.2, -0.5), (0.1, -0.1)];
        let end = at.shape(side * unit, corners);
        sheet.polygon(&end, &fill(colour::LAST));
    }
}

/// The horizontal position of a counter, in counter widths. Counters are in groups.
fn horizontal_position(counter: u64, group: u64) -> f64 {
    pixels(counter) + 0.15 * pixels(counter / group)
}

/// The width of a text of `count` characters beside the counters.
fn text_width(count: usize) -> f64 {
    match u64::try_from(count) {
        Ok(0) | Err(_) => 0.0,
        Ok(count) => pixels(count) * FONT_SIZE * 0.6 + 12.0,
    }
}

/// Heaps as bars, drawn to the scale of the largest heap at the start, each with its name and size.
pub(super) fn bars(board: &Board) -> String {
    let (start, now) = (lettered_heaps(&board.start), lettered_heaps(&board.now));
    let before = board.before.as_ref().map(lettered_heaps);
    let largest = start.iter().copied().max().unwrap_or(1);
    let bar = |(heap, (&now, &total)): (usize, (&u64, &u64))| {
        let before = before.and_then(|before| before.get(heap)).copied();
        let taken = board.marked().filter_map(|(mark, mv)| match mv {
            Move::Take(amounts) => Some((mark, amounts.get(heap).copied()?)),
            Move::Split { .. } | Move::Place(_) | Move::Count(_) | Move::Clear(_) => None,
        });
        let taken = taken.filter(|(_, amount)| *amount > 0);
        Bar {
            name: board.names.get(heap).map_or("", String::as_str),
            now,
            total,
            before: before.unwrap_or(now),
            marks: taken
                .map(|(mark, amount)| (mark, now.saturating_sub(amount), now))
                .collect(),
        }
    };
    let bars: Vec<Bar<'_>> = now.iter().zip(start).enumerate().map(bar).collect();
    bars_svg(largest, &bars)
}

/// How far a count has come, as a bar.
pub(super) fn count_bar(board: &Board, counting: Counting, before: u64) -> String {
    let Counting { count, target, .. } = counting;
    let added = board.marked().filter_map(|(mark, mv)| match mv {
        Move::Count(amount) => Some((mark, count, count.saturating_add(amount).min(target))),
        Move::Take(_) | Move::Split { .. } | Move::Place(_) | Move::Clear(_) => None,
    });
    let bar = Bar {
        name: "",
        now: count,
        total: target,
        before,
        marks: added.collect(),
    };
    bars_svg(target, &[bar])
}

/// A bar that shows how much of a total there is now, and how much there was before the last move.
/// Each mark has a start and an end.
struct Bar<'b> {
    name: &'b str,
    now: u64,
    total: u64,
    before: u64,
    marks: Vec<(Mark, u64, u64)>,
}

fn bars_svg(full_size: u64, bars: &[Bar<'_>]) -> String {
    const HEIGHT: f64 = 34.0;
    const ROW: f64 = HEIGHT + 34.0;
    let count = u64::try_from(bars.len()).unwrap_or(1);
    let (mut sheet, left) = Sheet::centred(WIDTH, pixels(count) * ROW);
    let length = |size: u64| pixels(size) / pixels(full_size.max(1)) * WIDTH;
    for (row, bar) in (0..).zip(bars) {
        let y = MARGIN + pixels(row) * ROW + 28.0;
        let above = spot(left, y - 9.0);
        // The same separator in every language, since a picture does not know its language.
        let number = grouped(&bar.now.to_string(), " ");
        let label = match bar.name {
            "" => number,
            name => format!("{name}: {number}"),
        };
        sheet.text(above, Anchor::Start, FONT_SIZE, &label);
        let mut draw_part = |(from, to): (u64, u64), least: f64, attributes: &str| {
            let corner = spot(left + length(from), y);
            let width = (length(to) - length(from)).max(least);
            sheet.rectangle(corner, (width, HEIGHT), &format!(r#"rx="6" {attributes}"#));
        };
        draw_part(
            (0, bar.total),
            1.0,
            &edged(colour::SQUARE, colour::LINE, 1.0),
        );
        if bar.now > 0 {
            draw_part((0, bar.now), 1.0, &fill(colour::REACH));
        }
        if bar.before != bar.now {
            let last_move = (bar.now.min(bar.before), bar.now.max(bar.before));
            draw_part(last_move, 2.0, &edged("none", colour::LAST, 3.0));
        }
        for &(mark, from, to) in &bar.marks {
            draw_part(
                (from, to),
                3.0,
                &format!(r#"fill="none" {}"#, mark.stroke()),
            );
        }
    }
    sheet.into_svg()
}

fn lettered_heaps(position: &Position) -> &[u64] {
    position.shape().lettered().unwrap_or_default()
}
