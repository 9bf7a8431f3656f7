//! A sheet to draw on: shapes become SVG text. Knows nothing of games.
//!
//! Most colours are named by their main use. They can be told apart with red-green colour
//! blindness. The sheet has a background, so that a picture is readable in dark and light themes.

use std::fmt::Write;

/// Colours.
pub(super) mod colour {
    pub(crate) const SHEET: &str = "#f7f1e3";
    pub(crate) const LINE: &str = "#d5c9ac";
    pub(crate) const INK: &str = "#3b3428";
    pub(crate) const SQUARE: &str = "#ebe1c8";
    pub(crate) const REACH: &str = "#1f6fb2";
    pub(crate) const QUEEN: &str = "#4b2a7b";
    pub(crate) const LAST: &str = "#d9730d";
    pub(crate) const HOME: &str = "#2c7a4b";
    pub(crate) const COLD: &str = "#8cc7e8";
    pub(crate) const LIGHT_ORANGE: &str = "#f2b36b";
    pub(crate) const BROWN: &str = "#7a5230";
    pub(crate) const WRONG: &str = "#b3261e";
    /// Prizes only.
    pub(crate) const GOLD: &str = "#f2b632";
}

/// The usual margin around a drawing.
pub(super) const MARGIN: f64 = 22.0;

/// The greatest usual width of a drawing, and the usual font sizes, in pixels. On a phone, which
/// shows a picture in about 320 pixels, letters and numbers are then at least 12 pixels high.
pub(super) const WIDTH: f64 = 440.0;
pub(super) const FONT_SIZE: f64 = 22.0;
pub(super) const NUMBER_SIZE: f64 = 19.0;

/// The width of the narrowest sheet.
const MIN_WIDTH: f64 = 320.0;

/// A mark on a move, or on its result. Marks differ in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The result of the last move.
    New,
    /// A move that is chosen but not made yet.
    Chosen,
    /// A move that wins.
    Winning,
    /// A move that was made and threw the win away.
    Wrong,
}

impl Mark {
    pub(super) const fn colour(self) -> &'static str {
        match self {
            Self::New => colour::LAST,
            Self::Chosen => colour::QUEEN,
            Self::Winning => colour::HOME,
            Self::Wrong => colour::WRONG,
        }
    }

    /// Its stroke, dashed for a wrong move.
    pub(super) fn stroke(self) -> String {
        let (width, dashes) = match self {
            Self::New => (2.5, ""),
            Self::Chosen | Self::Winning => (4.0, ""),
            Self::Wrong => (3.5, r#" stroke-dasharray="5 4""#),
        };
        stroke(self.colour(), width) + dashes
    }
}

/// A point, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

pub(super) const fn spot(x: f64, y: f64) -> Spot {
    Spot { x, y }
}

impl Spot {
    /// The point that lies `right` pixels to the right of this one, and `down` pixels below.
    pub(super) const fn offset(self, right: f64, down: f64) -> Self {
        spot(self.x + right, self.y + down)
    }

    /// The corners of a shape around this point. `corners` are relative, in units of `unit` pixels.
    pub(super) fn shape<const N: usize>(self, unit: f64, corners: [(f64, f64); N]) -> [Self; N] {
        corners.map(|(right, down)| self.offset(right * unit, down * unit))
    }
}

/// The attributes of a shape that is filled with the given colour.
pub(super) fn fill(colour: &str) -> String {
    format!(r#"fill="{colour}""#)
}

/// The attributes of a shape with an edge.
pub(super) fn edged(inside: &str, colour: &str, width: f64) -> String {
    format!("{} {}", fill(inside), stroke(colour, width))
}

/// The attributes of a line.
pub(super) fn stroke(colour: &str, width: f64) -> String {
    format!(r#"stroke="{colour}" stroke-width="{width}""#)
}

/// A count as a length.
#[expect(
    clippy::cast_precision_loss,
    reason = "the rounding error is far smaller than a pixel"
)]
pub(super) const fn pixels(count: u64) -> f64 {
    count as f64
}

/// A sheet of a fixed size, on which shapes are drawn one over the other.
pub(super) struct Sheet {
    width: f64,
    height: f64,
    elements: String,
}

/// How a text is aligned to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Sheet {
    /// An empty sheet with rounded corners.
    pub(super) fn new(width: f64, height: f64) -> Self {
        let mut sheet = Self {
            width,
            height,
            elements: String::new(),
        };
        let attributes = format!(r#"rx="12" fill="{}""#, colour::SHEET);
        sheet.rectangle(spot(0.0, 0.0), (width, height), &attributes);
        sheet
    }

    /// An empty sheet with margins for a centred drawing of the given size. Also returns the left
    /// edge of the drawing.
    pub(super) fn centred(width: f64, height: f64) -> (Self, f64) {
        let full_width = (width + 2.0 * MARGIN).max(MIN_WIDTH);
        let sheet = Self::new(full_width, height + 2.0 * MARGIN);
        (sheet, (full_width - width) / 2.0)
    }

    /// A ring that marks something.
    pub(super) fn ring(&mut self, at: Spot, radius: f64, mark: Mark) {
        self.circle(at, radius, &format!(r#"fill="none" {}"#, mark.stroke()));
    }

    pub(super) fn rectangle(&mut self, at: Spot, (width, height): (f64, f64), attributes: &str) {
        let Spot { x, y } = at;
        self.element(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" {attributes}/>"#
        ));
    }

    pub(super) fn line(&mut self, from: Spot, to: Spot, attributes: &str) {
        self.element(format_args!(
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" {attributes}/>"#,
            from.x, from.y, to.x, to.y
        ));
    }

    pub(super) fn circle(&mut self, at: Spot, radius: f64, attributes: &str) {
        self.element(format_args!(
            r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" {attributes}/>"#,
            at.x, at.y
        ));
    }

    pub(super) fn path(&mut self, outline: &str, attributes: &str) {
        self.element(format_args!("<path d=\"{outline}\" {attributes}/>"));
    }

    pub(super) fn polygon(&mut self, corners: &[Spot], attributes: &str) {
        self.shape("polygon", corners, attributes);
    }

    pub(super) fn polyline(&mut self, corners: &[Spot], attributes: &str) {
        self.shape("polyline", corners, attributes);
    }

    fn shape(&mut self, element: &str, corners: &[Spot], attributes: &str) {
        let mut points = String::new();
        for corner in corners {
            // Writing to a string cannot fail.
            let _ = write!(points, "{:.1},{:.1} ", corner.x, corner.y);
        }
        let points = points.trim_end();
        self.element(format_args!(
            r#"<{element} points="{points}" {attributes}/>"#
        ));
    }

    /// Writes text unescaped, so it must not contain `<` or `&`.
    pub(super) fn text(&mut self, at: Spot, anchor: Anchor, size: f64, text: &str) {
        self.text_in(at, anchor, size, colour::INK, text);
    }

    /// Like `text`, but in the given colour.
    pub(super) fn text_in(
        &mut self,
        at: Spot,
        anchor: Anchor,
        size: f64,
        colour: &str,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let Spot { x, y } = at;
        self.element(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" font-family="Hack" font-size="{size:.1}" fill="{colour}">{text}</text>"#
        ));
    }

    /// The arrow of a move. The tip is `gap` pixels short of `to`.
    pub(super) fn arrow(&mut self, from: Spot, to: Spot, gap: f64, mark: Mark) {
        let colour = mark.colour();
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let short_of_end = |distance: f64| spot(to.x - distance * ux, to.y - distance * uy);
        let (tip, neck) = (short_of_end(gap), short_of_end(gap + 10.0));
        let stroke = format!(r#"{} stroke-linecap="round""#, mark.stroke());
        self.line(from, neck, &stroke);
        let side = |sign: f64| spot(neck.x - sign * 7.0 * uy, neck.y + sign * 7.0 * ux);
        self.polygon(&[tip, side(1.0), side(-1.0)], &fill(colour));
    }

    /// Another picture, scaled to fit into a box of the given size and centred in it.
    pub(super) fn inset(&mut self, at: Spot, size: (f64, f64), svg: &str) {
        self.inset_with(at, size, svg, "");
    }

    /// Like `inset`, but hardly to be seen.
    pub(super) fn faint_inset(&mut self, at: Spot, size: (f64, f64), svg: &str) {
        self.inset_with(at, size, svg, r#"opacity="0.3""#);
    }

    fn inset_with(
        &mut self,
        Spot { x, y }: Spot,
        (width, height): (f64, f64),
        svg: &str,
        own: &str,
    ) {
        // There is nothing to draw.
        if svg.is_empty() {
            return;
        }
        let attributes = format!(
            r#"x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" {own} viewBox"#
        );
        // Drop the picture's own size: the box determines it.
        let inner = svg.split_once("viewBox").map_or("", |(_, inner)| inner);
        self.element(format_args!("<svg {attributes}{inner}"));
    }

    /// The whole sheet as SVG.
    pub(super) fn into_svg(self) -> String {
        let Self {
            width,
            height,
            elements,
        } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n{elements}</svg>\n"
        )
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.elements, "{element}");
    }
}
