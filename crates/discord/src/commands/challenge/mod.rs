//! `challenge`: challenges another member. Also handles the answer, and a rematch after the game.

pub(crate) mod view;

use futures::FutureExt;
use serenity::all::{CommandOptionType, CreateCommandOption};

use crate::commands::command::{Click, Clickable, Command, Handler, Submission};
use crate::context::{Answer, Context, Failure};
use crate::controls::Seen;
use crate::controls::challenge::ChallengeControl;
use crate::input::option::{BadOptions, GivenOptions, choices, localised_option};
use crate::input::position_options::{self, USUAL_GAME, drawn_challenge};
use crate::input::user::ChosenUser;
use crate::reply::{Board, FollowUp, NewBoard, Reply, Response};
use crate::text::{Key, Texts, clock_key, games_key, key, size_key, who_starts_key};
use crate::view::{game_refusal, plain};
use nim_games::Size;
use wythoff_game::records::Notification;
use wythoff_game::{ChallengeStart, Clock, GameId, Games, Refusal, WhoStarts};
use wythoff_service::{
    ChallengePosition, ChallengeResult, Challenged, NewChallenge, RematchResult,
};

pub(super) enum Challenge {
    /// Without options: opens the form to choose them.
    Form,
    With(Terms),
}

/// The terms of a challenge.
pub(super) struct Terms {
    invited: Option<ChosenUser>,
    /// The position to begin with.
    start: ChallengePosition,
    /// Who makes the first move.
    first: ChallengeStart,
    clock: Option<Clock>,
    games: Games,
}

impl Command for Challenge {
    const NAME: &'static str = "challenge";
    const TEXT: Key = key!("command-challenge");
    type Control = ChallengeControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        let mut options = vec![localised_option(
            texts,
            key!("option-member"),
            CommandOptionType::User,
        )];
        options.extend(position_options::options(texts));
        options.extend([
            choices(texts, key!("option-size"), size_key),
            choices(texts, key!("option-first-of-challenge"), who_starts_key),
            choices(texts, key!("option-clock"), clock_key),
            choices(texts, key!("option-games"), games_key),
        ]);
        options
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        if given.options.is_empty() {
            return Ok(Self::Form);
        }
        Ok(Self::With(Terms {
            invited: given.user()?,
            start: position_options::read(given)?.for_challenge(given.word("size")?)?,
            first: given
                .word("first")?
                .unwrap_or(ChallengeStart::Fixed(WhoStarts::Random)),
            clock: given.word("clock")?,
            games: given.word("games")?.unwrap_or(Games::One),
        }))
    }

    async fn answer(self, context: Context) -> Answer {
        match self {
            Self::Form => open_form(&context, None).await,
            Self::With(terms) => challenge(&context, terms).await,
        }
    }
}

/// The command in a member's context menu: opens the form to challenge that member.
pub(crate) fn command_on_member(user: ChosenUser) -> (&'static str, Handler<()>) {
    let handler: Handler<()> =
        Box::new(|(), context| async move { open_form(&context, Some(user)).await }.boxed());
    (Challenge::NAME, handler)
}

impl Clickable for ChallengeControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, context.caller.clone());
        match self {
            Self::Form(_) => open_form(&context, None).await,
            Self::Answer(id, answer) => {
                let pending = service.answer(caller, id, answer, click.message);
                context
                    .change(pending, move |context, result| async move {
                        show_answer_result(&context, result).await
                    })
                    .await
            }
            Self::Rematch(Seen { game, .. }, next) => {
                let pending = service.rematch(caller, game, next, click.message);
                context
                    .change(pending, move |context, result| async move {
                        show_rematch_result(&context, game, result).await
                    })
                    .await
            }
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Form(invited) = self else {
            return Err(key!("refused-old-control").into());
        };
        let choices = view::read_form(&form).ok_or(key!("refused-old-control"))?;
        let (start, (first, games), clock) = choices;
        let invited = match invited {
            Some(member) => {
                let known = context.bot.service.member(member).await.ok();
                Some(ChosenUser {
                    member,
                    name: known.and_then(|member| member.name.clone()),
                    // The form is never opened for a bot.
                    is_bot: false,
                })
            }
            None => form.user,
        };
        let terms = Terms {
            invited,
            start,
            first,
            clock,
            games,
        };
        challenge(&context, terms).await
    }
}

async fn challenge(context: &Context, terms: Terms) -> Answer {
    if !context.permissions.is_public {
        return Err(key!("refused-challenge-alone").into());
    }
    // An earlier version would play it as one game, with the time for each move.
    let is_new =
        terms.games == Games::Two || terms.clock.is_some_and(|it| it.increment().is_some());
    if is_new && context.bot.store().has_other_version() {
        return Err(key!("refused-being-updated").into());
    }
    refuse_bot(context, &terms).await?;
    if let ChallengePosition::Position(start) = terms.start {
        context.bot.prepare(start).await;
    }
    let new = NewChallenge {
        invited: terms.invited.as_ref().map(|user| user.member),
        invited_name: terms.invited.and_then(|user| user.name),
        start: terms.start,
        first: terms.first,
        clock: terms.clock,
        games: terms.games,
    };
    let pending = context.bot.service.challenge(context.caller.clone(), new);
    context.change(pending, show_challenge).await
}

/// Fails if a bot is challenged: bots do not accept challenges. If it is this bot, the answer
/// offers a game against it instead.
async fn refuse_bot(context: &Context, terms: &Terms) -> Result<(), Failure> {
    match &terms.invited {
        Some(user) if context.bot.user.get() == Some(&user.member) => {
            let language = context.language().await;
            Err(view::offer_start(language, terms.start, terms.first).into())
        }
        Some(user) if user.is_bot => Err(key!("refused-challenge-bot").into()),
        Some(_) | None => Ok(()),
    }
}

/// Opens the form for a challenge. If `invited` is set, the challenge is to that member.
async fn open_form(context: &Context, invited: Option<ChosenUser>) -> Answer {
    if !context.permissions.is_public {
        return Err(key!("refused-challenge-alone").into());
    }
    let terms = Terms {
        invited,
        start: drawn_challenge(USUAL_GAME, Size::Small),
        first: ChallengeStart::Fixed(WhoStarts::Random),
        clock: None,
        games: Games::One,
    };
    refuse_bot(context, &terms).await?;
    let invited = terms.invited.as_ref();
    if invited.is_some_and(|user| user.member == context.caller.member) {
        return Err(key!("refused-yourself").into());
    }
    let form = view::form(context.language().await, invited);
    Ok(Reply::only(Response::Form(form)))
}

async fn show_challenge(context: Context, challenged: Challenged) -> Reply {
    // The message of the challenge contains the ping. Any other notification is a separate message.
    let notification = challenged.notification;
    let ping = notification.filter(Notification::is_ping);
    let separate = notification.filter(|notification| !notification.is_ping());
    let pings: Vec<_> = ping.iter().map(|ping| ping.member).collect();
    let quiet_notice = if challenged.stays_quiet {
        let text = context.language().await.say(key!("challenge-quiet"));
        Some(plain(text))
    } else {
        None
    };
    let message = context.bot.challenge(&challenged.record).pinging(&pings);
    Reply::only(Response::NewBoard(NewBoard {
        game: challenged.record.challenge.id,
        message,
        changed: challenged.record.changed,
        pings,
        pending_answer: None,
    }))
    .then(separate.map(FollowUp::Notify))
    .then(quiet_notice.map(FollowUp::SendPrivate))
}

async fn show_answer_result(context: &Context, result: ChallengeResult) -> Reply {
    let (closed, why) = match result {
        ChallengeResult::Began {
            update,
            is_unrated_now,
        } => {
            let language = context.language().await;
            let unrated_notice =
                is_unrated_now.then(|| plain(language.say(key!("challenge-unrated-now"))));
            let board = context.show_update(*update).await;
            return board.then(unrated_notice.map(FollowUp::SendPrivate));
        }
        ChallengeResult::Closed(closed) => {
            if !closed.declined.is_some_and(|it| it.is_ping()) {
                context.bot.closed_challenges.add(&closed.record);
            }
            (closed, None)
        }
        ChallengeResult::Expired(closed) => {
            let text = game_refusal(context.language().await, Refusal::ChallengeExpired);
            (closed, Some(plain(text)))
        }
    };
    // A ping says as much as the message, which would be the second one about a game that is not played.
    let ping = closed.declined.filter(Notification::is_ping);
    let said_twice = ping.and_then(|_| Board::of_challenge(&closed.record));
    Reply::challenge(&closed.record, context.bot.challenge(&closed.record))
        .then(why.map(FollowUp::SendPrivate))
        .then(closed.obsolete.map(FollowUp::Delete))
        .then(said_twice.map(FollowUp::ClearAway))
        .then(closed.declined.map(FollowUp::Notify))
}

/// The next game is a new message. Until both agree, the finished board says who wants what.
async fn show_rematch_result(context: &Context, from: GameId, result: RematchResult) -> Reply {
    match result {
        RematchResult::Began(update) => {
            let is_between_members = update.record.game.players().animal().is_none();
            let redraw = is_between_members.then_some(FollowUp::RedrawBoard(from));
            context.show_new_board(update).await.then(redraw)
        }
        RematchResult::Voted(update) => context.show_update(update).await,
    }
}
