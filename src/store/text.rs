//! How values are written down: words and numbers in columns, and rows as JSON arrays in the order of their columns, in which they
//! go into statements and come out of them. A row is a fifth of the cost that way of one that is fetched value by value.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::known::{Numbered, Running};
use super::rows::{
    ChannelId, Counts, GameRecord, InteractionId, MessageId, Place, PlayedAt, RatingChange,
    pile_size,
};
use super::{ChallengeRecord, Error, Notice};
use crate::game::{
    Accuracy, Challenge, ChallengeEnding, ChallengePhase, Clock, Course, FirstMove, Game, GameId,
    MemberId, Outcome, Phase, Player, PlayerId, Players, REMEMBERED, Seat, Sequel, Stake, Terms,
    Timestamp, Wishes,
};
use crate::rules::wythoff::{Level, Move, Pile, Position};

/// A table's row: its columns once, for reading and for writing.
macro_rules! row {
    ($(#[$about:meta])* $name:ident { $($column:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Deserialize)]
        pub(super) struct $name { $(pub(super) $column: $kind,)* }

        impl $name {
            /// The columns, in their order.
            pub(super) const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),*];
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeTuple;
                let mut row = serializer.serialize_tuple(Self::COLUMNS.len())?;
                $(row.serialize_element(&self.$column)?;)*
                row.end()
            }
        }
    };
}

row! {
    /// A row of `games`.
    GameRow {
        id: i64,
        guild: Option<i64>,
        channel: i64,
        editable: i64,
        language: String,
        message: Option<i64>,
        shown: i64,
        first_player: i64,
        second_player: i64,
        level: Option<String>,
        clock: i64,
        rated: i64,
        start_left: i64,
        start_right: i64,
        pile_left: i64,
        pile_right: i64,
        ply: i64,
        taken_back: i64,
        phase: String,
        winner: Option<String>,
        begun: i64,
        since: i64,
        deadline: Option<i64>,
        remind: Option<i64>,
        first_touched: i64,
        second_touched: i64,
        typed: Option<i64>,
        first_wish: Option<String>,
        second_wish: Option<String>,
        first_kept: Option<i64>,
        first_won: Option<i64>,
        second_kept: Option<i64>,
        second_won: Option<i64>,
        everywhere: i64,
        finish: Option<i64>,
        follows: Option<i64>,
        version: i64,
    }
}

row! {
    /// A row of `challenges`.
    ChallengeRow {
        id: i64,
        guild: Option<i64>,
        channel: i64,
        editable: i64,
        language: String,
        message: Option<i64>,
        challenger: i64,
        invited: Option<i64>,
        pile_left: i64,
        pile_right: i64,
        first: String,
        clock: i64,
        phase: String,
        until: i64,
        invited_name: Option<String>,
    }
}

row! {
    /// A row of `notices`.
    NoticeRow {
        game: i64,
        member: i64,
        channel: i64,
        message: i64,
        editable: i64,
        at: i64,
    }
}

row! {
    /// A row of `plies`.
    PlyRow {
        game: i64,
        ply: i64,
        pile: String,
        amount: i64,
        branch: i64,
        at: i64,
    }
}

/// What a rated game has made of a rating, as it is read: member, rating, change.
pub(super) type ChangeRow = (i64, f64, f64);

/// A game as it is read: with its moves, and what it has made of ratings.
pub(super) type GameText = (GameRow, Vec<PlyRow>, Vec<ChangeRow>);

/// Reads a text that the database has made.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|_| Error::Nonsense("text"))
}

/// Writes a text that the database reads.
pub(super) fn write<T: Serialize>(rows: &T) -> Result<String, Error> {
    serde_json::to_string(rows).map_err(|_| Error::Nonsense("row"))
}

const BOT: i64 = 0;

pub(super) const fn player(id: PlayerId) -> i64 {
    match id {
        PlayerId::Bot => BOT,
        PlayerId::Member(MemberId(id)) => id,
    }
}

pub(super) const fn player_of(id: i64) -> PlayerId {
    match id {
        BOT => PlayerId::Bot,
        member => PlayerId::Member(MemberId(member)),
    }
}

/// A value that is written as a word.
pub(super) fn named<T: Copy>(
    words: &[(T, &str)],
    word: &str,
    what: &'static str,
) -> Result<T, Error> {
    let named = words.iter().find(|(_, known)| *known == word);
    named.map(|(value, _)| *value).ok_or(Error::Nonsense(what))
}

/// The word for a value.
pub(super) fn word<T: Copy + PartialEq>(words: &[(T, &'static str)], value: T) -> &'static str {
    let known = words.iter().find(|(known, _)| *known == value);
    known.map_or("", |(_, word)| word)
}

const LEVELS: [(Level, &str); 3] = [
    (Level::Perfect, "perfect"),
    (Level::Good, "good"),
    (Level::Beginner, "beginner"),
];
const PILES: [(Pile, &str); 3] = [
    (Pile::Left, "left"),
    (Pile::Right, "right"),
    (Pile::Both, "both"),
];
const SEQUELS: [(Sequel, &str); 2] = [
    (Sequel::Rematch, "rematch"),
    (Sequel::NewPiles, "new_piles"),
];
const SEATS: [(Seat, &str); 2] = [(Seat::First, "first"), (Seat::Second, "second")];
const FIRST_MOVES: [(FirstMove, &str); 4] = [
    (FirstMove::Random, "random"),
    (FirstMove::Challenger, "challenger"),
    (FirstMove::Opponent, "opponent"),
    (FirstMove::OpponentChooses, "opponent_chooses"),
];
const ENDINGS: [(ChallengeEnding, &str); 4] = [
    (ChallengeEnding::Accepted, "accepted"),
    (ChallengeEnding::Declined, "declined"),
    (ChallengeEnding::Withdrawn, "withdrawn"),
    (ChallengeEnding::Expired, "expired"),
];
const RUNNING: &str = "running";
const OPEN: &str = "open";

pub(super) fn level_of(stored: &str) -> Result<Level, Error> {
    named(&LEVELS, stored, "level")
}

/// The seconds that stand for a clock.
pub(super) fn clock(clock: Clock) -> i64 {
    i64::try_from(clock.each_move().as_secs()).unwrap_or(i64::MAX)
}

pub(super) fn clock_of(seconds: i64) -> Result<Clock, Error> {
    let mut all = Clock::ALL.into_iter();
    all.find(|&known| clock(known) == seconds)
        .ok_or(Error::Nonsense("clock"))
}

fn size(stored: i64) -> Result<u64, Error> {
    u64::try_from(stored).map_err(|_| Error::Nonsense("pile"))
}

fn piles(left: i64, right: i64) -> Result<Position, Error> {
    Ok(Position::new(size(left)?, size(right)?))
}

fn count(stored: i64) -> Result<u32, Error> {
    u32::try_from(stored).map_err(|_| Error::Nonsense("count"))
}

impl GameRow {
    /// The row of a game, which is of that version then.
    pub(super) fn of(
        record: &GameRecord,
        finish: Option<i64>,
        version: i64,
    ) -> Result<Self, Error> {
        let (game, terms) = (&record.game, record.game.terms());
        let players = terms.players;
        let (phase, winner, since, deadline, wishes) = match game.phase() {
            Phase::Running { since, deadline } => {
                (RUNNING, None, since, Some(deadline.0), Wishes::default())
            }
            Phase::Ended {
                outcome,
                at,
                wishes,
            } => (ending(outcome), outcome.winner(), at, None, wishes),
        };
        let (left, right) = (game.position().left, game.position().right);
        let [first_touched, second_touched] = record.touched;
        let accuracies = record.accuracies;
        let kept = |seat: usize| Some(i64::from(accuracies?.get(seat)?.kept));
        let won = |seat: usize| Some(i64::from(accuracies?.get(seat)?.won));
        let wish = |seat| Some(word(&SEQUELS, wishes.of(seat)?).to_owned());
        Ok(Self {
            id: game.id().0,
            guild: record.place.guild,
            channel: record.place.channel.0,
            editable: record.place.editable.into(),
            language: record.place.language.clone(),
            message: record.board.map(|board| board.0),
            shown: record.shown.0,
            first_player: player(players.first.id()),
            second_player: player(players.second.id()),
            level: players.level().map(|level| word(&LEVELS, level).to_owned()),
            clock: clock(terms.clock),
            rated: (terms.stake == Stake::Rated).into(),
            start_left: pile_size(terms.piles.left)?,
            start_right: pile_size(terms.piles.right)?,
            pile_left: pile_size(left)?,
            pile_right: pile_size(right)?,
            ply: game.ply().into(),
            taken_back: game.times_taken_back().into(),
            phase: phase.to_owned(),
            winner: winner.map(|winner| word(&SEATS, winner).to_owned()),
            begun: record.begun.0,
            since: since.0,
            deadline,
            remind: record.remind.map(|at| at.0),
            first_touched: first_touched.0,
            second_touched: second_touched.0,
            typed: record.typed.map(|typed| typed.0),
            first_wish: wish(Seat::First),
            second_wish: wish(Seat::Second),
            first_kept: kept(0),
            first_won: won(0),
            second_kept: kept(1),
            second_won: won(1),
            everywhere: (record.counts == Counts::Everywhere).into(),
            finish,
            follows: record.follows.map(|follows| follows.0),
            version,
        })
    }

    /// The game of a row, with its moves, and with what it has made of ratings.
    pub(super) fn record(
        &self,
        plies: &[PlayedAt],
        ratings: Vec<RatingChange>,
    ) -> Result<GameRecord, Error> {
        let seated = |player| -> Result<Player, Error> {
            Ok(match player_of(player) {
                PlayerId::Bot => Player::Bot(level_of(self.level.as_deref().unwrap_or_default())?),
                PlayerId::Member(member) => Player::Member(member),
            })
        };
        let terms = Terms {
            players: Players {
                first: seated(self.first_player)?,
                second: seated(self.second_player)?,
            },
            piles: piles(self.start_left, self.start_right)?,
            clock: clock_of(self.clock)?,
            stake: if self.rated == 0 {
                Stake::Casual
            } else {
                Stake::Rated
            },
        };
        let latest = plies.len().saturating_sub(REMEMBERED);
        let latest = plies.get(latest..).unwrap_or_default().iter();
        let course = Course {
            position: piles(self.pile_left, self.pile_right)?,
            ply: count(self.ply)?,
            latest: latest.map(|ply| ply.played).collect(),
            taken_back: count(self.taken_back)?,
        };
        let game = Game::restore(GameId(self.id), terms, course, self.phase()?);
        let moves = match game.outcome() {
            Some(_) => plies.iter().map(|ply| ply.played.mv).collect(),
            None => Vec::new(),
        };
        Ok(GameRecord {
            game,
            place: Place {
                guild: self.guild,
                channel: ChannelId(self.channel),
                editable: self.editable != 0,
                language: self.language.clone(),
            },
            board: self.message.map(MessageId),
            shown: InteractionId(self.shown),
            follows: self.follows.map(GameId),
            begun: Timestamp(self.begun),
            touched: [
                Timestamp(self.first_touched),
                Timestamp(self.second_touched),
            ],
            counts: if self.everywhere == 0 {
                Counts::InItsServer
            } else {
                Counts::Everywhere
            },
            ratings,
            moves,
            typed: self.typed.map(InteractionId),
            remind: self.remind.map(Timestamp),
            accuracies: self.accuracies()?,
        })
    }

    fn accuracies(&self) -> Result<Option<[Accuracy; 2]>, Error> {
        let stored = (
            self.first_kept,
            self.first_won,
            self.second_kept,
            self.second_won,
        );
        let (Some(first_kept), Some(first_won), Some(second_kept), Some(second_won)) = stored
        else {
            return Ok(None);
        };
        let accuracy = |kept, won| -> Result<Accuracy, Error> {
            Ok(Accuracy {
                kept: count(kept)?,
                won: count(won)?,
            })
        };
        Ok(Some([
            accuracy(first_kept, first_won)?,
            accuracy(second_kept, second_won)?,
        ]))
    }

    fn phase(&self) -> Result<Phase, Error> {
        let at = Timestamp(self.since);
        let winner = || named(&SEATS, self.winner.as_deref().unwrap_or_default(), "winner");
        let outcome = match self.phase.as_str() {
            RUNNING => {
                let deadline = Timestamp(self.deadline.ok_or(Error::Nonsense("deadline"))?);
                return Ok(Phase::Running {
                    since: at,
                    deadline,
                });
            }
            "last_move" => Outcome::LastMove { winner: winner()? },
            "resignation" => Outcome::Resignation { winner: winner()? },
            "forfeit" => Outcome::Forfeit { winner: winner()? },
            "no_show" => Outcome::NoShow,
            "abandonment" => Outcome::Abandonment,
            _ => return Err(Error::Nonsense("phase")),
        };
        let wish = |stored: &Option<String>| -> Result<Option<Sequel>, Error> {
            let wish = stored.as_deref().map(|wish| named(&SEQUELS, wish, "wish"));
            wish.transpose()
        };
        let wishes = Wishes {
            first: wish(&self.first_wish)?,
            second: wish(&self.second_wish)?,
        };
        Ok(Phase::Ended {
            outcome,
            at,
            wishes,
        })
    }
}

const fn ending(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::LastMove { .. } => "last_move",
        Outcome::Resignation { .. } => "resignation",
        Outcome::Forfeit { .. } => "forfeit",
        Outcome::NoShow => "no_show",
        Outcome::Abandonment => "abandonment",
    }
}

impl ChallengeRow {
    pub(super) fn of(record: &ChallengeRecord) -> Result<Self, Error> {
        let (challenge, place) = (&record.challenge, &record.place);
        let (phase, until) = match challenge.phase {
            ChallengePhase::Open { until } => (OPEN, until),
            ChallengePhase::Closed { ending, at } => (word(&ENDINGS, ending), at),
        };
        let [_, invited_name] = &record.names;
        Ok(Self {
            id: challenge.id.0,
            guild: place.guild,
            channel: place.channel.0,
            editable: place.editable.into(),
            language: place.language.clone(),
            message: record.message.map(|message| message.0),
            challenger: challenge.challenger.0,
            invited: challenge.invited.map(|invited| invited.0),
            pile_left: pile_size(challenge.piles.left)?,
            pile_right: pile_size(challenge.piles.right)?,
            first: word(&FIRST_MOVES, challenge.first).to_owned(),
            clock: clock(challenge.clock),
            phase: phase.to_owned(),
            until: until.0,
            invited_name: invited_name.clone(),
        })
    }

    /// The challenge of a row, without the name of the challenger.
    pub(super) fn record(&self) -> Result<ChallengeRecord, Error> {
        let until = Timestamp(self.until);
        let phase = match self.phase.as_str() {
            OPEN => ChallengePhase::Open { until },
            ended => ChallengePhase::Closed {
                ending: named(&ENDINGS, ended, "phase")?,
                at: until,
            },
        };
        Ok(ChallengeRecord {
            challenge: Challenge {
                id: GameId(self.id),
                challenger: MemberId(self.challenger),
                invited: self.invited.map(MemberId),
                piles: piles(self.pile_left, self.pile_right)?,
                first: named(&FIRST_MOVES, &self.first, "first")?,
                clock: clock_of(self.clock)?,
                phase,
            },
            place: Place {
                guild: self.guild,
                channel: ChannelId(self.channel),
                editable: self.editable != 0,
                language: self.language.clone(),
            },
            message: self.message.map(MessageId),
            names: [None, self.invited_name.clone()],
        })
    }
}

impl NoticeRow {
    pub(super) fn of(notice: &Notice) -> Self {
        Self {
            game: notice.game.0,
            member: notice.member.0,
            channel: notice.channel.0,
            message: notice.message.0,
            editable: notice.editable.into(),
            at: notice.at.0,
        }
    }

    pub(super) const fn notice(&self) -> Notice {
        Notice {
            game: GameId(self.game),
            member: MemberId(self.member),
            channel: ChannelId(self.channel),
            message: MessageId(self.message),
            editable: self.editable != 0,
            at: Timestamp(self.at),
        }
    }
}

impl PlyRow {
    pub(super) fn of(game: GameId, number: usize, ply: &PlayedAt) -> Result<Self, Error> {
        Ok(Self {
            game: game.0,
            ply: i64::try_from(number).map_err(|_| Error::Nonsense("ply"))?,
            pile: word(&PILES, ply.played.mv.pile).to_owned(),
            amount: pile_size(ply.played.mv.amount)?,
            branch: ply.played.branch.into(),
            at: ply.at.0,
        })
    }

    fn ply(&self) -> Result<PlayedAt, Error> {
        let mv = Move::new(named(&PILES, &self.pile, "pile")?, size(self.amount)?);
        Ok(PlayedAt::new(mv, count(self.branch)?, Timestamp(self.at)))
    }
}

/// A game as it is read.
pub(super) fn game((row, plies, changes): &GameText) -> Result<(GameRecord, Vec<PlayedAt>), Error> {
    let plies = plies
        .iter()
        .map(PlyRow::ply)
        .collect::<Result<Vec<_>, _>>()?;
    let change =
        |&(member, after, change): &ChangeRow| RatingChange::of(MemberId(member), after, change);
    let record = row.record(&plies, changes.iter().map(change).collect())?;
    Ok((record, plies))
}

/// What stands under a number, as it is read: the number, the game, the challenge, the notices, the successor.
pub(super) type NumberText = (
    i64,
    Option<GameText>,
    Option<ChallengeRow>,
    Vec<NoticeRow>,
    Option<i64>,
);

/// What stands under a number.
pub(super) fn numbered(text: &NumberText) -> Result<(GameId, Numbered), Error> {
    let (id, stored, challenge, notices, successor) = text;
    let version = stored.as_ref().map_or(0, |(row, ..)| row.version);
    let finish = stored.as_ref().and_then(|(row, ..)| row.finish);
    let (game, plies) = stored.as_ref().map(game).transpose()?.unzip();
    let numbered = Numbered {
        game,
        plies: std::sync::Arc::new(plies.unwrap_or_default()),
        version,
        finish,
        challenge: challenge.as_ref().map(ChallengeRow::record).transpose()?,
        notices: notices.iter().map(NoticeRow::notice).collect(),
        successor: successor.map(GameId),
    };
    Ok((GameId(*id), numbered))
}

/// A running game as it is read: game, channel, opponent.
pub(super) type RunningText = (i64, i64, i64);

pub(super) const fn running(&(game, channel, opponent): &RunningText) -> Running {
    Running {
        game: GameId(game),
        channel: ChannelId(channel),
        opponent: player_of(opponent),
    }
}
