//! Why something was not done.

use fluent::FluentArgs;
use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::commands::games::view::list;
use crate::controls::board::BoardControl;
use crate::controls::predict::PredictControl;
use crate::controls::start::{StartControl, Wish};
use crate::controls::{Control, Seen};
use crate::input::option::{BadOptions, MAX_START};
use crate::input::written_position::TwoReadings;
use crate::message::Message;
use crate::text::{Key, Language, key, tell};
use crate::view::{button, link, link_to_board, plain, relative, with_name};
use nim_games::{BadPosition, IllegalMove, OptionName, Position, Shape, Variant, letter};
use wythoff_game::records::{GameRecord, InteractionId};
use wythoff_game::{MemberId, Refusal as GameRefusal};
use wythoff_service::{Drawn, EndIfReplaced, HelpedPuzzle, MAX_BLOCKED, Refusal, is_predictable};

/// Says that a game is already running here. Offers to show it and, if a new game is wanted, to
/// replace it.
pub(crate) fn running_here(
    language: Language<'_>,
    running: &GameRecord,
    wanted: Option<Wish>,
) -> Message {
    let show = BoardControl::Show(Seen::of(&running.game)).id();
    let mut buttons = vec![button(language, show, key!("button-show")).style(ButtonStyle::Primary)];
    let key = match running.game.players().animal() {
        Some(_) => key!("refused-already-running"),
        None => key!("refused-already-running-with-member"),
    };
    let mut text = tell!(
        language, key, "link" => link_to_board(running), "position" => with_name(language, running.game.position())
    );
    if let Some(wanted) = wanted {
        let old_end = EndIfReplaced::of(running);
        let start_anew = StartControl::Replace(running.game.id(), old_end, wanted).id();
        buttons.push(button(language, start_anew, key!("button-start-anew")));
        let result = match old_end {
            EndIfReplaced::WithoutResult => "none",
            EndIfReplaced::AsALoss => "loss",
        };
        let offer = tell!(language, key!("offer-start-anew"), "result" => result);
        text = [text, offer].join("\n");
    }
    Message::private(text, vec![CreateActionRow::Buttons(buttons)])
}

/// Why something was not done. One line for each reason.
pub(crate) fn refusal(
    language: Language<'_>,
    why: &Refusal,
    record: Option<&GameRecord>,
    member: MemberId,
) -> Message {
    let with_link = |key| {
        let link = record.map(link_to_board).unwrap_or_default();
        let position = record.map(|record| with_name(language, record.game.position()));
        tell!(language, key, "link" => link, "position" => position.unwrap_or_default())
    };
    let text = match why {
        Refusal::Game(GameRefusal::Illegal(why)) => match record {
            Some(record) => illegal(language, *why, record.game.position()),
            None => language.say(key!("refused-other-game")),
        },
        Refusal::Game(GameRefusal::NotAPlayer) => {
            let game = record.map(|record| record.game.position().variant().to_string());
            let text = not_a_player(language, game.as_deref());
            return Message::private(
                text,
                record
                    .map(|it| watchers_row(language, it))
                    .into_iter()
                    .collect(),
            );
        }
        Refusal::Game(refusal) => game_refusal(language, *refusal),
        Refusal::UnknownGame => language.say(key!("refused-unknown-game")),
        Refusal::NoGameHere => language.say(key!("refused-no-game-here")),
        Refusal::NoHints => language.say(key!("refused-no-hints")),
        Refusal::NoFinishedGameHere => language.say(key!("refused-no-finished-game-here")),
        Refusal::Elsewhere => with_link(key!("refused-elsewhere")),
        // `Ambiguous` is never shown: the member is asked to choose instead.
        Refusal::Ambiguous(games) | Refusal::NoSuitableGame(games) => list(
            language,
            language.say(key!("refused-no-suitable-game")),
            games,
            member,
        ),
        Refusal::AlreadyRunning => with_link(key!("refused-already-running")),
        Refusal::TooManyGames => language.say(key!("refused-too-many-games")),
        Refusal::AlreadyFollowed => with_link(key!("refused-already-followed")),
        Refusal::OpponentTooManyGames => language.say(key!("refused-opponent-too-many-games")),
        Refusal::ExtendingDeadlines => language.say(key!("refused-extending-deadlines")),
        Refusal::FormerPlayer => language.say(key!("refused-former-player")),
        Refusal::AskedBefore => language.say(key!("refused-asked-before")),
        Refusal::AlreadyVoted => language.say(key!("refused-already-voted")),
        Refusal::HeapTooLarge { most } => tell!(
            language, key!("refused-heap-too-large"), "most" => most.to_string()
        ),
        Refusal::BadPosition(variant, why) => bad_position(language, *variant, *why),
        Refusal::TooManyChallenges => language.say(key!("refused-too-many-challenges")),
        Refusal::AlreadyChallenged(at) => {
            let link = at.as_ref().map(|(place, message)| link(place, *message));
            tell!(language, key!("refused-already-challenged"), "link" => link.unwrap_or_else(|| "none".to_owned()))
        }
        Refusal::DeclinedBefore { retry_at } => tell!(
            language, key!("refused-declined-before"), "again" => relative(*retry_at)
        ),
        Refusal::ChallengedTooOften { retry_at } => tell!(
            language, key!("refused-challenged-too-often"), "again" => relative(*retry_at)
        ),
        Refusal::TooManyBlocked => {
            tell!(language, key!("refused-too-many-blocked"), "most" => MAX_BLOCKED)
        }
        Refusal::TooManyReceived => language.say(key!("refused-too-many-received")),
        Refusal::ChallengesNotAccepted => language.say(key!("refused-challenges-not-accepted")),
        Refusal::HelpsWithPuzzle(with) => {
            let day = match with {
                HelpedPuzzle::Todays => "today",
                HelpedPuzzle::Yesterdays => "yesterday",
                HelpedPuzzle::Both => "both",
            };
            tell!(language, key!("refused-helps-with-puzzle"), "day" => day)
        }
        Refusal::IsPuzzle => language.say(key!("refused-is-puzzle")),
        Refusal::BeingPlayed => being_played(language, record),
        Refusal::BeingPlayedHere => language.say(key!("refused-being-played-here")),
        Refusal::HelpsAgainstPenguin => language.say(key!("refused-helps-against-penguin")),
        Refusal::AnswersQuestion => language.say(key!("refused-answers-question")),
        Refusal::SpoilsPuzzle => language.say(key!("refused-spoils-puzzle")),
        Refusal::PairNotOver => language.say(key!("refused-pair-not-over")),
        Refusal::YouBlocked => language.say(key!("refused-you-blocked")),
        Refusal::AlreadyHandled => language.say(key!("done-before")),
    };
    plain(text)
}

/// That something would help in a running game of the member with another one.
pub(crate) fn being_played(language: Language<'_>, record: Option<&GameRecord>) -> String {
    let link = record.map_or_else(|| "none".to_owned(), link_to_board);
    tell!(language, key!("refused-being-played"), "link" => link)
}

/// What somebody who does not play can do instead: begin a game of their own, and predict who wins this one.
fn watchers_row(language: Language<'_>, record: &GameRecord) -> CreateActionRow {
    let own = StartControl::Drawn(Drawn::usual(record.variant())).id();
    let own = button(language, own, key!("button-play-own"));
    let predict = is_predictable(record).then(|| {
        let predict = PredictControl::Ask(record.game.id()).id();
        button(language, predict, key!("button-predict"))
    });
    CreateActionRow::Buttons([own].into_iter().chain(predict).collect())
}

/// Says that this is not the member's game, and how to begin one of the same kind.
fn not_a_player(language: Language<'_>, game: Option<&str>) -> String {
    tell!(language, key!("refused-not-a-player"), "game" => game.unwrap_or("none"))
}

pub(crate) fn game_refusal(language: Language<'_>, refusal: GameRefusal) -> String {
    match refusal {
        GameRefusal::NothingToTake => language.say(key!("refused-nothing-to-take")),
        GameRefusal::NotAPlayer => not_a_player(language, None),
        GameRefusal::Ended => language.say(key!("refused-ended")),
        GameRefusal::OutdatedBoard => language.say(key!("refused-outdated-board")),
        GameRefusal::NotYourTurn => language.say(key!("refused-not-your-turn")),
        GameRefusal::OutOfTime => language.say(key!("refused-out-of-time")),
        GameRefusal::CannotAbandon => language.say(key!("refused-cannot-abandon")),
        GameRefusal::NothingToTakeBack => language.say(key!("refused-nothing-to-take-back")),
        GameRefusal::TakenBackBefore => language.say(key!("refused-taken-back-before")),
        GameRefusal::CannotTakeBack => language.say(key!("refused-cannot-take-back")),
        GameRefusal::OwnRequest => language.say(key!("refused-own-request")),
        GameRefusal::StillRunning => language.say(key!("refused-still-running")),
        GameRefusal::Yourself => language.say(key!("refused-yourself")),
        GameRefusal::NotInvited => language.say(key!("refused-not-invited")),
        GameRefusal::OwnChallenge => language.say(key!("refused-own-challenge")),
        GameRefusal::NotYourChallenge => language.say(key!("refused-not-your-challenge")),
        GameRefusal::ChallengeClosed => language.say(key!("refused-challenge-closed")),
        GameRefusal::ChallengeExpired => language.say(key!("refused-challenge-expired")),
        GameRefusal::MustChooseWhoStarts => language.say(key!("refused-must-choose-who-starts")),
        // If the game is known, the function `refusal` gives the reason instead.
        GameRefusal::Illegal(_) => language.say(key!("refused-other-game")),
    }
}

/// Why the rules of a game forbid a move.
pub(crate) fn illegal(language: Language<'_>, why: IllegalMove, at: Position) -> String {
    let variant = at.variant();
    let heaps_text =
        |heaps, attribute, amount| language.heaps_text(variant, heaps, Some(attribute), amount);
    let game_text = |key| language.tell_for_game(variant, key, &FluentArgs::new());
    match why {
        IllegalMove::Nothing => takes_nothing(language, at),
        IllegalMove::TooMany { from, most: 0 } => heaps_text(from, "empty", 0),
        IllegalMove::TooMany { from, most } => heaps_text(from, "most", most),
        IllegalMove::NoSuchHeap { heaps } => refused_heap(language, variant, heaps),
        IllegalMove::TooFar { most } => tell!(language, key!("refused-too-far"), "most" => most),
        IllegalMove::NotTogether => game_text(key!("refused-not-together")),
        IllegalMove::NotALargest => language.say(key!("refused-not-a-largest")),
        IllegalMove::TooManyHeaps { most } => {
            tell!(language, key!("refused-too-many-heaps"), "most" => most)
        }
        IllegalMove::NoHeapOf { size } => {
            tell!(language, key!("refused-no-heap-of"), "size" => size.to_string())
        }
        IllegalMove::NotUnequal => language.say(key!("refused-not-unequal")),
        IllegalMove::StillPlacing => language.say(key!("refused-still-placing")),
        IllegalMove::AllPlaced => language.say(key!("refused-all-placed")),
        IllegalMove::NoSuchCell { cells } => {
            tell!(language, key!("refused-no-such-cell"), "cells" => cells)
        }
        IllegalMove::Cleared { cell } => {
            tell!(language, key!("refused-cleared"), "cell" => cell + 1)
        }
        IllegalMove::TooManyCells { most } => {
            tell!(language, key!("refused-too-many-cells"), "most" => most)
        }
        IllegalMove::NotBeside => game_text(key!("refused-not-beside")),
        IllegalMove::OtherGame => language.say(key!("refused-other-game")),
    }
}

/// Says that a move has to take, add or split something.
pub(crate) fn takes_nothing(language: Language<'_>, at: Position) -> String {
    let (form, count) = match at.shape() {
        Shape::Count(counting) => ("count", counting.count),
        Shape::Sizes(_) => ("split", 0),
        Shape::Heaps(_) | Shape::Candies(..) | Shape::Stacks(..) | Shape::Cells(..) => ("take", 0),
    };
    let args = fluent::fluent_args!["form" => form, "count" => count];
    language.tell_for_game(at.variant(), key!("refused-nothing"), &args)
}

/// Says that there is no such heap, and which heaps there are.
pub(crate) fn refused_heap(language: Language<'_>, variant: Variant, heaps: usize) -> String {
    let last = letter(heaps.saturating_sub(1)).to_string();
    let args = fluent::fluent_args!["heaps" => heaps, "last" => last];
    language.tell_for_game(variant, key!("refused-no-such-heap"), &args)
}

/// What is wrong with the options of a command.
pub(crate) fn bad_options(language: Language<'_>, bad: BadOptions) -> String {
    match bad {
        BadOptions::Unknown => language.say(key!("refused-old-command")),
        BadOptions::NumberOutOfRange => language.say(key!("refused-number-out-of-range")),
        BadOptions::NoSuchVariant => {
            tell!(language, key!("refused-no-such-variant"), "games" => names(language, Variant::ALL))
        }
        BadOptions::Position(variant, why) => bad_position(language, variant, why),
        BadOptions::Ambiguous(TwoReadings {
            several_numbers,
            one_number,
        }) => {
            tell!(language, key!("refused-two-readings"), "one" => several_numbers, "other" => one_number)
        }
        BadOptions::WhichGame(meant) => {
            let games: Vec<Variant> = meant.iter().map(|position| position.variant()).collect();
            let position = meant.first().map(ToString::to_string).unwrap_or_default();
            tell!(
                language, key!("refused-which-variant"), "position" => position, "games" => names(language, &games)
            )
        }
        BadOptions::TooLong => tell!(language, key!("refused-start-too-long"), "most" => MAX_START),
        BadOptions::OnePile { missing } => {
            tell!(language, key!("refused-one-pile"), "missing" => missing)
        }
        BadOptions::PilesAndPosition => language.say(key!("refused-piles-and-position")),
        BadOptions::SizeAndPosition => language.say(key!("refused-size-and-position")),
        BadOptions::PilesOfOtherGame(other) => {
            tell!(language, key!("refused-piles-of-other-game"), "game" => language.game_name(other))
        }
        BadOptions::OptionOfWhichGame(name) => tell!(
            language, key!("refused-option-of-which-game"), "option" => language.say(option_key(name)),
            "games" => names(language, &games_with_option(name))
        ),
    }
}

/// Why there is no such position.
fn bad_position(language: Language<'_>, variant: Variant, why: BadPosition) -> String {
    let game = language.game_name(variant);
    match why {
        BadPosition::NotHeaps => language.say(key!("refused-not-heaps")),
        BadPosition::TooLarge { most } => {
            tell!(language, key!("refused-too-large"), "most" => most.to_string())
        }
        BadPosition::HeapCount { least, most } => {
            let args = fluent::fluent_args![
                "game" => game, "least" => least, "most" => most, "range" => if least == most { "one" } else { "several" }
            ];
            language.tell_for_game(variant, key!("refused-heap-count"), &args)
        }
        BadPosition::NotACount => language.say(key!("refused-not-a-count")),
        BadPosition::PastTarget { target } => {
            tell!(language, key!("refused-past-target"), "target" => target)
        }
        BadPosition::Target { most } => tell!(language, key!("refused-target"), "most" => most),
        BadPosition::Most { most: u64::MAX } => language.say(key!("refused-no-limit")),
        BadPosition::Most { most } => tell!(language, key!("refused-most"), "most" => most),
        BadPosition::AtOnce { most } => tell!(language, key!("refused-at-once"), "most" => most),
        BadPosition::TooLargeToTabulate { heaps, most } => {
            let args = fluent::fluent_args!["game" => game, "heaps" => heaps, "most" => most];
            language.tell_for_game(variant, key!("refused-too-large-to-tabulate"), &args)
        }
        BadPosition::TooManyInAll { most } => {
            tell!(language, key!("refused-too-many-in-all"), "game" => game, "most" => most)
        }
        BadPosition::EmptyHeap => language.say(key!("refused-empty-heap")),
        BadPosition::NotStacks => language.say(key!("refused-not-stacks")),
        BadPosition::Stones { most } => tell!(language, key!("refused-stones"), "most" => most),
        BadPosition::NotACircle => language.say(key!("refused-not-a-circle")),
        BadPosition::NotABoard => language.say(key!("refused-not-a-board")),
        BadPosition::NotAGraph => language.say(key!("refused-not-a-graph")),
        BadPosition::Cells { least, most } => {
            tell!(language, key!("refused-cells"), "game" => game, "least" => least, "most" => most)
        }
        BadPosition::PartCount { least, most } => {
            tell!(language, key!("refused-part-count"), "least" => least, "most" => most)
        }
        BadPosition::PartSize {
            letter,
            least,
            most,
        } => {
            tell!(language, key!("refused-part-size"), "letter" => letter.to_string(), "least" => least, "most" => most)
        }
        BadPosition::NoOption(name) => {
            tell!(
                language, key!("refused-no-option"), "game" => game, "option" => language.say(option_key(name)),
                "games" => names(language, &games_with_option(name))
            )
        }
        BadPosition::BadOptions => language.say(key!("refused-old-command")),
    }
}

/// The key of the text with the name of an option of the rules.
const fn option_key(option: OptionName) -> Key {
    match option {
        OptionName::Ending => key!("option-last"),
        OptionName::Most => key!("option-most"),
        OptionName::Heaps => key!("option-heaps"),
    }
}

/// The games that have an option.
fn games_with_option(option: OptionName) -> Vec<Variant> {
    let games = Variant::ALL.iter().copied();
    games
        .filter(|&variant| Position::has_option(variant, option))
        .collect()
}

fn names(language: Language<'_>, variants: &[Variant]) -> String {
    variants
        .iter()
        .map(|&variant| language.game_name(variant))
        .join(", ")
}

/// Says that an internal error occurred and nothing was done. The number identifies the error in
/// the log.
pub(crate) fn fault(language: Language<'_>, incident: InteractionId) -> Message {
    plain(tell!(language, key!("fault"), "incident" => incident.0.to_string()))
}

/// Says that answering failed halfway, and something may have been done. The number identifies the
/// error in the log.
pub(crate) fn apology(language: Language<'_>, incident: InteractionId) -> Message {
    plain(tell!(language, key!("apology"), "incident" => incident.0.to_string()))
}
