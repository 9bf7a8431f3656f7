//! What is drawn around a picture: the animal that one plays against, beaten or not yet; the ten
//! animals in a row.

use super::svg::{
    Anchor, FONT_SIZE, MARGIN, Sheet, Spot, colour, edged, fill, pixels, spot, stroke,
};
use nim_games::Animal;
use wythoff_game::records::Ladder;

/// What is drawn around a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The opponent, beside the picture.
    Against(Animal),
    /// The opponent, who is beaten: a trophy above the picture.
    Beaten {
        /// The opponent.
        animal: Animal,
        /// Whether the win counts, so that the opponent gets a tick.
        counts: bool,
        /// All animals below the picture, if this was the next one.
        climbed: Option<Climbed>,
    },
    /// All animals, below the picture.
    Ladder(Climbed),
}

/// Which animals are beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Climbed {
    /// The next one: all before it are beaten.
    next: Animal,
    /// Whether all are beaten.
    is_topped: bool,
}

impl Climbed {
    pub(crate) fn of(ladder: &Ladder) -> Self {
        Self {
            next: ladder.reached,
            is_topped: ladder.topped.is_some(),
        }
    }

    /// Just after that animal was beaten.
    pub(crate) fn past(animal: Animal) -> Self {
        Self {
            next: animal.next().unwrap_or(animal),
            is_topped: animal.next().is_none(),
        }
    }
}

/// The width of a portrait beside a picture, and in a row of ten.
const PORTRAIT: f64 = 96.0;
const SMALL_PORTRAIT: f64 = 50.0;
const GAP: f64 = 6.0;
const ROW: f64 = 10.0 * (SMALL_PORTRAIT + GAP) - GAP;

/// Wider pictures have the portrait above them: beside it they would be too small on a phone.
const WIDEST_BESIDE: f64 = 400.0;

/// The height of a celebration.
const CELEBRATION: f64 = 168.0;
const LEAST_WIDTH: f64 = 440.0;

/// A picture with its frame. `inside` is the picture as SVG; a celebration can do without.
pub(super) fn framed(frame: Frame, inside: Option<&str>) -> String {
    let (width, height) = inside.map_or((0.0, 0.0), size);
    let inside = inside.unwrap_or_default();
    match frame {
        Frame::Against(animal) if width <= WIDEST_BESIDE => {
            let full_width = width + PORTRAIT + 2.0 * GAP;
            let mut sheet = Sheet::new(full_width, height.max(PORTRAIT + 4.0 * GAP));
            sheet.inset(spot(0.0, 0.0), (width, height), inside);
            portrait(&mut sheet, spot(width, 2.0 * GAP), PORTRAIT, animal);
            sheet.into_svg()
        }
        Frame::Against(animal) => {
            let above = PORTRAIT + GAP;
            let mut sheet = Sheet::new(width, height + above);
            sheet.inset(spot(0.0, above), (width, height), inside);
            let corner = spot(width - PORTRAIT - 2.0 * GAP, 2.0 * GAP);
            portrait(&mut sheet, corner, PORTRAIT, animal);
            sheet.into_svg()
        }
        Frame::Beaten {
            animal,
            counts,
            climbed,
        } => {
            let least = if climbed.is_some() {
                ROW + 4.0 * GAP
            } else {
                LEAST_WIDTH
            };
            let full_width = width.max(least);
            let below = climbed.map_or(0.0, |_| SMALL_PORTRAIT + 3.0 * GAP);
            let mut sheet = Sheet::new(full_width, CELEBRATION + height + below);
            celebration(&mut sheet, full_width, animal, counts);
            let corner = spot((full_width - width) / 2.0, CELEBRATION);
            sheet.inset(corner, (width, height), inside);
            if let Some(climbed) = climbed {
                let corner = spot((full_width - ROW) / 2.0, CELEBRATION + height);
                row(&mut sheet, corner, climbed);
            }
            sheet.into_svg()
        }
        Frame::Ladder(climbed) => {
            let full_width = width.max(ROW + 4.0 * GAP);
            // The board is drawn as large as there is room for it.
            let height = height * full_width / width.max(1.0);
            let mut sheet = Sheet::new(full_width, height + SMALL_PORTRAIT + 3.0 * GAP);
            sheet.inset(spot(0.0, 0.0), (full_width, height), inside);
            let corner = spot((full_width - ROW) / 2.0, height);
            row(&mut sheet, corner, climbed);
            sheet.into_svg()
        }
    }
}

/// The ten animals in a row for each of the given games, whose names are above.
pub(super) fn animals(games: &[(String, Climbed)]) -> String {
    let above = FONT_SIZE + 2.0 * GAP;
    let height = above + SMALL_PORTRAIT + 2.0 * GAP;
    let count = pixels(u64::try_from(games.len()).unwrap_or(1));
    let (mut sheet, left) = Sheet::centred(ROW, count * height - 2.0 * GAP);
    let mut corner = spot(left, MARGIN);
    for (name, climbed) in games {
        sheet.text(
            corner.offset(0.0, FONT_SIZE),
            Anchor::Start,
            FONT_SIZE,
            name,
        );
        row(&mut sheet, corner.offset(0.0, above), *climbed);
        corner = corner.offset(0.0, height);
    }
    sheet.into_svg()
}

/// The ten animals in a row: those that are beaten with a tick, the next one in a ring, and the
/// others hardly to be seen.
fn row(sheet: &mut Sheet, corner: Spot, Climbed { next, is_topped }: Climbed) {
    let mut at = corner;
    for animal in Animal::ALL {
        if animal <= next || is_topped {
            portrait(sheet, at, SMALL_PORTRAIT, animal);
        } else {
            sheet.faint_inset(at, (SMALL_PORTRAIT, SMALL_PORTRAIT), svg(animal));
        }
        let middle = at.offset(SMALL_PORTRAIT / 2.0, SMALL_PORTRAIT / 2.0);
        if animal < next || is_topped {
            tick(sheet, middle.offset(16.0, 16.0), 9.0);
        } else if animal == next {
            let ring = edged("none", colour::REACH, 4.0);
            sheet.circle(middle, SMALL_PORTRAIT / 2.0, &ring);
        }
        at = at.offset(SMALL_PORTRAIT + GAP, 0.0);
    }
}

/// A trophy, and the beaten animal, with a tick if the win counts, among confetti.
fn celebration(sheet: &mut Sheet, width: f64, animal: Animal, counts: bool) {
    confetti(sheet, width);
    let side = 120.0;
    let middle = width / 2.0;
    trophy(sheet, spot(middle - 80.0, CELEBRATION / 2.0));
    let corner = spot(middle + 16.0, (CELEBRATION - side) / 2.0);
    portrait(sheet, corner, side, animal);
    if counts {
        tick(sheet, corner.offset(side - 14.0, side - 14.0), 20.0);
    }
}

/// Small pieces of paper, always in the same places.
pub(super) fn confetti(sheet: &mut Sheet, width: f64) {
    const COLOURS: [&str; 4] = [colour::REACH, colour::LAST, colour::HOME, colour::GOLD];
    // The fractional parts of the multiples of the golden ratio are spread evenly.
    let phi = f64::midpoint(1.0, 5.0_f64.sqrt());
    for piece in 0..44_u8 {
        let number = f64::from(piece);
        let (x, y) = ((number * phi).fract(), (number * phi * phi * 7.0).fract());
        let at = spot(x * (width - 30.0) + 15.0, y * (CELEBRATION - 30.0) + 10.0);
        let tilt = if piece % 2 == 0 { 5.0 } else { -5.0 };
        let corners = at.shape(1.0, [(0.0, 0.0), (8.0, tilt), (8.0 - tilt, 8.0 + tilt)]);
        let colour = COLOURS.get(usize::from(piece) % COLOURS.len());
        sheet.polygon(&corners, &fill(colour.unwrap_or(&colour::GOLD)));
    }
}

/// A cup of gold.
fn trophy(sheet: &mut Sheet, middle: Spot) {
    let gold = edged(colour::GOLD, colour::INK, 3.0);
    for side in [-1.0, 1.0] {
        let handle = format!(r#"fill="none" {}"#, stroke(colour::INK, 9.0));
        sheet.circle(middle.offset(side * 36.0, -28.0), 17.0, &handle);
        let handle = format!(r#"fill="none" {}"#, stroke(colour::GOLD, 4.0));
        sheet.circle(middle.offset(side * 36.0, -28.0), 17.0, &handle);
    }
    let stem = [(-7.0, 16.0), (7.0, 16.0), (9.0, 44.0), (-9.0, 44.0)];
    sheet.polygon(&middle.shape(1.0, stem), &gold);
    let foot = [(-28.0, 56.0), (28.0, 56.0), (20.0, 42.0), (-20.0, 42.0)];
    sheet.polygon(&middle.shape(1.0, foot), &gold);
    let cup = [
        (-36.0, -56.0),
        (36.0, -56.0),
        (33.0, -18.0),
        (22.0, 8.0),
        (8.0, 20.0),
        (-8.0, 20.0),
        (-22.0, 8.0),
        (-33.0, -18.0),
    ];
    sheet.polygon(&middle.shape(1.0, cup), &gold);
    // A star with five points: each is two fifths of a turn from the one before.
    let star = [0.0_f64, 2.0, 4.0, 1.0, 3.0].map(|point| {
        let angle = point * std::f64::consts::TAU / 5.0;
        (17.0 * angle.sin(), -20.0 - 17.0 * angle.cos())
    });
    sheet.polygon(&middle.shape(1.0, star), &fill(colour::SHEET));
}

/// A tick in a green circle.
fn tick(sheet: &mut Sheet, middle: Spot, radius: f64) {
    sheet.circle(middle, radius, &edged(colour::HOME, colour::SHEET, 2.5));
    let strokes = middle.shape(radius, [(-0.45, 0.05), (-0.12, 0.4), (0.5, -0.35)]);
    let line = format!(
        r#"fill="none" stroke-linecap="round" stroke-linejoin="round" {}"#,
        stroke(colour::SHEET, radius / 4.0)
    );
    sheet.polyline(&strokes, &line);
}

pub(super) fn portrait(sheet: &mut Sheet, at: Spot, side: f64, animal: Animal) {
    sheet.inset(at, (side, side), svg(animal));
}

/// The width and height of a picture that [`Sheet`] has drawn.
pub(super) fn size(svg: &str) -> (f64, f64) {
    let attribute = |name: &str| {
        let (_, rest) = svg.split_once(name)?;
        rest.split('"').next()?.parse().ok()
    };
    let length = |name| attribute(name).unwrap_or(0.0);
    (length(" width=\""), length(" height=\""))
}

/// The portrait of an animal, a square.
const fn svg(animal: Animal) -> &'static str {
    match animal {
        Animal::Duckling => include_str!("animals/duckling.svg"),
        Animal::Rabbit => include_str!("animals/rabbit.svg"),
        Animal::Hedgehog => include_str!("animals/hedgehog.svg"),
        Animal::Squirrel => include_str!("animals/squirrel.svg"),
        Animal::Otter => include_str!("animals/otter.svg"),
        Animal::Swan => include_str!("animals/swan.svg"),
        Animal::Dolphin => include_str!("animals/dolphin.svg"),
        Animal::Elephant => include_str!("animals/elephant.svg"),
        Animal::Reindeer => include_str!("animals/reindeer.svg"),
        Animal::Penguin => include_str!("animals/penguin.svg"),
    }
}
