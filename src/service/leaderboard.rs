//! Leaderboards, and the numbers of a member.

use super::Service;
use crate::game::MemberId;
use crate::records::{BotWin, GameRecord, Order, Page, Ranked, RatedUpTo, Scope, Standing, Tally};
use crate::rules::wythoff::Position;
use crate::store::{self, Snapshot};

/// The number of members on a page of a leaderboard.
pub const A_PAGE: u8 = 10;

/// The last place that pages lead to. Members below it see the page around themselves.
const DEEPEST: i64 = 100;

/// How many of the best wins against the bot are shown.
const BEST_WINS: i64 = 3;

/// A page of a leaderboard.
#[derive(Clone, Debug)]
pub struct Leaderboard {
    /// Whose games are ranked.
    pub scope: Scope,
    /// What it ranks by.
    pub order: Order,
    /// The members on the page with their names, the best first.
    pub rows: Vec<(Standing, String)>,
    /// The place of the first of them.
    pub first: i64,
    /// Whether a control leads to a page above.
    pub has_above: bool,
    /// Whether a control leads to a page below.
    pub has_below: bool,
    /// Whether everybody who is ranked is on this page.
    pub is_all: bool,
    /// The place of the member who asks.
    pub own: Option<Ranked>,
}

/// The page that a member wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageRequest {
    /// The first one.
    First,
    /// The page that begins with that place.
    From(i64),
    /// The page around the member who asks.
    Me,
}

/// A member's numbers.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The name last seen, if there is one.
    pub name: Option<String>,
    /// The rating, after the first rated game.
    pub rated: Option<RatedUpTo>,
    /// Every rating, the oldest first.
    pub history: Vec<RatedUpTo>,
    /// The most rated wins in a row.
    pub longest_streak: i64,
    /// Games by kind of opponent.
    pub tallies: Vec<Tally>,
    /// The best wins against the bot.
    pub best: Vec<BotWin>,
}

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

    /// A member's numbers.
    pub async fn stats(&self, member: MemberId) -> store::Result<Stats> {
        self.store
            .read(move |mut view| async move {
                let history = view.rating_history(member).await?;
                Ok(Stats {
                    name: view.member(member).await?.name.clone(),
                    rated: history.last().copied(),
                    history,
                    longest_streak: view.longest_streak(member).await?,
                    tallies: view.tallies(member).await?,
                    best: view.best_bot_wins(member, BEST_WINS).await?,
                })
            })
            .await
    }

    /// Whether the member plays a game with another member at that position, in either order of the piles.
    pub async fn is_being_played(
        &self,
        member: MemberId,
        position: Position,
    ) -> store::Result<bool> {
        let running = self.running_games(member).await?;
        let is_it =
            |record: &GameRecord| record.game.players().level().is_none() && record.shows(position);
        Ok(running.iter().any(is_it))
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
    let (page, most) = (Page::From(first), i64::from(A_PAGE) + 1);
    let mut rows = view.leaders(scope, order, page, most).await?;
    let has_more = rows.len() > A_PAGE.into();
    rows.truncate(A_PAGE.into());
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
    let half = i64::from(A_PAGE / 2);
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
