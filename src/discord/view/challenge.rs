//! A challenge: who invites whom to what, and the buttons to answer it.

use fluent::fluent_args;
use serenity::all::{ButtonStyle, CreateActionRow};

use super::super::command::clock_key;
use super::super::control::{Control, Verb};
use super::super::reply::Message;
use super::super::text::{Language, key};
use super::{button, player, relative};
use crate::game::{
    Challenge, ChallengeAnswer, ChallengeEnding, ChallengePhase, FirstMove, GameId, Player,
};
use crate::rules::wythoff::{Level, Position};
use crate::service::{Beginner, NewChallenge, NewGame};
use crate::store::ChallengeRecord;

/// A challenge as it is now.
pub(in crate::discord) fn challenge(language: Language<'_>, record: &ChallengeRecord) -> Message {
    let challenge = &record.challenge;
    let challenger = player(language, Player::Member(challenge.challenger));
    let invited = challenge
        .invited
        .map(|invited| player(language, Player::Member(invited)))
        .unwrap_or_default();
    let args = fluent_args!["challenger" => challenger.clone(), "invited" => invited];
    let until = match challenge.phase {
        ChallengePhase::Open { until } => until,
        ChallengePhase::Closed { ending, .. } => {
            let is_anybody_gone = [Some(challenge.challenger), challenge.invited]
                .into_iter()
                .flatten()
                .any(|member| Player::Member(member).is_former());
            let key = match ending {
                _ if is_anybody_gone => key!("challenge-over"),
                ChallengeEnding::Accepted => key!("challenge-accepted"),
                ChallengeEnding::Declined => key!("challenge-declined"),
                ChallengeEnding::Withdrawn => key!("challenge-withdrawn"),
                ChallengeEnding::Expired => key!("challenge-expired"),
            };
            return Message::public(language.tell(key, &args), vec![]);
        }
    };
    let title = match challenge.invited {
        Some(_) => language.tell(key!("challenge-to-member"), &args),
        None => language.tell(key!("challenge-to-anyone"), &args),
    };
    let first = match challenge.first {
        FirstMove::Random => "random",
        FirstMove::Challenger => "challenger",
        FirstMove::Opponent => "opponent",
        FirstMove::OpponentChooses => "chooses",
    };
    let clock = language.say(clock_key(challenge.clock));
    let terms = fluent_args!["clock" => clock, "first" => first, "challenger" => challenger];
    let lines = [
        title,
        language.tell(key!("challenge-terms"), &terms),
        language.tell(
            key!("challenge-open"),
            &fluent_args!["until" => relative(until)],
        ),
        format!(
            "{} {}",
            language.say(key!("board-position")),
            challenge.piles
        ),
    ];
    Message::public(lines.join("\n"), vec![buttons(language, challenge)])
}

fn buttons(language: Language<'_>, challenge: &Challenge) -> CreateActionRow {
    let answer = |answer, label, style| {
        let control = Control {
            game: challenge.id,
            ply: 0,
            verb: Verb::Answer(answer),
        };
        button(language, control, label, style)
    };
    let (yes, no) = (ButtonStyle::Primary, ButtonStyle::Secondary);
    let mut buttons = if challenge.first == FirstMove::OpponentChooses {
        vec![
            answer(
                ChallengeAnswer::AcceptAndBegin,
                key!("button-accept-begin"),
                yes,
            ),
            answer(
                ChallengeAnswer::AcceptAndFollow,
                key!("button-accept-follow"),
                yes,
            ),
        ]
    } else {
        vec![answer(ChallengeAnswer::Accept, key!("button-accept"), yes)]
    };
    // Nobody declines for everybody.
    if challenge.invited.is_some() {
        buttons.push(answer(ChallengeAnswer::Decline, key!("button-decline"), no));
    }
    buttons.push(answer(
        ChallengeAnswer::Withdraw,
        key!("button-withdraw"),
        no,
    ));
    CreateActionRow::Buttons(buttons)
}

/// Somebody has challenged the bot: it offers what it has, with the piles that were named.
pub(in crate::discord) fn offer_start(language: Language<'_>, wanted: NewChallenge) -> Message {
    let named = wanted
        .left
        .zip(wanted.right)
        .map(|(left, right)| Position::new(left, right));
    let new = NewGame {
        piles: named
            .filter(|piles| !piles.is_home())
            .unwrap_or(Position::new(12, 9)),
        first: match wanted.first {
            FirstMove::Challenger => Beginner::Me,
            FirstMove::Opponent => Beginner::Bot,
            FirstMove::Random | FirstMove::OpponentChooses => Beginner::Random,
        },
        level: Level::Perfect,
    };
    let control = Control {
        game: GameId(0),
        ply: 0,
        verb: Verb::Start(new),
    };
    let start = button(
        language,
        control,
        key!("button-start"),
        ButtonStyle::Primary,
    );
    Message::private(
        language.say(key!("offer-start")),
        vec![CreateActionRow::Buttons(vec![start])],
    )
}
