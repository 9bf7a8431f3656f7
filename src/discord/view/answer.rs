//! Private answers: lists of games, and why something was not done.

use fluent::{FluentArgs, fluent_args};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::control::{Control, Verb};
use super::super::reply::Message;
use super::super::text::{Language, key};
use super::{button, labelled, pile_argument, player, relative};
use crate::game::{MemberId, PlayerId, Refusal as GameRefusal};
use crate::records::{GameRecord, InteractionId, MessageId, Place};
use crate::rules::wythoff::IllegalMove;
use crate::service::{NewGame, Refusal};

/// How long a message may be (<https://discord.com/developers/docs/resources/message#create-message>).
pub(super) const MOST_CHARACTERS: usize = 2000;

/// How many rows of buttons a message has, and how many buttons a row
/// (<https://discord.com/developers/docs/components/reference#action-row>).
const MOST_ROWS: usize = 5;
const BUTTONS_A_ROW: usize = 5;

/// A link to a message, which Discord's client shows as the place where it is.
pub(in crate::discord) fn link(place: &Place, message: MessageId) -> String {
    let guild = place
        .guild
        .map_or("@me".to_owned(), |guild| guild.to_string());
    format!(
        "https://discord.com/channels/{guild}/{}/{}",
        place.channel.0, message.0
    )
}

/// A link to the board of a game, or to its channel where the board is not known.
pub(in crate::discord) fn link_to_board(record: &GameRecord) -> String {
    match record.board {
        Some(board) => link(&record.place, board),
        None => format!("<#{}>", record.place.channel.0),
    }
}

/// A member's running games, each with a link.
pub(in crate::discord) fn games(
    language: Language<'_>,
    games: &[GameRecord],
    member: MemberId,
) -> Message {
    if games.is_empty() {
        return Message::private(language.say(key!("games-none")), vec![]);
    }
    let title = language.tell(key!("games-list"), &fluent_args!["count" => games.len()]);
    Message::private(list(language, title, games, member), vec![])
}

/// A title and a line for each game, as many as fit into a message.
fn list(language: Language<'_>, title: String, games: &[GameRecord], member: MemberId) -> String {
    let mut text = title;
    for (index, record) in games.iter().enumerate() {
        let line = line(language, record, member);
        let more = language.tell(
            key!("games-more"),
            &fluent_args!["count" => games.len() - index],
        );
        let fits = |line: &str| text.chars().count() + line.chars().count() < MOST_CHARACTERS;
        if !fits(&format!("{line}\n{more}")) {
            return [text, more].join("\n");
        }
        text = [text, line].join("\n");
    }
    text
}

fn line(language: Language<'_>, record: &GameRecord, member: MemberId) -> String {
    let players = record.game.players();
    let mine = players.seat_of(PlayerId::Member(member));
    let opponent = mine
        .map(|seat| player(language, players.at(seat.other())))
        .unwrap_or_default();
    let turn = if mine == record.game.to_move() {
        "mine"
    } else {
        "theirs"
    };
    let args = fluent_args![
        "opponent" => opponent,
        "position" => record.game.position().to_string(),
        "turn" => turn,
        "link" => link_to_board(record)
    ];
    language.tell(key!("games-line"), &args)
}

/// A game is running here already: it can be shown, or given up for the new one.
pub(in crate::discord) fn running_here(
    language: Language<'_>,
    running: &GameRecord,
    wanted: Option<NewGame>,
) -> Message {
    let control = |verb| Control::of(&running.game, verb);
    let mut buttons = vec![button(
        language,
        control(Verb::Show),
        key!("button-show"),
        ButtonStyle::Primary,
    )];
    let key = match running.game.players().level() {
        Some(_) => key!("refused-already-running"),
        None => key!("refused-already-running-with-member"),
    };
    let mut text = language.tell(key, &fluent_args!["link" => link_to_board(running)]);
    if let Some(wanted) = wanted {
        let anew = control(Verb::StartAnew(wanted));
        buttons.push(button(
            language,
            anew,
            key!("button-start-anew"),
            ButtonStyle::Secondary,
        ));
        text = [text, language.say(key!("offer-start-anew"))].join("\n");
    }
    Message::private(text, vec![CreateActionRow::Buttons(buttons)])
}

/// Asks in which of several games that is to be done; each with the name of the opponent.
pub(in crate::discord) fn which_game(
    language: Language<'_>,
    games: &[(&GameRecord, String)],
    verb: Verb,
) -> Message {
    let is_grave = verb == Verb::ConfirmResign;
    let title = match verb {
        Verb::Play(_) => key!("ask-which-move"),
        Verb::ConfirmResign => key!("ask-which-resign"),
        _ => key!("ask-which-board"),
    };
    let style = if is_grave {
        ButtonStyle::Danger
    } else {
        ButtonStyle::Primary
    };
    let mut buttons: Vec<CreateButton> = games
        .iter()
        .map(|(record, opponent)| {
            let position = record.game.position().to_string();
            let args = fluent_args!["opponent" => opponent.as_str(), "position" => position];
            let label = language.tell(key!("completion-running-game"), &args);
            labelled(Control::of(&record.game, verb), &label, style)
        })
        .collect();
    if is_grave {
        buttons.push(keep_playing(language, Control::general(Verb::KeepPlaying)));
    }
    let rows = buttons
        .chunks(BUTTONS_A_ROW)
        .take(MOST_ROWS)
        .map(|row| CreateActionRow::Buttons(row.to_vec()));
    Message::private(language.say(title), rows.collect())
}

/// Asks whether to resign.
pub(in crate::discord) fn ask_to_resign(
    language: Language<'_>,
    record: &GameRecord,
    member: MemberId,
) -> Message {
    let args = about(language, record, member);
    let control = |verb| Control::of(&record.game, verb);
    let resign = button(
        language,
        control(Verb::ConfirmResign),
        key!("button-resign"),
        ButtonStyle::Danger,
    );
    let buttons = vec![resign, keep_playing(language, control(Verb::KeepPlaying))];
    Message::private(
        language.tell(key!("ask-to-resign"), &args),
        vec![CreateActionRow::Buttons(buttons)],
    )
}

fn keep_playing(language: Language<'_>, control: Control) -> CreateButton {
    let label = key!("button-play-on");
    button(language, control, label, ButtonStyle::Secondary)
}

/// The opponent and the position of a member's game, as the arguments of a text.
fn about(language: Language<'_>, record: &GameRecord, member: MemberId) -> FluentArgs<'static> {
    let players = record.game.players();
    let seat = players.seat_of(PlayerId::Member(member));
    let opponent = seat.map(|seat| player(language, players.at(seat.other())));
    fluent_args![
        "opponent" => opponent.unwrap_or_default(),
        "position" => record.game.position().to_string()
    ]
}

/// The same with the game named that it is about.
pub(in crate::discord) fn named(
    language: Language<'_>,
    record: &GameRecord,
    member: MemberId,
    message: &Message,
) -> Message {
    let mut args = about(language, record, member);
    args.set("why", message.content().to_owned());
    plain(language.tell(key!("refused-in-game"), &args))
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
        language.tell(key, &fluent_args!["link" => link])
    };
    let text = match why {
        Refusal::Game(refusal) => game_refusal(language, *refusal),
        Refusal::UnknownGame => language.say(key!("refused-unknown-game")),
        Refusal::NoGameHere => language.say(key!("refused-no-game-here")),
        Refusal::NoFinishedGameHere => language.say(key!("refused-no-finished-game-here")),
        Refusal::Elsewhere => linked(key!("refused-elsewhere")),
        // Asked, not said.
        Refusal::Ambiguous(games) | Refusal::NoneFits(games) => list(
            language,
            language.say(key!("refused-none-fits")),
            games,
            member,
        ),
        Refusal::AlreadyRunning => linked(key!("refused-already-running")),
        Refusal::TooManyGames => language.say(key!("refused-too-many-games")),
        Refusal::AlreadyFollowed => linked(key!("refused-already-followed")),
        Refusal::OpponentTooManyGames => language.say(key!("refused-opponent-too-many-games")),
        Refusal::ComingBack => language.say(key!("refused-coming-back")),
        Refusal::FormerPlayer => language.say(key!("refused-former-player")),
        Refusal::AlreadyOffered => language.say(key!("refused-already-offered")),
        Refusal::PileTooLarge { most } => language.tell(
            key!("refused-pile-too-large"),
            &fluent_args!["most" => language.number(*most)],
        ),
        Refusal::TooManyChallenges => language.say(key!("refused-too-many-challenges")),
        Refusal::AlreadyChallenged(at) => {
            let link = at.as_ref().map(|(place, message)| link(place, *message));
            language.tell(
                key!("refused-already-challenged"),
                &fluent_args!["link" => link.unwrap_or_default()],
            )
        }
        Refusal::DeclinedBefore { again } => language.tell(
            key!("refused-declined-before"),
            &fluent_args!["again" => relative(*again)],
        ),
        Refusal::NotWelcome => language.say(key!("refused-not-welcome")),
        // Never said: the other event of the interaction is answered.
        Refusal::Repeated => String::new(),
    };
    Message::private(text, vec![])
}

pub(in crate::discord) fn game_refusal(language: Language<'_>, refusal: GameRefusal) -> String {
    match refusal {
        GameRefusal::NothingToTake => language.say(key!("refused-nothing-to-take")),
        GameRefusal::NotAPlayer => language.say(key!("refused-not-a-player")),
        GameRefusal::Ended => language.say(key!("refused-ended")),
        GameRefusal::Behind => language.say(key!("refused-behind")),
        GameRefusal::NotYourTurn => language.say(key!("refused-not-your-turn")),
        GameRefusal::OutOfTime => language.say(key!("refused-out-of-time")),
        GameRefusal::NotAbandoned => language.say(key!("refused-not-abandoned")),
        GameRefusal::NothingToTakeBack => language.say(key!("refused-nothing-to-take-back")),
        GameRefusal::NotTakenBack => language.say(key!("refused-not-taken-back")),
        GameRefusal::StillRunning => language.say(key!("refused-still-running")),
        GameRefusal::Yourself => language.say(key!("refused-yourself")),
        GameRefusal::NotInvited => language.say(key!("refused-not-invited")),
        GameRefusal::OwnChallenge => language.say(key!("refused-own-challenge")),
        GameRefusal::NotYourChallenge => language.say(key!("refused-not-your-challenge")),
        GameRefusal::ChallengeClosed => language.say(key!("refused-challenge-closed")),
        GameRefusal::ChallengeExpired => language.say(key!("refused-challenge-expired")),
        GameRefusal::WhoBegins => language.say(key!("refused-who-begins")),
        GameRefusal::Illegal(IllegalMove::Nothing) => language.say(key!("refused-takes-nothing")),
        GameRefusal::Illegal(IllegalMove::TooMany { pile, most: 0 }) => language.tell(
            key!("refused-empty-pile"),
            &fluent_args!["pile" => pile_argument(pile)],
        ),
        GameRefusal::Illegal(IllegalMove::TooMany { pile, most }) => {
            let args = fluent_args!["pile" => pile_argument(pile), "most" => language.number(most)];
            language.tell(key!("refused-too-many"), &args)
        }
    }
}

/// A sentence that only the person sees.
pub(in crate::discord) fn plain(text: String) -> Message {
    Message::private(text, vec![])
}

/// Something is broken, and nothing was done; the number finds it in the log.
pub(in crate::discord) fn fault(language: Language<'_>, incident: InteractionId) -> Message {
    let args = fluent_args!["incident" => incident.0.to_string()];
    Message::private(language.tell(key!("fault"), &args), vec![])
}

/// Answering broke off, whatever was done before that; the number finds it in the log.
pub(in crate::discord) fn apology(language: Language<'_>, incident: InteractionId) -> Message {
    let args = fluent_args!["incident" => incident.0.to_string()];
    Message::private(language.tell(key!("apology"), &args), vec![])
}
