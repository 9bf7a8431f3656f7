//! A challenge, and the buttons to answer it.

use fluent::fluent_args;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::commands::command::Submission;
use crate::commands::start::start_row;
use crate::controls::challenge::ChallengeControl;
use crate::controls::rules::RulesControl;
use crate::controls::{Control, Seen};
use crate::form::{Choice, Form};
use crate::input::position_options::{USUAL_GAME, drawn_challenge};
use crate::input::user::ChosenUser;
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{Language, clock_key, key, size_key, tell, who_starts_key};
use crate::view::description::board_in_words;
use crate::view::position::{heap_names, rules_in_short, title as game_title, with_position};
use crate::view::{button, labelled_button, player, relative};
use nim_games::{Animal, Position, Size, Variant};
use wythoff_game::records::{ChallengeRecord, Word};
use wythoff_game::{
    ChallengeAnswer, ChallengeEnding, ChallengePhase, ChallengeStart, Clock, Games, Player,
    WhoStarts,
};
use wythoff_service::{ChallengePosition, NewGame, Setup};

pub(crate) fn challenge(language: Language<'_>, record: &ChallengeRecord) -> Message {
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
            let involves_former_player = [Some(challenge.challenger), challenge.invited]
                .into_iter()
                .flatten()
                .any(|person| person.member().is_none());
            let key = match ending {
                _ if involves_former_player => key!("challenge-over"),
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
    let games = match challenge.games {
        Games::One => "one",
        Games::Two => "two",
    };
    let clock = language.say(clock_key(challenge.clock));
    let rated = match (challenge.invited, record.is_rated) {
        (_, false) if challenge.start.is_decided_by_who_begins() => "never",
        (_, _) if !challenge.is_fair() => "unfair",
        (None, _) => "open",
        (Some(_), true) => "yes",
        (Some(_), false) => "no",
    };
    let terms = fluent_args!["clock" => clock, "games" => games, "first" => first, "challenger" => challenger, "rated" => rated];
    let lines = [
        title,
        language.tell(key!("challenge-terms"), &terms),
        tell!(language, key!("challenge-open"), "until" => relative(until)),
        rules_in_short(language, challenge.start),
    ];
    let board = Board::at(challenge.start, heap_names(language, challenge.start));
    let in_words = board_in_words(language, &board);
    let [text_with_picture, text_without_picture] =
        with_position(language, &lines, challenge.start);
    Message::public(text_with_picture, vec![buttons(language, record)])
        .showing(Picture::Board(Box::new(board)), in_words)
        .or_saying(text_without_picture)
}

fn buttons(language: Language<'_>, record: &ChallengeRecord) -> CreateActionRow {
    let challenge = &record.challenge;
    let control = |answer| ChallengeControl::Answer(challenge.id, answer);
    let answer = |answer, label| button(language, control(answer).id(), label);
    let mut buttons = accept_buttons(language, record);
    // A challenge to anyone cannot be declined.
    if challenge.invited.is_some() {
        buttons.push(answer(ChallengeAnswer::Decline, key!("button-decline")));
    }
    buttons.push(answer(ChallengeAnswer::Withdraw, key!("button-withdraw")));
    // A challenge has the id of its game.
    let rules = RulesControl::OfGame(Seen::anywhere(challenge.id));
    buttons.push(button(language, rules.id(), key!("button-rules")));
    CreateActionRow::Buttons(buttons)
}

/// The buttons to accept, each with the name of the member who starts, if known.
fn accept_buttons(language: Language<'_>, record: &ChallengeRecord) -> Vec<CreateButton> {
    let challenge = &record.challenge;
    let accept = |answer, label: String| {
        let control = ChallengeControl::Answer(challenge.id, answer);
        labelled_button(control.id(), &label).style(ButtonStyle::Primary)
    };
    let accept_label = |name: &Option<String>| match name {
        Some(name) => {
            tell!(language, key!("button-accept-begins"), "name" => name.as_str())
        }
        // Anyone may accept, or the invited member's name is not known.
        None => language.say(key!("button-accept-begin")),
    };
    let [challenger, invited] = &record.names;
    match challenge.first {
        ChallengeStart::Fixed(WhoStarts::Random) => {
            let label = language.say(key!("button-accept"));
            vec![accept(ChallengeAnswer::Accept, label)]
        }
        ChallengeStart::Fixed(WhoStarts::Me) => {
            vec![accept(ChallengeAnswer::Accept, accept_label(challenger))]
        }
        ChallengeStart::Fixed(WhoStarts::Opponent) => {
            vec![accept(ChallengeAnswer::Accept, accept_label(invited))]
        }
        ChallengeStart::OpponentChooses => vec![
            accept(ChallengeAnswer::AcceptAndStart, accept_label(invited)),
            accept(ChallengeAnswer::AcceptAsSecond, accept_label(challenger)),
        ],
    }
}

/// The answer when a member challenges the bot: it offers a game from the wanted position, or from
/// the game's usual one.
pub(crate) fn offer_start(
    language: Language<'_>,
    wanted: ChallengePosition,
    first: ChallengeStart,
) -> Message {
    let row = wanted_start(wanted).map(|start| {
        let to_win = NewGame::to_win(start, Some(Animal::Penguin));
        let new = match first {
            ChallengeStart::Fixed(first @ (WhoStarts::Me | WhoStarts::Opponent)) => {
                NewGame { first, ..to_win }
            }
            // If the challenge does not fix who starts, offer a game that the member can win.
            ChallengeStart::Fixed(WhoStarts::Random) | ChallengeStart::OpponentChooses => to_win,
        };
        start_row(language, Setup::Chosen(new))
    });
    Message::private(language.say(key!("offer-start")), row.into_iter().collect())
}

fn wanted_start(wanted: ChallengePosition) -> Option<Position> {
    let (variant, options) = match wanted {
        ChallengePosition::Position(position) if !position.is_over() => return Some(position),
        ChallengePosition::Position(position) => (position.variant(), position.options()),
        ChallengePosition::Drawn(variant, options, _) => (variant, options),
    };
    Position::usual(variant, options).ok()
}

/// The names of the fields of the form.
const MEMBER: &str = "member";
const GAME: &str = "game";
const SIZE: &str = "size";
const FIRST: &str = "first";
const CLOCK: &str = "clock";

/// The value that leaves the clock to the server's setting.
const ANY_CLOCK: &str = "server";

/// The value for two games with sides swapped: then each goes first once.
const TWO_GAMES: &str = "two";

/// The form for a challenge: the opponent (if not known yet), the game and its size, who begins, and
/// the clock.
pub(crate) fn form(language: Language<'_>, invited: Option<&ChosenUser>) -> Form {
    let say = |key| language.say(key);
    let id = ChallengeControl::Form(invited.map(|user| user.member))
        .id()
        .to_string();
    let form = match invited {
        Some(user) => {
            let name = user.name.as_deref().unwrap_or("?");
            let title = tell!(language, key!("form-challenge-member"), "name" => name);
            Form::new(id, &title)
        }
        None => Form::new(id, &say(key!("form-challenge"))).member(
            MEMBER,
            &say(key!("form-challenge-whom")),
            None,
        ),
    };
    let game = |&variant: &Variant| Choice {
        label: language.game_name(variant),
        value: variant.key().to_owned(),
        description: Some(language.game_rule(variant)),
        is_chosen: variant == USUAL_GAME,
    };
    let games: Vec<Choice> = Variant::ALL.iter().map(game).collect();
    let choice = |label: String, value: &str, is_chosen: bool| Choice {
        label,
        value: value.to_owned(),
        description: None,
        is_chosen,
    };
    let first = ChallengeStart::all().map(|first| {
        let is_usual = first == ChallengeStart::Fixed(WhoStarts::Random);
        choice(say(who_starts_key(first)), first.word(), is_usual)
    });
    let two = choice(say(key!("form-challenge-two")), TWO_GAMES, false);
    let sizes = Size::ALL.map(|size| choice(say(size_key(size)), size.word(), size == Size::Small));
    let any_clock = choice(say(key!("form-challenge-any-clock")), ANY_CLOCK, true);
    let clocks = Clock::all().map(|clock| choice(say(clock_key(clock)), clock.word(), false));
    form.choice(GAME, &say(key!("form-challenge-game")), &games)
        .choice(SIZE, &say(key!("form-challenge-size")), &sizes)
        .choice(
            FIRST,
            &say(key!("form-challenge-first")),
            &first.chain([two]).collect::<Vec<_>>(),
        )
        .choice(
            CLOCK,
            &say(key!("form-challenge-clock")),
            &[any_clock].into_iter().chain(clocks).collect::<Vec<_>>(),
        )
}

/// What was chosen in the form. Returns `None` if a value is not among its choices.
pub(crate) fn read_form(
    form: &Submission,
) -> Option<(ChallengePosition, (ChallengeStart, Games), Option<Clock>)> {
    let first = match form.field(FIRST) {
        TWO_GAMES => (ChallengeStart::Fixed(WhoStarts::Random), Games::Two),
        first => (ChallengeStart::from_word(first)?, Games::One),
    };
    let clock = match form.field(CLOCK) {
        ANY_CLOCK => None,
        clock => Some(Clock::from_word(clock)?),
    };
    let variant = Variant::from_key(form.field(GAME))?;
    let size = Size::from_word(form.field(SIZE))?;
    Some((drawn_challenge(variant, size), first, clock))
}
