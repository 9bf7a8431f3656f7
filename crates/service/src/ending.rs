//! What the end of a game tells everybody, besides who has won.

use super::Service;
use super::help::{helps_with_member, spoils, tries_helped};
use super::stats::coin_for;
use wythoff_game::rating::CALIBRATED_AFTER;
use wythoff_game::records::{GameRecord, Guesses};
use wythoff_game::{MemberId, Outcome, Pair, Player};
use wythoff_store::Read;

/// What the end of a game tells. The default tells least.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Whether the winner has earned the coin: whether it is their first qualifying win
    /// ([`GameRecord::coin_earner`]) at this kind of game.
    pub earns_coin: bool,
    /// Who of those who watched has foreseen the winner.
    pub guesses: Guesses,
    /// How many games of these two in this server the first and the second player have won, up to this one.
    /// `None` if they have not met there before.
    pub tally: Option<[u64; 2]>,
    /// The players with at most as many rated games of the kind as a first rating takes: their ratings, and how many
    /// games.
    pub first_ratings: Vec<(MemberId, f64, u32)>,
    /// Whether it would help to read how it could have been won: one of the players in a running game with another
    /// member, or with the puzzle of the day on which it ended; or somebody else who sees the board.
    pub helps: bool,
}

impl Default for Ending {
    fn default() -> Self {
        Self {
            earns_coin: false,
            guesses: Guesses::default(),
            tally: None,
            first_ratings: Vec::new(),
            helps: true,
        }
    }
}

impl Service {
    /// What the end of a game tells. The default while it runs.
    pub async fn ending(&self, record: &GameRecord) -> wythoff_store::Result<Ending> {
        let Some(outcome) = record.game.outcome() else {
            return Ok(Ending::default());
        };
        self.store
            .read(|mut tx| async move { read(&mut tx, record, outcome).await })
            .await
    }
}

async fn read(
    tx: &mut Read,
    record: &GameRecord,
    outcome: Outcome,
) -> wythoff_store::Result<Ending> {
    let (game, winner) = (record.game.id(), outcome.winner());
    let mut first_ratings = tx.ratings_after(game).await?;
    first_ratings.retain(|&(.., games)| games == CALIBRATED_AFTER);
    Ok(Ending {
        earns_coin: earns_coin(tx, record).await?,
        guesses: match winner {
            Some(winner) => tx.guesses(game, winner).await?,
            None => Guesses::default(),
        },
        tally: tally(tx, record).await?,
        first_ratings,
        helps: helps(tx, record).await?,
    })
}

async fn earns_coin(tx: &mut Read, record: &GameRecord) -> wythoff_store::Result<bool> {
    let Some(member) = record.coin_earner() else {
        return Ok(false);
    };
    let coin = coin_for(tx.coins(member).await?, record.variant());
    Ok(coin.is_some_and(|coin| coin.at == record.game.phase().since()))
}

async fn tally(tx: &mut Read, record: &GameRecord) -> wythoff_store::Result<Option<[u64; 2]>> {
    let players = record.game.players();
    let (Some(guild), Player::Member(first), Player::Member(second)) =
        (record.place.guild, players.first, players.second)
    else {
        return Ok(None);
    };
    // The second of two games tells it for both.
    if record.game.terms().pair == Pair::First && record.is_followed {
        return Ok(None);
    }
    let until = record.game.phase().since();
    let (wins, losses) = tx.tally((guild, until), first, second).await?;
    Ok((wins + losses > 1).then_some([wins, losses]))
}

async fn helps(tx: &mut Read, record: &GameRecord) -> wythoff_store::Result<bool> {
    let (told, at) = (record.told(true), record.game.phase().since());
    for (member, _) in record.members() {
        let tries = tries_helped(tx, (member, at), &told).await?;
        if !tries.is_empty() || helps_with_member(tx, member, &told).await? {
            return Ok(true);
        }
    }
    let here = (record.place.channel, at);
    // A board in a direct message is its member's.
    let is_seen = record.place.guild.is_some() || !record.place.editable;
    let is_seen = is_seen && !record.is_private;
    Ok(is_seen && spoils(tx, here, &told).await?.is_some())
}
