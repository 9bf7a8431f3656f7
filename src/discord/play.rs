//! Moves: chosen on a board, typed, or written into the form for other amounts; and taking one back.

use futures::FutureExt;
use tokio::time::timeout_at;

use super::context::InteractionContext;
use super::intent::sanitised;
use super::pending_moves::TypedMove;
use super::reply::{Reply, Response};
use super::text::{Language, key, tell};
use super::view;
use crate::game::{Action, GameId, Point};
use crate::rules::wythoff::{Move, Pile};
use crate::service::{GameFilter, Target};

impl InteractionContext {
    /// A move that was chosen on a select.
    pub(super) async fn take(
        self,
        target: Target,
        pile: Pile,
        seen: Point,
        values: &[String],
    ) -> Reply {
        match values.first().and_then(|value| value.parse().ok()) {
            Some(amount) => self.play(target, Move::new(pile, amount), seen).await,
            None => self.private(key!("refused-old-control")).await,
        }
    }

    /// A move on the position that the member saw.
    pub(super) async fn play(self, target: Target, mv: Move, seen: Point) -> Reply {
        let seen = Some(seen);
        self.act(target, Action::Move { mv, seen }).await
    }

    pub(super) async fn take_back(self, target: Target, seen: Point) -> Reply {
        self.act(target, Action::TakeBack { seen }).await
    }

    /// A move that was typed. If the answer to the same move is still on its way, the member has not seen it, and means that move.
    pub(super) async fn typed_move(mut self, mv: Move, game: Option<GameId>) -> Reply {
        let typed = TypedMove {
            member: self.caller.member,
            channel: self.caller.place.channel,
            game,
            mv,
        };
        loop {
            let in_flight = match self.bot.pending_moves.begin(typed) {
                Ok(pending_answer) => {
                    self.pending_answer = Some(pending_answer);
                    break;
                }
                Err(in_flight) => in_flight,
            };
            match timeout_at(self.deadline, in_flight.arrived()).await {
                Ok(Some(shown)) if shown.board.0 > self.caller.interaction.0 => {
                    let target = Target::Control {
                        game: shown.game,
                        message: None,
                    };
                    return self.board(target).await;
                }
                // It is another move, or the database knows whether it is.
                Ok(Some(_) | None) => {}
                Err(_elapsed) => return self.private(key!("still-saving")).await,
            }
        }
        let target = Target::Command(game, GameFilter::OnTurn);
        self.act(target, Action::Move { mv, seen: None }).await
    }

    /// Opens the form for other amounts.
    pub(super) async fn ask_for_amount(self, target: Target) -> Reply {
        match self.on_turn(target).await {
            Ok(record) => {
                let form = view::other_amount_form(self.language().await, &record.game);
                Reply::only(Response::Form(form))
            }
            Err(error) => self.failed(error).await,
        }
    }

    /// The move that a filled-in form asks for.
    pub(super) async fn other_amount(
        self,
        target: Target,
        seen: Point,
        fields: &[(String, String)],
    ) -> Reply {
        match amount(self.language().await, fields) {
            Ok(mv) => self.play(target, mv, seen).await,
            Err(refusal) => Reply::private(view::plain(refusal)),
        }
    }

    async fn act(self, target: Target, action: Action) -> Reply {
        let pending = self.bot.service.act(self.caller.clone(), target, action);
        self.change(pending, |context, update| {
            context.show_update(update).boxed()
        })
        .await
    }
}

/// The move that a filled-in form asks for, or why it asks for none.
fn amount(language: Language<'_>, fields: &[(String, String)]) -> Result<Move, String> {
    let separator = language.say(key!("digit-group-separator"));
    let number = |name| {
        let given = fields
            .iter()
            .find(|(field, _)| field == name)
            .map_or("", |(_, given)| given.trim());
        if given.is_empty() {
            return Ok(None);
        }
        let below_zero = given.strip_prefix(['-', '−']);
        if below_zero.is_some_and(|number| whole_number(number, &separator).is_some()) {
            return Err(language.say(key!("refused-takes-nothing")));
        }
        whole_number(given, &separator)
            .map(Some)
            .ok_or_else(|| tell!(language, key!("refused-no-number"), "given" => sanitised(given)))
    };
    match (number("left")?, number("right")?) {
        (None, None) => Err(language.say(key!("refused-no-amount"))),
        (Some(amount), None) => Ok(Move::new(Pile::Left, amount)),
        (None, Some(amount)) => Ok(Move::new(Pile::Right, amount)),
        (Some(left), Some(right)) if left == right => Ok(Move::new(Pile::Both, left)),
        (Some(_), Some(_)) => Err(language.say(key!("refused-unlike-amounts"))),
    }
}

/// A number as people write it: digits, perhaps in groups of three. Returns `None` for anything else: "1,5" may mean one and a half. A number
/// that is too large becomes `u64::MAX`, which is more than any pile holds.
fn whole_number(given: &str, separator: &str) -> Option<u64> {
    let groups: Vec<&str> = given
        .split(|c: char| c.is_whitespace() || separator.contains(c))
        .collect();
    let are_digits = groups
        .iter()
        .all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let (first, others) = groups.split_first()?;
    let are_grouped =
        others.is_empty() || first.len() <= 3 && others.iter().all(|group| group.len() == 3);
    (are_digits && are_grouped).then(|| groups.concat().parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (given, number) in [
            ("0", 0),
            ("15", 15),
            ("1,500", 1_500),
            ("12 345 678", 12_345_678),
            ("007", 7),
            ("18446744073709551616", u64::MAX),
        ] {
            assert_eq!(whole_number(given, ","), Some(number), "{given}");
        }
        for given in [
            "", "1,5", "1,0", "1,,500", ",500", "1500,000", "2.5", "-1", "+1", "x",
        ] {
            assert_eq!(whole_number(given, ","), None, "{given}");
        }
    }
}
