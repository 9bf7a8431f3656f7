//! Leaderboards.

use super::Service;
use nim_games::Variant;
use wythoff_game::MemberId;
use wythoff_game::records::{
    Leaderboard, Order, PAGE_SIZE, Page, PageRequest, Ranked, Scope, Standing,
};
use wythoff_store::Read;

/// The lowest row that can be reached by paging. Members below it can still see the page around
/// themselves.
const DEEPEST: i64 = 100;

impl Service {
    /// The kind of game with the most rated games in a scope.
    pub async fn most_played(&self, scope: Scope) -> wythoff_store::Result<Option<Variant>> {
        let read = |mut view: Read| async move { view.most_played(scope).await };
        self.store.read(read).await
    }

    /// A page of a leaderboard, with the place of the member who asks.
    pub async fn leaderboard(
        &self,
        scope: Scope,
        variant: Variant,
        order: Order,
        request: PageRequest,
        member: MemberId,
    ) -> wythoff_store::Result<Leaderboard> {
        self.store
            .read(move |mut view: Read| async move {
                page(&mut view, (scope, variant), order, request, member).await
            })
            .await
    }
}

async fn page(
    view: &mut Read,
    (scope, variant): (Scope, Variant),
    order: Order,
    request: PageRequest,
    member: MemberId,
) -> wythoff_store::Result<Leaderboard> {
    let own = view.rank((scope, variant), order, member).await?;
    let mut board = Leaderboard {
        variant,
        scope,
        order,
        rows: Vec::new(),
        first: None,
        has_below: false,
        is_all: false,
        own,
    };
    let first = match (request, own) {
        (PageRequest::Me, Some(own)) => {
            let rows = around(view, (scope, variant), order, own).await?;
            board.rows = placed(view, (scope, variant), order, rows).await?;
            return Ok(board);
        }
        (PageRequest::First | PageRequest::Me, _) => 1,
        (PageRequest::From(row), _) => row.clamp(1, DEEPEST),
    };
    // Reading one row more than is shown tells whether there is another page.
    let (page, most) = (Page::From(first), i64::from(PAGE_SIZE) + 1);
    let mut rows = view.leaders((scope, variant), order, page, most).await?;
    let has_more = rows.len() > PAGE_SIZE.into();
    rows.truncate(PAGE_SIZE.into());
    board.rows = placed(view, (scope, variant), order, rows).await?;
    let last = first + i64::try_from(board.rows.len()).unwrap_or(0) - 1;
    board.first = Some(first);
    board.has_below = has_more && last < DEEPEST;
    board.is_all = first == 1 && !has_more;
    Ok(board)
}

/// The rows of the page centred on the member who asks.
async fn around(
    view: &mut Read,
    board: (Scope, Variant),
    order: Order,
    own: Ranked,
) -> wythoff_store::Result<Vec<(Standing, String)>> {
    let (key, half) = (own.standing.key(order), i64::from(PAGE_SIZE / 2));
    let mut rows = view.leaders(board, order, Page::Above(key), half).await?;
    let name = view.member(own.standing.member).await?.name;
    rows.push((own.standing, name.unwrap_or_else(|| "?".to_owned())));
    let below = view.leaders(board, order, Page::Below(key), half - 1);
    rows.extend(below.await?);
    Ok(rows)
}

/// The rows of a page with their places, which equal values share.
async fn placed(
    view: &mut Read,
    board: (Scope, Variant),
    order: Order,
    rows: Vec<(Standing, String)>,
) -> wythoff_store::Result<Vec<(i64, Standing, String)>> {
    let mut placed: Vec<(i64, Standing, String)> = Vec::with_capacity(rows.len());
    // The first row whose value nobody above the page has, and its place.
    let mut known = None;
    for (index, (standing, name)) in (0..).zip(rows) {
        let value = standing.key(order).value;
        let shared = placed
            .last()
            .filter(|(_, above, _)| above.key(order).value.total_cmp(&value).is_eq());
        let place = match (shared, known) {
            (Some(&(place, ..)), _) => place,
            (None, Some((first, place))) => place + index - first,
            (None, None) => {
                let (place, _is_exact) = view.place(board, order, value).await?;
                known = (index > 0).then_some((index, place));
                place
            }
        };
        placed.push((place, standing, name));
    }
    Ok(placed)
}
