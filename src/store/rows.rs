//! The rows of the tables, to values and back.

use std::sync::Arc;

use serde::Deserialize;

use super::cache::GameEntry;
use super::text::{AsWord, clock, clock_of, person, person_of, player, player_of, row};
use super::{Error, Result};
use crate::game::{
    Accuracy, BySeat, Challenge, ChallengeEnding, ChallengePhase, ChallengeStart, Course, Game,
    GameId, MemberId, NextGame, Outcome, Phase, Player, PlayerId, Players, RematchVotes, Seat,
    Stake, Terms, Timestamp,
};
use crate::records::{
    ChallengeRecord, ChannelId, CountsTowards, GameRecord, InteractionId, MessageId,
    NotificationMessage, Place, PlayedAt, RatingChange, Stage, TypedMove,
};
use crate::rules::{Level, Position, Variant};

row! {
    /// A row of `games`.
    GameRow(record: &GameRecord, finish_of: Option<i64>, version_of: i64) {
        id: i64 = record.game.id().0,
        guild: Option<i64> = record.place.guild,
        channel: i64 = record.place.channel.0,
        editable: u8 = record.place.editable.into(),
        language: String = record.place.language.clone(),
        message: Option<i64> = record.board.map(|board| board.0),
        shown: i64 = record.shown.0,
        first_player: i64 = player(record.game.players().first.id()),
        second_player: i64 = player(record.game.players().second.id()),
        level: Option<AsWord<Level>> = record.game.players().level().map(AsWord),
        clock: u64 = clock(record.game.terms().clock),
        rated: u8 = (record.game.terms().stake == Stake::Rated).into(),
        variant: String = record.variant().to_string(),
        rules: String = record.game.start_position().options().to_string(),
        start: String = record.game.start_position().to_string(),
        position: String = record.game.position().to_string(),
        size: i64 = size(record.game.start_position()),
        ply: u32 = record.game.ply(),
        taken_back: u32 = record.game.times_taken_back(),
        phase: String = state(record.game.outcome()).to_owned(),
        winner: Option<AsWord<Seat>> = record.game.outcome().and_then(Outcome::winner).map(AsWord),
        begun: i64 = record.begun.0,
        since: i64 = record.game.phase().since().0,
        deadline: Option<i64> = deadline_of(record.game.phase()),
        remind: Option<i64> = record.reminder().map(|at| at.0),
        first_active: i64 = record.last_active.at(Seat::First).0,
        second_active: i64 = record.last_active.at(Seat::Second).0,
        typed: Option<i64> = record.typed.map(|typed| typed.by.0),
        typed_by: Option<AsWord<Seat>> = record.typed.map(|typed| AsWord(typed.seat)),
        first_vote: Option<AsWord<NextGame>> = vote(record.game.phase(), Seat::First),
        second_vote: Option<AsWord<NextGame>> = vote(record.game.phase(), Seat::Second),
        first_kept: Option<u32> = record.accuracies().map(|accuracies| accuracies.first.kept),
        first_won: Option<u32> = record.accuracies().map(|accuracies| accuracies.first.won),
        second_kept: Option<u32> = record.accuracies().map(|accuracies| accuracies.second.kept),
        second_won: Option<u32> = record.accuracies().map(|accuracies| accuracies.second.won),
        everywhere: u8 = (record.counts_towards == CountsTowards::Everywhere).into(),
        hinted: u8 = record.is_hinted.into(),
        followed: u8 = record.is_followed.into(),
        finish: Option<i64> = finish_of,
        follows: Option<i64> = record.follows.map(|follows| follows.0),
        version: i64 = version_of,
    }
}

row! {
    /// What changes in a row of `games` with a move or a hint.
    MovedRow(record: &GameRecord, version_of: i64) {
        id: i64 = record.game.id().0,
        message: Option<i64> = record.board.map(|board| board.0),
        shown: i64 = record.shown.0,
        position: String = record.game.position().to_string(),
        ply: u32 = record.game.ply(),
        taken_back: u32 = record.game.times_taken_back(),
        since: i64 = record.game.phase().since().0,
        deadline: Option<i64> = deadline_of(record.game.phase()),
        remind: Option<i64> = record.reminder().map(|at| at.0),
        first_active: i64 = record.last_active.at(Seat::First).0,
        second_active: i64 = record.last_active.at(Seat::Second).0,
        typed: Option<i64> = record.typed.map(|typed| typed.by.0),
        typed_by: Option<AsWord<Seat>> = record.typed.map(|typed| AsWord(typed.seat)),
        hinted: u8 = record.is_hinted.into(),
        version: i64 = version_of,
    }
}

row! {
    /// What changes in a row of `games` when its board is noted.
    ShownRow(record: &GameRecord, version_of: i64) {
        id: i64 = record.game.id().0,
        message: Option<i64> = record.board.map(|board| board.0),
        shown: i64 = record.shown.0,
        version: i64 = version_of,
    }
}

/// How many objects there are. 0 if one move can win.
fn size(start: Position) -> i64 {
    if start.is_won_at_once() {
        0
    } else {
        i64::try_from(start.shape().size()).unwrap_or(i64::MAX)
    }
}

/// A position in notation.
pub(super) fn position(variant: &str, rules: &str, notation: &str) -> Result<Position> {
    let (variant, options) = (Variant::from_key(variant), rules.parse().ok());
    let read = variant
        .zip(options)
        .map(|(variant, options)| Position::read(variant, options, notation));
    read.and_then(std::result::Result::ok)
        .ok_or(Error::Corrupt("position"))
}

const RUNNING: &str = "running";

const fn state(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => RUNNING,
        Some(Outcome::LastMove { .. }) => "last_move",
        Some(Outcome::Resignation { .. }) => "resignation",
        Some(Outcome::Forfeit { .. }) => "forfeit",
        Some(Outcome::NoShow) => "no_show",
        Some(Outcome::Abandonment) => "abandonment",
    }
}

const fn deadline_of(phase: Phase) -> Option<i64> {
    match phase {
        Phase::Running { deadline, .. } => Some(deadline.0),
        Phase::Ended { .. } => None,
    }
}

fn vote(phase: Phase, seat: Seat) -> Option<AsWord<NextGame>> {
    match phase {
        Phase::Running { .. } => None,
        Phase::Ended { votes, .. } => votes.at(seat).map(AsWord),
    }
}

impl GameRow {
    /// The game of a row, with its moves and rating changes.
    fn record(self, plies: &[PlayedAt], ratings: Vec<RatingChange>) -> Result<GameRecord> {
        let course = Course {
            position: position(&self.variant, &self.rules, &self.position)?,
            ply: self.ply,
            latest: Vec::new(),
            taken_back: self.taken_back,
        };
        let mut game = Game::restore(GameId(self.id), self.terms()?, course, self.phase()?);
        let moves: Vec<_> = plies.iter().map(|ply| ply.played).collect();
        game.remember(&moves);
        let stage = match game.outcome() {
            None => Stage::Running {
                remind: self.remind.map(Timestamp),
            },
            Some(_) => Stage::Ended {
                moves: moves.iter().map(|played| played.mv).collect(),
                accuracies: self.accuracies().ok_or(Error::Corrupt("accuracies"))?,
                ratings,
            },
        };
        let typed = self.typed.zip(self.typed_by);
        let is_everywhere = self.everywhere != 0;
        Ok(GameRecord {
            game,
            board: self.message.map(MessageId),
            shown: InteractionId(self.shown),
            follows: self.follows.map(GameId),
            begun: Timestamp(self.begun),
            last_active: BySeat {
                first: Timestamp(self.first_active),
                second: Timestamp(self.second_active),
            },
            counts_towards: if is_everywhere {
                CountsTowards::Everywhere
            } else {
                CountsTowards::ServerOnly
            },
            is_hinted: self.hinted != 0,
            is_followed: self.followed != 0,
            typed: typed.map(|(by, seat)| TypedMove {
                seat: seat.0,
                by: InteractionId(by),
            }),
            stage,
            place: place(self.guild, self.channel, self.editable, self.language),
        })
    }

    fn terms(&self) -> Result<Terms> {
        let seated = |player| match (player_of(player), &self.level) {
            (PlayerId::Member(member), _) => Ok(Player::Member(member)),
            (PlayerId::Former(former), _) => Ok(Player::Former(former)),
            (PlayerId::Bot, Some(level)) => Ok(Player::Bot(level.0)),
            (PlayerId::Bot, None) => Err(Error::Corrupt("level")),
        };
        Ok(Terms {
            players: Players {
                first: seated(self.first_player)?,
                second: seated(self.second_player)?,
            },
            start: position(&self.variant, &self.rules, &self.start)?,
            clock: clock_of(self.clock)?,
            stake: if self.rated == 0 {
                Stake::Casual
            } else {
                Stake::Rated
            },
        })
    }

    fn accuracies(&self) -> Option<BySeat<Accuracy>> {
        let accuracy = |kept: Option<u32>, won: Option<u32>| {
            Some(Accuracy {
                kept: kept?,
                won: won?,
            })
        };
        Some(BySeat {
            first: accuracy(self.first_kept, self.first_won)?,
            second: accuracy(self.second_kept, self.second_won)?,
        })
    }

    fn phase(&self) -> Result<Phase> {
        let winner = || {
            self.winner
                .map(|winner| winner.0)
                .ok_or(Error::Corrupt("winner"))
        };
        let outcome = match self.phase.as_str() {
            RUNNING => {
                return Ok(Phase::Running {
                    since: Timestamp(self.since),
                    deadline: Timestamp(self.deadline.ok_or(Error::Corrupt("deadline"))?),
                });
            }
            "last_move" => Outcome::LastMove { winner: winner()? },
            "resignation" => Outcome::Resignation { winner: winner()? },
            "forfeit" => Outcome::Forfeit { winner: winner()? },
            "no_show" => Outcome::NoShow,
            "abandonment" => Outcome::Abandonment,
            _ => return Err(Error::Corrupt("phase")),
        };
        let votes = RematchVotes {
            first: self.first_vote.map(|vote| vote.0),
            second: self.second_vote.map(|vote| vote.0),
        };
        Ok(Phase::Ended {
            outcome,
            at: Timestamp(self.since),
            votes,
        })
    }
}

const fn place(guild: Option<i64>, channel: i64, editable: u8, language: String) -> Place {
    Place {
        guild,
        channel: ChannelId(channel),
        editable: editable != 0,
        language,
    }
}

row! {
    /// A row of `challenges`.
    ChallengeRow(record: &ChallengeRecord) {
        id: i64 = record.challenge.id.0,
        guild: Option<i64> = record.place.guild,
        channel: i64 = record.place.channel.0,
        editable: u8 = record.place.editable.into(),
        language: String = record.place.language.clone(),
        message: Option<i64> = record.message.map(|message| message.0),
        challenger: i64 = person(record.challenge.challenger),
        invited: Option<i64> = record.challenge.invited.map(person),
        variant: String = record.challenge.start.variant().to_string(),
        rules: String = record.challenge.start.options().to_string(),
        start: String = record.challenge.start.to_string(),
        first: AsWord<ChallengeStart> = AsWord(record.challenge.first),
        clock: u64 = clock(record.challenge.clock),
        phase: AsWord<Option<ChallengeEnding>> = AsWord(record.challenge.phase.ending()),
        until: i64 = until(record.challenge.phase).0,
        invited_name: Option<String> = { let [_, name] = &record.names; name.clone() },
        rated: u8 = record.is_rated.into(),
    }
}

const fn until(phase: ChallengePhase) -> Timestamp {
    match phase {
        ChallengePhase::Open { until: at } | ChallengePhase::Closed { at, .. } => at,
    }
}

impl ChallengeRow {
    /// The challenge of a row, without the name of the challenger.
    pub(super) fn record(self) -> Result<ChallengeRecord> {
        let at = Timestamp(self.until);
        Ok(ChallengeRecord {
            challenge: Challenge {
                id: GameId(self.id),
                challenger: person_of(self.challenger),
                invited: self.invited.map(person_of),
                start: position(&self.variant, &self.rules, &self.start)?,
                first: self.first.0,
                clock: clock_of(self.clock)?,
                phase: match self.phase.0 {
                    None => ChallengePhase::Open { until: at },
                    Some(ending) => ChallengePhase::Closed { ending, at },
                },
            },
            place: place(self.guild, self.channel, self.editable, self.language),
            message: self.message.map(MessageId),
            is_rated: self.rated != 0,
            names: [None, self.invited_name],
        })
    }
}

row! {
    /// A row of `notifications`.
    NotificationRow(notice: &NotificationMessage) {
        game: i64 = notice.game.0,
        member: i64 = notice.member.0,
        channel: i64 = notice.channel.0,
        message: i64 = notice.message.0,
        editable: u8 = notice.editable.into(),
        at: i64 = notice.at.0,
    }
}

impl NotificationRow {
    pub(super) const fn notification(&self) -> NotificationMessage {
        NotificationMessage {
            game: GameId(self.game),
            member: MemberId(self.member),
            channel: ChannelId(self.channel),
            message: MessageId(self.message),
            editable: self.editable != 0,
            at: Timestamp(self.at),
        }
    }
}

row! {
    /// A row of `plies`.
    PlyRow(game_of: GameId, number: usize, made: &PlayedAt) {
        game: i64 = game_of.0,
        ply: usize = number,
        mv: String = made.played.mv.to_string(),
        branch: u32 = made.played.branch,
        at: i64 = made.at.0,
    }
}

impl PlyRow {
    fn made(&self) -> Result<PlayedAt> {
        let mv = self.mv.parse().map_err(|_| Error::Corrupt("move"))?;
        Ok(PlayedAt::new(mv, self.branch, Timestamp(self.at)))
    }
}

/// A game as it is read: the row, its moves, and the rating changes (member, rating, change).
pub(super) type GameText = (GameRow, Vec<PlyRow>, Vec<(i64, f64, f64)>);

/// A game as it is read.
pub(super) fn game((row, plies, changes): GameText) -> Result<(GameRecord, Vec<PlayedAt>)> {
    let plies: Vec<PlayedAt> = plies.iter().map(PlyRow::made).collect::<Result<_>>()?;
    let changes = changes.into_iter();
    let changes =
        changes.map(|(member, after, change)| RatingChange::of(MemberId(member), after, change));
    let record = row.record(&plies, changes.collect())?;
    Ok((record, plies))
}

/// A challenge and the game that it became, as they are read.
#[derive(Deserialize)]
pub(super) struct GameEntryText {
    game: Option<GameText>,
    challenge: Option<ChallengeRow>,
    notifications: Vec<NotificationRow>,
    successor: Option<i64>,
}

impl GameEntryText {
    pub(super) fn entry(self) -> Result<GameEntry> {
        let row = self.game.as_ref().map(|(row, ..)| row);
        let (version, finish) = row.map_or((0, None), |row| (row.version, row.finish));
        let (game, plies) = self.game.map(game).transpose()?.unzip();
        Ok(GameEntry {
            game,
            plies: Arc::new(plies.unwrap_or_default()),
            version,
            finish,
            challenge: self.challenge.map(ChallengeRow::record).transpose()?,
            notifications: self
                .notifications
                .iter()
                .map(NotificationRow::notification)
                .collect(),
            successor: self.successor.map(GameId),
        })
    }
}
