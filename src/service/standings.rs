//! How members stand: the leaderboards, and one member's numbers.

use super::{Service, progress};
use crate::game::MemberId;
use crate::rules::wythoff::Position;
use crate::store::{self, BotWin, Order, Page, RatedUpTo, Rung, Scope, Snapshot, Standing, Tally};

/// How many members a page of a leaderboard shows.
pub const A_PAGE: usize = 10;

/// How many of the best wins against the bot are shown.
const BEST_WINS: i64 = 3;

/// A page of a leaderboard.
#[derive(Clone, Debug)]
pub struct Leaderboard {
    /// Whose games are ranked.
    pub scope: Scope,
    /// By what.
    pub order: Order,
    /// The members of the page with their names, the best first.
    pub rows: Vec<(Standing, String)>,
    /// The place of the first of them.
    pub first: i64,
    /// Whether there is a page above this one.
    pub has_above: bool,
    /// Whether there is a page below this one.
    pub has_below: bool,
    /// The place of the member who asks.
    pub own: Option<(i64, Standing)>,
}

/// Which page somebody wants to see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// The first one.
    First,
    /// The one below that rung; the next place is that one.
    Below(Rung, i64),
    /// The one above that rung, whose place is that one.
    Above(Rung, i64),
}

/// A member's numbers.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The name last seen, if the member has been.
    pub name: Option<String>,
    /// The rating, after the first rated game.
    pub rated: Option<RatedUpTo>,
    /// Every rating, the first one first.
    pub history: Vec<RatedUpTo>,
    /// The longest row of rated wins.
    pub longest_streak: i64,
    /// Games by kind of opponent.
    pub tallies: Vec<Tally>,
    /// The best wins against the bot.
    pub best: Vec<BotWin>,
}

impl Service {
    /// A page of a leaderboard, with the place of the member who asks.
    ///
    /// # Errors
    /// What the store says.
    pub async fn leaderboard(
        &self,
        scope: Scope,
        order: Order,
        turn: Turn,
        member: MemberId,
    ) -> Result<Leaderboard, store::Error> {
        self.store
            .read(move |mut view| {
                Box::pin(async move { page(&mut view, scope, order, turn, member).await })
            })
            .await
    }

    /// A member's numbers.
    ///
    /// # Errors
    /// What the store says.
    pub async fn stats(&self, member: MemberId) -> Result<Stats, store::Error> {
        self.store
            .read(move |mut view| {
                Box::pin(async move {
                    Ok(Stats {
                        name: view.name(member).await?,
                        rated: view.rating(member).await?,
                        history: view.rating_history(member).await?,
                        longest_streak: view.longest_streak(member).await?,
                        tallies: view.tallies(member).await?,
                        best: view.best_bot_wins(member, BEST_WINS).await?,
                    })
                })
            })
            .await
    }

    /// Whether that position is the one of a game that somebody plays with a member, in either order of the piles.
    ///
    /// # Errors
    /// What the store says.
    pub async fn is_being_played(
        &self,
        member: MemberId,
        position: Position,
    ) -> Result<bool, store::Error> {
        let running = self.running_games(member).await?;
        Ok(progress::is_being_played(&running, position))
    }
}

async fn page(
    view: &mut Snapshot<'_>,
    scope: Scope,
    order: Order,
    turn: Turn,
    member: MemberId,
) -> Result<Leaderboard, store::Error> {
    let (wanted, first) = match turn {
        Turn::First => (Page::First, 1),
        Turn::Below(rung, place) => (Page::Below(rung), place),
        Turn::Above(rung, place) => (Page::Above(rung), place),
    };
    // One more than is shown, to know whether there is another page.
    let most = i64::try_from(A_PAGE).unwrap_or(0) + 1;
    let mut rows = view.leaders(scope, order, wanted, most).await?;
    let has_more = rows.len() > A_PAGE;
    let (has_above, has_below) = match turn {
        Turn::First | Turn::Below(..) => {
            rows.truncate(A_PAGE);
            (turn != Turn::First, has_more)
        }
        Turn::Above(..) => {
            if has_more {
                rows.remove(0);
            }
            (has_more, true)
        }
    };
    let shown = i64::try_from(rows.len()).unwrap_or(0);
    let first = match turn {
        // Whoever has come in between since the page below was shown moves the places by so much.
        Turn::Above(..) if !has_more => 1,
        Turn::Above(..) => (first - shown).max(1),
        Turn::First | Turn::Below(..) => first,
    };
    Ok(Leaderboard {
        scope,
        order,
        rows,
        first,
        has_above,
        has_below,
        own: view.rank(scope, order, member).await?,
    })
}
