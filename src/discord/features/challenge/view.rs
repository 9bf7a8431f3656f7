//! A challenge, and the buttons to answer it.

use fluent::fluent_args;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::features::rules::view::{first_to_win, play_me};
use crate::discord::input::control::{BoardAction, Control};
use crate::discord::message::Message;
use crate::discord::picture::Picture;
use crate::discord::text::{Language, clock_key, key, tell};
use crate::discord::view::description::position_in_words;
use crate::discord::view::position::{rows, rules_in_short, shown, title as game_title};
use crate::discord::view::{button, labelled, player, relative};
use crate::game::{
    ChallengeAnswer, ChallengeEnding, ChallengePhase, ChallengeStart, Player, Point, WhoStarts,
};
use crate::records::{ChallengeRecord, Word};
use crate::rules::{Level, Position};
use crate::service::{ChallengeFrom, NewChallenge};

/// The message of a challenge.
pub(in crate::discord) fn challenge(language: Language<'_>, record: &ChallengeRecord) -> Message {
    let challenge = &record.challenge;
    let challenger = player(language, Player::from(challenge.challenger));
    let invited = challenge
        .invited
        .map(|invited| player(language, Player::from(invited)))
        .unwrap_or_default();
    let args = fluent_args!["challenger" => challenger.clone(), "invited" => invited, "game" => game_title(language, challenge.start)];
    let until = match challenge.phase {
        ChallengePhase::Open { until } => until,
        ChallengePhase::Closed { ending, .. } => {
            let is_anybody_gone = [Some(challenge.challenger), challenge.invited]
                .into_iter()
                .flatten()
                .any(|person| person.member().is_none());
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
    let first = challenge.first.word();
    let clock = language.say(clock_key(challenge.clock));
    let terms = fluent_args!["clock" => clock, "first" => first, "challenger" => challenger];
    let lines = [
        title,
        language.tell(key!("challenge-terms"), &terms),
        tell!(language, key!("challenge-open"), "until" => relative(until)),
        rules_in_short(language, challenge.start),
        rows(language, challenge.start),
        format!(
            "{} {}",
            language.say(key!("board-position")),
            shown(challenge.start)
        ),
    ];
    let picture = Picture::of_start(challenge.start);
    let in_words = position_in_words(language, challenge.start, challenge.start);
    Message::public(lines.join("\n"), vec![buttons(language, record)]).showing(picture, in_words)
}

fn buttons(language: Language<'_>, record: &ChallengeRecord) -> CreateActionRow {
    let challenge = &record.challenge;
    let control = |answer| Control::Challenge {
        id: challenge.id,
        answer,
    };
    let answer = |answer, label| button(language, control(answer), label);
    let mut buttons = accepting(language, record);
    // An open invitation cannot be declined.
    if challenge.invited.is_some() {
        buttons.push(answer(ChallengeAnswer::Decline, key!("button-decline")));
    }
    buttons.push(answer(ChallengeAnswer::Withdraw, key!("button-withdraw")));
    // A challenge has the id of its game.
    let rules = Control::Board {
        game: challenge.id,
        point: Point::default(),
        action: BoardAction::Rules,
    };
    buttons.push(button(language, rules, key!("button-rules")));
    CreateActionRow::Buttons(buttons)
}

/// The buttons to accept, each with the name of who starts, if it is known.
fn accepting(language: Language<'_>, record: &ChallengeRecord) -> Vec<CreateButton> {
    let challenge = &record.challenge;
    let accept = |answer, label: String| {
        let control = Control::Challenge {
            id: challenge.id,
            answer,
        };
        labelled(control, &label).style(ButtonStyle::Primary)
    };
    let begins = |name: &Option<String>| match name {
        Some(name) => {
            tell!(language, key!("button-accept-begins"), "name" => name.as_str())
        }
        // Anyone may accept.
        None => language.say(key!("button-accept-begin")),
    };
    let [challenger, invited] = &record.names;
    match challenge.first {
        ChallengeStart::Fixed(WhoStarts::Random) => {
            let label = language.say(key!("button-accept"));
            vec![accept(ChallengeAnswer::Accept, label)]
        }
        ChallengeStart::Fixed(WhoStarts::Me) => {
            vec![accept(ChallengeAnswer::Accept, begins(challenger))]
        }
        ChallengeStart::Fixed(WhoStarts::Opponent) => {
            vec![accept(ChallengeAnswer::Accept, begins(invited))]
        }
        ChallengeStart::OpponentChooses => vec![
            accept(ChallengeAnswer::AcceptAndStart, begins(invited)),
            accept(ChallengeAnswer::AcceptAsSecond, begins(challenger)),
        ],
    }
}

/// The answer to a challenge of the bot: it offers a game from that position, or from the first opening of the game.
pub(in crate::discord) fn offer_start(language: Language<'_>, wanted: &NewChallenge) -> Message {
    let row = wanted_start(&wanted.start).map(|start| {
        let first = match wanted.first {
            ChallengeStart::Fixed(first @ (WhoStarts::Me | WhoStarts::Opponent)) => first,
            // If it is left open, offer a game that can be won.
            ChallengeStart::Fixed(WhoStarts::Random) | ChallengeStart::OpponentChooses => {
                first_to_win(start)
            }
        };
        play_me(language, start, first, Level::Perfect)
    });
    Message::private(language.say(key!("offer-start")), row.into_iter().collect())
}

fn wanted_start(wanted: &ChallengeFrom) -> Option<Position> {
    let (variant, options) = match wanted {
        ChallengeFrom::Position(position) if !position.is_over() => return Some(*position),
        ChallengeFrom::Position(position) => (position.variant(), position.options()),
        ChallengeFrom::Drawn {
            variant,
            options,
            heaps,
        } => {
            let given: Option<Vec<String>> = heaps
                .iter()
                .map(|heap| heap.map(|size| size.to_string()))
                .collect();
            let given = given.map(|heaps| Position::read(*variant, *options, &heaps.join(" ")));
            if let Some(Ok(position)) = given
                && !position.is_over()
            {
                return Some(position);
            }
            (*variant, *options)
        }
    };
    let opening = Position::openings(variant).first()?;
    Position::read(variant, options.or(opening.options), opening.position).ok()
}
