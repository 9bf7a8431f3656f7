//! Leaderboards.

use super::Service;
use crate::game::MemberId;
use crate::records::{Leaderboard, Order, PAGE_SIZE, Page, PageRequest, Ranked, Scope};
use crate::store::{self, Snapshot};

/// The last place that pages lead to. Members below it see the page around themselves.
const DEEPEST: i64 = 100;

impl Service {
    /// A page of a leaderboard, with the place of the member who asks.
    pub async fn leaderboard(
        &self,
        scope: Scope,
        order: Order,
        turn: PageRequest,
        member: MemberId,
    ) -> store::Result<Leaderboard> {
        self.store
            .read(move |mut view| async move { page(&mut view, scope, order, turn, member).await })
            .await
    }
}

async fn page(
    view: &mut Snapshot,
    scope: Scope,
    order: Order,
    turn: PageRequest,
    member: MemberId,
) -> store::Result<Leaderboard> {
    let own = view.rank(scope, order, member).await?;
    let first = match (turn, &own) {
        (PageRequest::Me, Some(own)) => return around(view, scope, order, *own).await,
        (PageRequest::First | PageRequest::Me, _) => 1,
        (PageRequest::From(place), _) => place.clamp(1, DEEPEST),
    };
    // One more than is shown tells whether there is another page.
    let (page, most) = (Page::From(first), i64::from(PAGE_SIZE) + 1);
    let mut rows = view.leaders(scope, order, page, most).await?;
    let has_more = rows.len() > PAGE_SIZE.into();
    rows.truncate(PAGE_SIZE.into());
    let last = first + i64::try_from(rows.len()).unwrap_or(0) - 1;
    Ok(Leaderboard {
        scope,
        order,
        rows,
        first,
        has_above: first > 1,
        has_below: has_more && last < DEEPEST,
        is_all: first == 1 && !has_more,
        own,
    })
}

/// The page with the member who asks in its middle.
async fn around(
    view: &mut Snapshot,
    scope: Scope,
    order: Order,
    own: Ranked,
) -> store::Result<Leaderboard> {
    let key = own.standing.key(order);
    let half = i64::from(PAGE_SIZE / 2);
    let mut rows = view.leaders(scope, order, Page::Above(key), half).await?;
    let first = (own.place - i64::try_from(rows.len()).unwrap_or(0)).max(1);
    let name = view.member(own.standing.member).await?.name.clone();
    rows.push((own.standing, name.unwrap_or_else(|| "?".to_owned())));
    rows.extend(
        view.leaders(scope, order, Page::Below(key), half - 1)
            .await?,
    );
    Ok(Leaderboard {
        scope,
        order,
        rows,
        first,
        has_above: false,
        has_below: false,
        is_all: false,
        own: Some(own),
    })
}
