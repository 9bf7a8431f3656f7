//! Why something was not done.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::super::control::{BoardAction, Control};
use super::super::message::Message;
use super::super::text::{Language, key, tell};
use super::games::list;
use super::{button, link, link_to_board, plain, relative};
use crate::game::{MemberId, Refusal as GameRefusal};
use crate::records::{GameRecord, InteractionId, Word};
use crate::rules::wythoff::IllegalMove;
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
        Refusal::PileTooLarge { most } => tell!(
            language, key!("refused-pile-too-large"), "most" => language.number(*most)
        ),
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
        GameRefusal::Illegal(IllegalMove::Nothing) => language.say(key!("refused-takes-nothing")),
        GameRefusal::Illegal(IllegalMove::TooMany { pile, most: 0 }) => tell!(
            language, key!("refused-empty-pile"), "pile" => pile.word()
        ),
        GameRefusal::Illegal(IllegalMove::TooMany { pile, most }) => {
            tell!(
                language, key!("refused-too-many"), "pile" => pile.word(),
                "most" => language.number(most)
            )
        }
    }
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
