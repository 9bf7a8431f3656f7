//! Lists of games.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::context::InGame;
use crate::controls::board::BoardControl;
use crate::controls::games::GamesControl;
use crate::controls::play::PlayControl;
use crate::controls::resign::ResignControl;
use crate::controls::{Control, Seen};
use crate::message::Message;
use crate::text::{Language, key, tell};
use crate::view::controls::keep_playing;
use crate::view::{
    MAX_CHARACTERS, game_arguments, labelled_button, link_to_board, opponent, paged, plain,
    relative, with_name,
};
use wythoff_game::records::GameRecord;
use wythoff_game::{MemberId, PlayerId};

/// How many rows of buttons a message can have, and how many buttons a row can have
/// (<https://discord.com/developers/docs/components/reference#action-row>).
const MAX_ROWS: usize = 5;
const BUTTONS_PER_ROW: usize = 5;

/// How many games a page of `games` has at most.
const GAMES_PER_PAGE: usize = 10;

/// A page of a member's running games, counted from 0. The last one has no successor, but leads
/// back to the first.
pub(crate) fn page_of(
    language: Language<'_>,
    games: &[GameRecord],
    member: MemberId,
    page: u16,
) -> Message {
    if games.is_empty() {
        return plain(language.say(key!("games-none")));
    }
    let title = tell!(language, key!("games-list"), "count" => games.len());
    let lines = games.iter().map(|record| line(language, record, member));
    let room = MAX_CHARACTERS - title.chars().count() - 1;
    let pages = paged(lines.collect(), GAMES_PER_PAGE, room);
    // Some games may have ended since the button was drawn.
    let page = usize::from(page).min(pages.len() - 1);
    let text = pages
        .get(page)
        .map_or(String::new(), |page| page.join("\n"));
    let next = u16::try_from((page + 1) % pages.len()).unwrap_or(0);
    let label =
        tell!(language, key!("button-games-page"), "page" => page + 1, "pages" => pages.len());
    let button = CreateButton::new(GamesControl::Page(next).id()).label(label);
    let row = CreateActionRow::Buttons(vec![button.style(ButtonStyle::Secondary)]);
    let rows = (pages.len() > 1).then_some(row);
    Message::private(format!("{title}\n{text}"), rows.into_iter().collect())
}

/// A title and a line for each game, as many as fit into a message.
pub(crate) fn list(
    language: Language<'_>,
    title: String,
    games: &[GameRecord],
    member: MemberId,
) -> String {
    let mut text = title;
    for (index, record) in games.iter().enumerate() {
        let line = line(language, record, member);
        let more = tell!(language, key!("games-more"), "count" => games.len() - index);
        let fits = |line: &str| text.chars().count() + line.chars().count() < MAX_CHARACTERS;
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
    let turn = if mine == record.game.to_move() {
        "mine"
    } else {
        "theirs"
    };
    let deadline = record.game.deadline();
    let deadline = deadline.filter(|_| players.animal().is_none());
    tell!(
        language, key!("games-line"), "until" => deadline.map_or("none".to_owned(), relative), "opponent" => opponent(language, record, member),
        "position" => with_name(language, record.game.position()), "turn" => turn,
        "link" => link_to_board(record)
    )
}

/// Asks which of several games an action is for. `games` holds each game with the opponent's name
/// and the action.
pub(crate) fn which_game(
    language: Language<'_>,
    games: &[(&GameRecord, String, InGame)],
) -> Message {
    let all = |fits: fn(InGame) -> bool| games.iter().all(|&(_, _, action)| fits(action));
    let is_resignation = all(|action| action == InGame::Resign);
    let title = if all(|action| matches!(action, InGame::Move(_))) {
        key!("ask-which-move")
    } else if is_resignation {
        key!("ask-which-resign")
    } else {
        key!("ask-which-board")
    };
    let style = if is_resignation {
        ButtonStyle::Danger
    } else {
        ButtonStyle::Primary
    };
    let id = |record: &GameRecord, action| {
        let seen = Seen::of(&record.game);
        match action {
            InGame::Move(mv) => PlayControl::Play(seen, mv).id(),
            InGame::Resign => ResignControl::Confirm(seen).id(),
            InGame::ShowBoard => BoardControl::Show(seen).id(),
        }
    };
    let mut buttons: Vec<CreateButton> = games
        .iter()
        .map(|(record, opponent, action)| {
            let position = with_name(language, record.game.position());
            let label = tell!(
                language, key!("completion-running-game"), "opponent" => opponent.as_str(),
                "position" => position
            );
            labelled_button(id(record, *action), &label).style(style)
        })
        .collect();
    // A member with 25 games, the most there are, can dismiss the message.
    if is_resignation && buttons.len() < MAX_ROWS * BUTTONS_PER_ROW {
        buttons.push(keep_playing(language));
    }
    let rows = buttons
        .chunks(BUTTONS_PER_ROW)
        .map(|row| CreateActionRow::Buttons(row.to_vec()));
    Message::private(language.say(title), rows.collect())
}

/// A message with the name of the game that it is about.
pub(crate) fn with_game_name(
    language: Language<'_>,
    record: &GameRecord,
    member: MemberId,
    message: &Message,
) -> Message {
    let mut args = game_arguments(language, record, member);
    args.set("why", message.content().to_owned());
    plain(language.tell(key!("refused-in-game"), &args))
}
