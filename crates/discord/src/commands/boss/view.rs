//! The game of everybody against the Penguin: its message, and what a member sees of it in private.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::Control;
use crate::controls::boss::BossControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::Board;
use crate::text::{Language, key, tell};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::message_with_board;
use crate::view::explanation::{Voice, head, in_sentence, law, refuted};
use crate::view::moves::in_short;
use crate::view::position::{heap_names, rules_line, title};
use crate::view::{button, mention, plain, relative};
use nim_games::{Explanation, Move, Position, Refutation};
use wythoff_game::{Boss, BossOutcome, BossRefusal, MemberId};
use wythoff_service::{BossToShow, NoVote, OwnVote};

/// How many of the moves that have votes are listed.
const VOTES_LISTED: usize = 5;

/// How many of those who have voted are named.
const VOTERS_NAMED: usize = 20;

/// The message of the game. `None` if none has begun.
pub(crate) fn boss(language: Language<'_>, shown: &BossToShow) -> Option<Message> {
    let boss = shown.record.latest.as_ref()?;
    Some(match boss.outcome() {
        None => playing(language, shown, boss),
        Some(BossOutcome::Left) => plain(language.say(key!("boss-left"))),
        Some(BossOutcome::Beaten) => beaten(language, shown, boss),
        Some(BossOutcome::Lost(at, mv)) => lost(language, shown, (at, mv)),
    })
}

/// While it is played: what was played, what has votes, and until when.
fn playing(language: Language<'_>, shown: &BossToShow, boss: &Boss) -> Message {
    let at = boss.now();
    let heading = tell!(language, key!("boss-heading"), "game" => title(language, at));
    let mut lines = vec![heading];
    lines.extend(round(language, shown, boss));
    lines.push(language.say(if boss.step() == 0 {
        key!("boss-can-win")
    } else {
        key!("boss-go-on")
    }));
    lines.extend(boss.hint().map(|named| {
        let named = named.iter().map(|&mv| in_short(language, at, mv));
        tell!(language, key!("boss-hint"), "moves" => named.collect::<Vec<_>>().join(" · "))
    }));
    lines.extend(votes(language, at, &shown.votes));
    lines.push(match boss.counted_at() {
        Some(until) => tell!(language, key!("boss-counted-at"), "until" => relative(until)),
        None => language.say(key!("boss-waits")),
    });
    lines.push(rules_line(language, at));
    lines.push(tell!(language, key!("boss-small-print"), "beaten" => shown.beaten));
    let game = (shown.record.guild, shown.record.games);
    let vote = button(
        language,
        BossControl::Open(game).id(),
        key!("button-boss-vote"),
    );
    let hint = button(
        language,
        BossControl::Hint(game).id(),
        key!("button-boss-hint"),
    );
    let buttons = vec![vote.style(ButtonStyle::Primary), hint];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    let board = Board::at(at, heap_names(language, at));
    message_with_board(Message::public, language, &lines, rows, board)
}

/// What the members have played last, and how the Penguin has replied.
fn round(language: Language<'_>, shown: &BossToShow, boss: &Boss) -> Option<String> {
    let (mv, answer, before) = boss.attempt().latest_round()?;
    let mine = in_sentence(language, before, mv, Voice::Us, true);
    let after = before.play(mv).ok()?;
    let reply = in_sentence(language, after, answer, Voice::Us, false);
    let (votes, all) = shown.record.counted;
    Some(tell!(
        language, key!("boss-round"), "mine" => mine, "reply" => reply, "votes" => votes, "all" => all
    ))
}

/// How many have voted for each move.
fn votes(language: Language<'_>, at: Position, votes: &[(Move, u64)]) -> Option<String> {
    let listed = votes.iter().take(VOTES_LISTED).map(|&(mv, count)| {
        tell!(language, key!("boss-votes-for"), "move" => in_short(language, at, mv), "count" => count)
    });
    let others: u64 = votes
        .iter()
        .skip(VOTES_LISTED)
        .map(|&(_, count)| count)
        .sum();
    let others = (others > 0).then(|| tell!(language, key!("ask-others"), "count" => others));
    let listed = listed.chain(others).join(" · ");
    (!listed.is_empty()).then(|| tell!(language, key!("boss-votes"), "votes" => listed))
}

/// The members have won.
fn beaten(language: Language<'_>, shown: &BossToShow, boss: &Boss) -> Message {
    let game = title(language, boss.start());
    let who = voters(language, &shown.voters);
    let mut lines = vec![tell!(language, key!("boss-beaten"), "game" => game, "who" => who)];
    let (at, is_whole) = (boss.start(), boss.now().is_over());
    let own = boss.attempt().path().first().copied();
    let explained = own.map_or_else(|| Explanation::of(at), |own| Explanation::of_move(at, own));
    let why = Some(law(language, &explained)).filter(|why| !why.is_empty());
    lines.extend((!is_whole).then(|| language.say(key!("boss-given-up"))));
    lines.extend(why.map(|why| tell!(language, key!("daily-insight"), "why" => why)));
    lines.push(tell!(
        language, key!("boss-wall"), "servers" => shown.beaten, "won" => shown.record.won, "games" => shown.record.games
    ));
    lines.extend(next(language, shown));
    let board = Board {
        winning_move: own,
        ..Board::at(at, heap_names(language, at))
    };
    message_with_board(Message::public, language, &lines, Vec::new(), board)
}

/// The members have given the win away: with which move, what answers it, and what would have won.
fn lost(language: Language<'_>, shown: &BossToShow, (at, mv): (Position, Move)) -> Message {
    let (votes, all) = shown.record.counted;
    let explained = Explanation::of(at);
    let mut lines = vec![tell!(
        language, key!("boss-lost"), "game" => title(language, at), "move" => in_short(language, at, mv), "votes" => votes,
        "all" => all
    )];
    lines.extend(Refutation::of(at, mv).map(|refutation| {
        let why = refuted(language, at, &refutation, false, Voice::Us);
        tell!(language, key!("boss-answer"), "why" => why)
    }));
    lines.push(tell!(language, key!("daily-solution"), "winning" => head(language, &explained)));
    let why = Some(law(language, &explained)).filter(|why| !why.is_empty());
    lines.extend(why.map(|why| tell!(language, key!("daily-insight"), "why" => why)));
    lines.extend(next(language, shown));
    let board = Board {
        winning_move: explained.winning,
        ..Board::at(at, heap_names(language, at))
    };
    message_with_board(Message::public, language, &lines, Vec::new(), board)
}

/// When the next game begins.
fn next(language: Language<'_>, shown: &BossToShow) -> Option<String> {
    let next = shown.record.next?;
    Some(tell!(language, key!("boss-next"), "next" => relative(next)))
}

/// Those who have voted.
fn voters(language: Language<'_>, voters: &[MemberId]) -> String {
    let others = voters.len().saturating_sub(VOTERS_NAMED);
    let others = (others > 0).then(|| tell!(language, key!("ask-others"), "count" => others));
    let named = voters.iter().take(VOTERS_NAMED).copied().map(mention);
    let named = named.chain(others).join(", ");
    if named.is_empty() {
        "none".to_owned()
    } else {
        named
    }
}

/// The position, with the controls of a board.
pub(super) fn own_vote(
    language: Language<'_>,
    now: &OwnVote,
    rendering: u64,
    draft: Draft,
) -> Message {
    let at = now.boss.now();
    let mut lines = vec![match now.vote {
        None => language.say(key!("boss-your-vote")),
        Some(mv) => {
            let until = now.boss.counted_at().map(relative).unwrap_or_default();
            tell!(language, key!("boss-voted"), "move" => in_short(language, at, mv), "until" => until)
        }
    }];
    lines.push(rules_line(language, at));
    lines.extend(draft_line(language, at, draft));
    let chooser = MoveChooser {
        language,
        position: at,
        rendering,
        tried: &[],
        offered: &[],
        id: &|choice| {
            BossControl::Choose {
                game: (now.guild, now.number),
                step: now.boss.step(),
                choice,
            }
            .id()
        },
    };
    let rows = chooser.rows(draft, &[]);
    let board = Board {
        chosen: draft.mv().or(now.vote),
        ..Board::at(at, heap_names(language, at))
    };
    message_with_board(Message::private, language, &lines, rows, board)
}

/// Why there is no vote, or no hint.
pub(super) fn no_vote(language: Language<'_>, why: NoVote) -> String {
    let NoVote::Refused(why) = why else {
        return language.say(key!("boss-gone"));
    };
    match why {
        BossRefusal::Over => language.say(key!("boss-over")),
        BossRefusal::Counted => language.say(key!("boss-counted")),
        BossRefusal::HintLater(at) => {
            tell!(language, key!("boss-hint-later"), "at" => relative(at))
        }
        BossRefusal::NoHint => language.say(key!("boss-no-hint")),
        BossRefusal::Illegal(_) => language.say(key!("refused-old-control")),
    }
}
