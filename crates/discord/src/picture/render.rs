//! Renders SVG as PNG, off the async threads, and caches the results by [`Picture`].

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use resvg::tiny_skia::{ColorU8, Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::Picture;
use wythoff_game::chain::chain;

/// How many pictures are kept. Most are about ten kilobytes.
const CACHE_SIZE: usize = 1024;

/// How many pictures are drawn at the same time. Each needs a few megabytes of memory. A message
/// that would wait too long is sent without its picture.
const MAX_CONCURRENT: usize = 1;

/// How long a message waits for its picture. A debug build takes several times as long to draw one.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 400 });

/// A cache of drawn pictures.
pub struct PictureCache {
    draw: Arc<Draw>,
    /// Limits the number of pictures that are being drawn, including those that nobody waits for
    /// any more.
    draw_permits: Arc<Semaphore>,
    drawn: Cache<Picture, Arc<[u8]>>,
}

/// A function that draws a picture as PNG.
pub(super) type Draw = dyn Fn(&Picture) -> Result<Vec<u8>, RenderError> + Send + Sync;

/// Why there is no picture.
#[derive(Debug, Error)]
pub(super) enum RenderError {
    #[error("the picture is not SVG")]
    Svg(#[from] usvg::Error),
    #[error("the picture has no size")]
    Size,
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
    #[error("the picture cannot be written with a palette")]
    Palette(#[from] png::EncodingError),
    #[error("the picture was not drawn in time")]
    Late,
    #[error("the drawing code panicked")]
    Panic,
}

impl std::fmt::Debug for PictureCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PictureCache")
            .field("drawn", &self.drawn.len())
            .finish_non_exhaustive()
    }
}

impl Default for PictureCache {
    fn default() -> Self {
        Self::new()
    }
}

impl PictureCache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
        let options = Options {
            fontdb: Arc::new(fonts),
            ..Options::default()
        };
        Self::drawing_with(move |picture| render(&picture.svg(), &options))
    }

    /// An empty cache that draws with the given function.
    pub(super) fn drawing_with(
        draw: impl Fn(&Picture) -> Result<Vec<u8>, RenderError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            draw: Arc::new(draw),
            draw_permits: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            drawn: Cache::new(CACHE_SIZE),
        }
    }

    /// The picture as PNG. Returns `None` if drawing it fails or takes too long, which is logged.
    pub async fn png(&self, picture: &Picture) -> Option<Arc<[u8]>> {
        let count = |outcome| {
            metrics::counter!("wythoff_pictures_total", "outcome" => outcome).increment(1);
        };
        if let Some(png) = self.drawn.get(picture) {
            count("kept");
            return Some(png);
        }
        // Concurrent requests for the same picture share this drawing.
        let drawing = Box::pin(self.draw(picture.clone()));
        let shared_drawing = self.drawn.get_or_insert_async(picture, drawing);
        match timeout(PATIENCE, shared_drawing)
            .await
            .unwrap_or(Err(RenderError::Late))
        {
            Ok(png) => {
                count("drawn");
                Some(png)
            }
            Err(error) => {
                count("left_out");
                tracing::warn!(error = chain(&error), "a message lacks its picture");
                None
            }
        }
    }

    async fn draw(&self, picture: Picture) -> Result<Arc<[u8]>, RenderError> {
        let Ok(permit) = self.draw_permits.clone().acquire_owned().await else {
            return Err(RenderError::Late);
        };
        let draw = self.draw.clone();
        let drawing = tokio::task::spawn_blocking(move || {
            // Held until the picture is drawn, even if nobody waits for it any more.
            let _permit = permit;
            draw(&picture)
        });
        Ok(drawing.await.unwrap_or(Err(RenderError::Panic))?.into())
    }
}

fn render(svg: &str, options: &Options<'_>) -> Result<Vec<u8>, RenderError> {
    let tree = Tree::from_str(svg, options)?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or(RenderError::Size)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    encode(&pixmap)
}

/// Encodes the picture with a palette if there are few enough colours. This takes a fraction of the
/// time, and the file is a fraction of the size.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, RenderError> {
    let Some(Indexed { palette, pixels }) = Indexed::of(pixmap) else {
        return pixmap
            .encode_png()
            .map_err(|error| RenderError::Png(error.to_string()));
    };
    let opaque: Vec<u8> = palette
        .iter()
        .flat_map(|colour| [colour.red(), colour.green(), colour.blue()])
        .collect();
    let alpha: Vec<u8> = palette.iter().map(|colour| colour.alpha()).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(opaque);
    encoder.set_trns(alpha);
    encoder.set_deflate_compression(png::DeflateCompression::Level(6));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(file)
}

/// A picture as indices into a palette.
struct Indexed {
    palette: Vec<ColorU8>,
    pixels: Vec<u8>,
}

impl Indexed {
    /// Returns `None` if there are more colours than a palette holds.
    fn of(pixmap: &Pixmap) -> Option<Self> {
        let mut indices: HashMap<[u8; 4], u8> = HashMap::new();
        let mut palette = Vec::new();
        let mut pixels = Vec::with_capacity(pixmap.pixels().len());
        // Most pixels have the colour of the previous pixel.
        for run in pixmap.pixels().chunk_by(|pixel, next| pixel == next) {
            let colour = run.first()?.demultiply();
            let key = [colour.red(), colour.green(), colour.blue(), colour.alpha()];
            let index = match indices.entry(key) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    let index = u8::try_from(palette.len()).ok()?;
                    palette.push(colour);
                    *new.insert(index)
                }
            };
            pixels.resize(pixels.len() + run.len(), index);
        }
        Some(Self { palette, pixels })
    }
}
