//! Why something was not done.

use fluent::FluentArgs;
use serenity::all::{ButtonStyle, CreateActionRow};

use super::super::control::{BoardAction, Control};
use super::super::message::Message;
use super::super::option::{BadOptions, MAX_START};
use super::super::text::{Language, key, tell};
use super::games::list;
use super::{button, link, link_to_board, plain, relative};
use crate::game::{MemberId, Refusal as GameRefusal};
use crate::records::{GameRecord, InteractionId};
use crate::rules::{BadPosition, IllegalMove, OptionName, Position, Variant};
use crate::service::{NewGame, Refusal};

/// A game is already running here. It can be shown, or replaced by the new one.
pub(in crate::discord) fn running_here(
    language: Language<'_>,
    running: &GameRecord,
    wanted: Option<NewGame>,
) -> Message {
    let control = |verb| Control::of(&running.game, verb);
    let mut buttons = vec![
        button(language, control(BoardAction::Show), key!("button-show"))
            .style(ButtonStyle::Primary),
    ];
    let key = match running.game.players().level() {
        Some(_) => key!("refused-already-running"),
        None => key!("refused-already-running-with-member"),
    };
    let mut text = tell!(language, key, "link" => link_to_board(running));
    if let Some(wanted) = wanted {
        let anew = control(BoardAction::StartAnew(wanted));
        buttons.push(button(language, anew, key!("button-start-anew")));
        text = [text, language.say(key!("offer-start-anew"))].join("\n");
    }
    Message::private(text, vec![CreateActionRow::Buttons(buttons)])
}

/// Why something was not done.
pub(in crate::discord) fn refusal(
    language: Language<'_>,
    why: &Refusal,
    about: Option<&GameRecord>,
    member: MemberId,
) -> Message {
    let linked = |key| {
        let link = about.map(link_to_board).unwrap_or_default();
        tell!(language, key, "link" => link)
    };
    let text = match why {
        Refusal::Game(GameRefusal::Illegal(why)) => illegal(language, *why, about),
        Refusal::Game(refusal) => game_refusal(language, *refusal),
        Refusal::UnknownGame => language.say(key!("refused-unknown-game")),
        Refusal::NoGameHere => language.say(key!("refused-no-game-here")),
        Refusal::NoFinishedGameHere => language.say(key!("refused-no-finished-game-here")),
        Refusal::Elsewhere => linked(key!("refused-elsewhere")),
        // The member is asked instead.
        Refusal::Ambiguous(games) | Refusal::NoSuitableGame(games) => list(
            language,
            language.say(key!("refused-none-fits")),
            games,
            member,
        ),
        Refusal::AlreadyRunning => linked(key!("refused-already-running")),
        Refusal::TooManyGames => language.say(key!("refused-too-many-games")),
        Refusal::AlreadyFollowed => linked(key!("refused-already-followed")),
        Refusal::OpponentTooManyGames => language.say(key!("refused-opponent-too-many-games")),
        Refusal::ExtendingDeadlines => language.say(key!("refused-coming-back")),
        Refusal::FormerPlayer => language.say(key!("refused-former-player")),
        Refusal::AlreadyVoted => language.say(key!("refused-already-offered")),
        Refusal::HeapTooLarge { most } => tell!(
            language, key!("refused-heap-too-large"), "most" => language.number(*most)
        ),
        Refusal::BadPosition(why) => bad_position(language, None, *why),
        Refusal::TooManyChallenges => language.say(key!("refused-too-many-challenges")),
        Refusal::AlreadyChallenged(at) => {
            let link = at.as_ref().map(|(place, message)| link(place, *message));
            tell!(language, key!("refused-already-challenged"), "link" => link.unwrap_or_default())
        }
        Refusal::DeclinedBefore { again } => tell!(
            language, key!("refused-declined-before"), "again" => relative(*again)
        ),
        Refusal::ChallengesNotAccepted => language.say(key!("refused-not-welcome")),
        // Never shown: the other event of the interaction is answered.
        Refusal::AlreadyHandled => String::new(),
    };
    plain(text)
}

pub(in crate::discord) fn game_refusal(language: Language<'_>, refusal: GameRefusal) -> String {
    match refusal {
        GameRefusal::NothingToTake => language.say(key!("refused-nothing-to-take")),
        GameRefusal::NotAPlayer => language.say(key!("refused-not-a-player")),
        GameRefusal::Ended => language.say(key!("refused-ended")),
        GameRefusal::OutdatedBoard => language.say(key!("refused-behind")),
        GameRefusal::NotYourTurn => language.say(key!("refused-not-your-turn")),
        GameRefusal::OutOfTime => language.say(key!("refused-out-of-time")),
        GameRefusal::CannotAbandon => language.say(key!("refused-not-abandoned")),
        GameRefusal::NothingToTakeBack => language.say(key!("refused-nothing-to-take-back")),
        GameRefusal::CannotTakeBack => language.say(key!("refused-not-taken-back")),
        GameRefusal::StillRunning => language.say(key!("refused-still-running")),
        GameRefusal::Yourself => language.say(key!("refused-yourself")),
        GameRefusal::NotInvited => language.say(key!("refused-not-invited")),
        GameRefusal::OwnChallenge => language.say(key!("refused-own-challenge")),
        GameRefusal::NotYourChallenge => language.say(key!("refused-not-your-challenge")),
        GameRefusal::ChallengeClosed => language.say(key!("refused-challenge-closed")),
        GameRefusal::ChallengeExpired => language.say(key!("refused-challenge-expired")),
        GameRefusal::MustChooseWhoStarts => language.say(key!("refused-who-begins")),
        // Said with the game that it is about.
        GameRefusal::Illegal(_) => language.say(key!("refused-other-game")),
    }
}

/// Why the rules of a game forbid a move.
fn illegal(language: Language<'_>, why: IllegalMove, about: Option<&GameRecord>) -> String {
    let of_heaps = |heaps, attribute, amount| {
        about
            .map(|record| language.of_heaps(record.variant(), heaps, Some(attribute), amount))
            .unwrap_or_default()
    };
    match why {
        IllegalMove::Nothing => language.say(key!("refused-takes-nothing")),
        IllegalMove::TooMany { from, most: 0 } => of_heaps(from, "empty", 0),
        IllegalMove::TooMany { from, most } => of_heaps(from, "most", most),
        IllegalMove::TooFar { most } => tell!(language, key!("refused-too-far"), "most" => most),
        IllegalMove::NotTogether => {
            let args = FluentArgs::new();
            match about {
                Some(record) => {
                    language.tell_of(record.variant(), key!("refused-not-together"), &args)
                }
                None => language.say(key!("refused-not-together")),
            }
        }
        IllegalMove::NotALargest => language.say(key!("refused-not-a-largest")),
        IllegalMove::OtherGame => language.say(key!("refused-other-game")),
    }
}

/// What is wrong with the options of a command.
pub(in crate::discord) fn bad_options(language: Language<'_>, bad: BadOptions) -> String {
    match bad {
        BadOptions::Unknown => language.say(key!("refused-old-command")),
        BadOptions::NoSuchGame => language.say(key!("refused-unknown-game")),
        BadOptions::NumberOutOfRange => language.say(key!("refused-number-range")),
        BadOptions::NoSuchVariant => {
            tell!(language, key!("refused-no-such-variant"), "games" => names(language, Variant::ALL))
        }
        BadOptions::Position(variant, why) => bad_position(language, Some(variant), why),
        BadOptions::TooLong => tell!(language, key!("refused-start-too-long"), "most" => MAX_START),
    }
}

/// Why there is no such position.
fn bad_position(language: Language<'_>, variant: Option<Variant>, why: BadPosition) -> String {
    let game = variant
        .map(|variant| language.game_name(variant))
        .unwrap_or_default();
    match why {
        BadPosition::NotHeaps => language.say(key!("refused-not-heaps")),
        BadPosition::HeapCount { least, most } => tell!(
            language, key!("refused-heap-count"), "game" => game, "least" => least, "most" => most,
            "range" => if least == most { "one" } else { "several" }
        ),
        BadPosition::NotACount => language.say(key!("refused-not-a-count")),
        BadPosition::Target { most } => tell!(language, key!("refused-target"), "most" => most),
        BadPosition::Most { most: u64::MAX } => language.say(key!("refused-takes-nothing")),
        BadPosition::Most { most } => tell!(language, key!("refused-most"), "most" => most),
        BadPosition::NoOption(name) => {
            let having: Vec<Variant> = Variant::ALL
                .iter()
                .copied()
                .filter(|&variant| Position::has_option(variant, name))
                .collect();
            let option = match name {
                OptionName::Ending => key!("option-last"),
                OptionName::Most => key!("option-most"),
            };
            tell!(
                language, key!("refused-no-option"), "game" => game, "option" => language.say(option),
                "games" => names(language, &having)
            )
        }
        BadPosition::BadOptions => language.say(key!("refused-old-command")),
    }
}

fn names(language: Language<'_>, variants: &[Variant]) -> String {
    let names: Vec<String> = variants
        .iter()
        .map(|&variant| language.game_name(variant))
        .collect();
    names.join(", ")
}

/// A fault, and nothing was done. The number finds it in the log.
pub(in crate::discord) fn fault(language: Language<'_>, incident: InteractionId) -> Message {
    Message::private(
        tell!(language, key!("fault"), "incident" => incident.0.to_string()),
        vec![],
    )
}

/// Answering failed halfway, and something may have been done. The number finds the fault in the log.
pub(in crate::discord) fn apology(language: Language<'_>, incident: InteractionId) -> Message {
    Message::private(
        tell!(language, key!("apology"), "incident" => incident.0.to_string()),
        vec![],
    )
}
