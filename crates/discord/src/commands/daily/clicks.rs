//! What the buttons and lists of the puzzle of the day do.

use std::sync::Arc;

use super::share::result_to_share;
use super::solution::{ANY, EASY, HARD};
use super::view::Page;
use super::{open, page, race, today};
use crate::commands::choice;
use crate::commands::command::{Click, Clickable, Submission};
use crate::context::{Answer, Context, InteractionContext};
use crate::controls::Control;
use crate::controls::daily::{DailyControl, Remind};
use crate::controls::move_control::MoveControl;
use crate::reply::{FollowUp, Reply};
use crate::text::key;
use crate::view::plain;
use nim_games::Variant;
use wythoff_game::records::{DailyChannel, InteractionId, Post, ServerChange};
use wythoff_game::{Day, Step};
use wythoff_service::{Caller, NotShared};

/// The most moves of an easy puzzle after a hard one.
const FEW_MOVES: u128 = 12;

impl Clickable for DailyControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        if self.day().is_some_and(|day| day > today(&context)) {
            return Err(key!("refused-old-control").into());
        }
        match self {
            Self::Open => open(&context, today(&context), Reply::private).await,
            Self::OpenDay(day) => open(&context, day, Reply::private).await,
            Self::Choose {
                day,
                progress_seen,
                choice,
            } => choose(&context, (day, progress_seen), choice, &click).await,
            Self::Hint { day, progress_seen } => hint(&context, (day, progress_seen)).await,
            Self::Practise(day) => practise(&context, day).await,
            Self::Result(day) => {
                let daily = context.bot.service.daily(&context.caller, day).await?;
                Ok(Reply::update(page(&context).await.result(&daily, None)))
            }
            Self::Reason(day) => reason(&context, day).await,
            Self::Share(day) => share(&context, day).await,
            Self::Another { .. } => another(&context, click.value()).await,
            Self::AnEasyOne => an_easy_one(&context).await,
            Self::Anyway(by) => show_anyway(&context, by).await,
            Self::Post(is_wanted) => post_here(&context, is_wanted).await,
            Self::Remind(when) => remind(&context, when).await,
            Self::Race => race::door(&context).await,
            Self::StartRace => race::begin(&context).await,
            Self::Tap {
                begun,
                step,
                choice,
            } => race::tap(&context, (begun, step), choice).await,
            Self::ShareRace(begun) => race::share(&context, begun).await,
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose {
            day, progress_seen, ..
        } = self
        else {
            return Err(key!("refused-old-control").into());
        };
        if day > today(&context) {
            return Err(key!("refused-old-control").into());
        }
        let daily = context.bot.service.daily(&context.caller, day).await?;
        let at = daily.daily_try.current().now();
        let mv = choice::read_form(&context, at, &form).await?;
        go_on(&context, (day, progress_seen), Step::Move(mv)).await
    }
}

async fn practise(context: &Context, day: Day) -> Answer {
    let service = &context.bot.service;
    let pending = service.practise_daily(context.caller.clone(), day);
    context
        .change(pending, |context, daily| async move {
            Reply::update(page(&context).await.current_state(&daily))
        })
        .await
}

/// Carries out a choice in the puzzle of `day`, in a message that was drawn when the progress
/// number was `progress_seen`.
async fn choose(
    context: &Context,
    (day, progress_seen): (Day, u32),
    control: MoveControl,
    click: &Click,
) -> Answer {
    let daily = context.bot.service.daily(&context.caller, day).await?;
    let it = &daily.daily_try;
    let is_over = it.practice.is_none() && !it.counts_at(context.caller.at());
    if is_over || it.progress_number() != progress_seen {
        return Ok(Reply::update(page(context).await.outdated(&daily)));
    }
    let choose = DailyControl::Choose {
        day,
        progress_seen,
        choice: control,
    };
    let page = async |draft| page(context).await.with_draft(&daily, draft);
    let make = |mv| go_on(context, (day, progress_seen), Step::Move(mv));
    let chosen = (control, click.value(), choose.id());
    choice::carry_out(context, it.current().now(), chosen, page, make).await
}

/// Gives a hint.
async fn hint(context: &Context, seen: (Day, u32)) -> Answer {
    // An earlier version cannot read a try with a hint.
    if context.bot.store().has_other_version() {
        return Err(key!("refused-being-updated").into());
    }
    go_on(context, seen, Step::Hint).await
}

/// Makes a move, or gives a hint.
async fn go_on(context: &Context, (day, progress_seen): (Day, u32), step: Step) -> Answer {
    let service = &context.bot.service;
    let can_post = context.permissions.manages_server && context.permissions.bot_may_post;
    let seen = (progress_seen, can_post);
    let pending = service.try_daily(context.caller.clone(), day, seen, step);
    context
        .change(pending, move |context, (daily, tried)| async move {
            let it = &daily.daily_try;
            let is_solved = it.is_solved() && it.practice.is_none();
            let posted_in = it.guild.filter(|_| is_solved && tried.is_ok());
            let post = posted_in.map(|server| FollowUp::RedrawPost(Post::Daily(server, day)));
            Reply::update(page(&context).await.after(&daily, step, tried)).then(post)
        })
        .await
}

/// Says how the puzzle of a day is won, unless the member can still solve it.
async fn reason(context: &Context, day: Day) -> Answer {
    let (service, caller) = (&context.bot.service, &context.caller);
    let daily = service.daily(caller, day).await?.daily_try;
    if daily.counts_at(caller.at()) && !daily.is_over() {
        return Err(key!("daily-reason-later").into());
    }
    let told = daily.told();
    let (rendering, now) = (context.rendering(), caller.at());
    context
        .tell(told, Reply::private, move |language, helped| {
            let page = Page {
                language,
                rendering,
                can_share: false,
                is_in_server: false,
                now,
            };
            page.reason(&daily, helped)
        })
        .await
}

/// Posts the member's result, without any move, for everybody to see, once.
async fn share(context: &Context, day: Day) -> Answer {
    if !context.permissions.is_public {
        return Err(key!("refused-old-control").into());
    }
    let pending = context.bot.service.share_daily(context.caller.clone(), day);
    context
        .change(pending, |context, shared| async move {
            let language = context.public_language().await;
            let shared = shared.map(|(it, others)| result_to_share(language, &it, &others));
            match shared {
                Ok(Some(message)) => context.public(message),
                Err(NotShared::SharedBefore) => context.private(key!("daily-shared-before")).await,
                Ok(None) | Err(NotShared::Unknown) => context.private(key!("daily-gone")).await,
            }
        })
        .await
}

/// Opens an earlier puzzle: any, an easy or a hard one, or one of the chosen game.
async fn another(context: &Context, kind: &str) -> Answer {
    let variant = Variant::from_key(kind);
    let fits = |day: Day| match kind {
        ANY => true,
        EASY => day.is_easy(),
        HARD => day.is_hard(),
        _ => Some(day.puzzle().variant()) == variant,
    };
    let service = &context.bot.service;
    match service.another_daily(&context.caller, fits).await? {
        Some(day) => open(context, day, Reply::private).await,
        None => Err(key!("refused-old-control").into()),
    }
}

/// An easy puzzle with few moves: after a failure one of the same game, if there is one.
async fn an_easy_one(context: &Context) -> Answer {
    let (service, today) = (&context.bot.service, today(context));
    let tried = service.daily(&context.caller, today).await?.daily_try;
    let game = tried.is_over().then(|| today.puzzle().variant());
    for game in [game, None] {
        let fits = |day: Day| {
            let at = day.puzzle();
            let is_small = at.choices().count() <= FEW_MOVES;
            day.is_easy() && is_small && game.is_none_or(|game| at.variant() == game)
        };
        if let Some(day) = service.another_daily(&context.caller, fits).await? {
            return open(context, day, Reply::private).await;
        }
    }
    another(context, EASY).await
}

/// Marks the member's tries that an answer still helps with, and then answers the request.
async fn show_anyway(context: &Context, by: InteractionId) -> Answer {
    let by = (by, context.caller.member);
    let Some(handler) = context.bot.asked.take(by) else {
        return Ok(ask_again(context).await);
    };
    // The transaction that gives the answer also marks the try.
    let caller = Caller {
        wants_help: true,
        ..context.caller.clone()
    };
    let context = Arc::new(InteractionContext {
        caller,
        ..(**context).clone()
    });
    Ok(match handler((), context.clone()).await {
        Ok(reply) => reply.in_place(),
        Err(failure) => context.explain_failure(failure).await,
    })
}

async fn ask_again(context: &Context) -> Reply {
    Reply::update(plain(context.language().await.say(key!("daily-ask-again"))))
}

/// Has the puzzle of each day posted in the channel from tomorrow on, at this hour. The result on which
/// that was asked says so in place of the question.
async fn post_here(context: &Context, is_wanted: bool) -> Answer {
    let (caller, server) = (&context.caller, context.caller.place.guild);
    let server = server.filter(|_| context.permissions.manages_server);
    let server = server.ok_or(key!("refused-not-manager"))?;
    if !is_wanted {
        let language = context.language().await;
        let said = match context.bot.service.server_settings(server).await?.daily {
            Some(daily) => super::posts::on_already(language, &daily, today(context)),
            None => language.say(key!("daily-no-posts")),
        };
        return Ok(result_saying(context, said).await);
    }
    context.check_may_post()?;
    let daily = DailyChannel::here(&caller.place, caller.at());
    let change = ServerChange::Daily(Some(daily.clone()));
    let service = &context.bot.service;
    let pending = service.change_server(caller.clone(), server, change);
    context
        .change(pending, move |context, settings| async move {
            let (language, today) = (context.language().await, today(&context));
            let said = match settings.daily {
                Some(other) if other != daily => super::posts::on_already(language, &other, today),
                _ => super::posts::switched_on(language, daily.comes_at(today.end())),
            };
            result_saying(&context, said).await
        })
        .await
}

/// The latest result, with something said first; only that if there is none. It may be yesterday's.
async fn result_saying(context: &Context, said: String) -> Reply {
    let today = today(context);
    for day in [today, today.minus(1)] {
        if let Ok(daily) = context.bot.service.daily(&context.caller, day).await
            && daily.summary.is_some()
        {
            return Reply::update(page(context).await.result(&daily, Some(said)));
        }
    }
    Reply::update(plain(said))
}

/// Reminds the member tomorrow, or each day, or not any more.
async fn remind(context: &Context, when: Remind) -> Answer {
    let (service, caller) = (&context.bot.service, context.caller.clone());
    if when == Remind::Never {
        return context
            .change(service.stop_reminding(caller), |context, ()| async move {
                context.private(key!("daily-no-reminder")).await
            })
            .await;
    }
    let is_daily = when == Remind::Daily;
    context
        .change(
            service.remind(caller, is_daily),
            |context, (first, is_daily, via)| async move {
                let language = context.language().await;
                Reply::private(super::posts::will_remind(language, first, is_daily, via))
            },
        )
        .await
}
