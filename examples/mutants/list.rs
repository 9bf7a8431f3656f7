//! The mutants: bugs that once went unnoticed by the tests, and changes that would make a check
//! useless. Each is caught by the tests that it names.

use super::{Mutant, Tests};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "an accepted challenge counts as one that came to nothing",
        file: "src/service/challenge.rs",
        text: r"    if challenge.invited.is_some() {
        let made = Limit::Challenged",
        replacement: r"    if challenge.invited.is_some() && false {
        let made = Limit::Challenged",
        caught_by: Tests::Unit("accepted_challenges_do_not_count_towards_the_limit"),
    },
    Mutant {
        name: "an older notification replaces a newer one",
        file: "src/service/notifications.rs",
        text: r"if !still_holds || before.is_some_and(|before| before.at > notice.at) {",
        replacement: r"if !still_holds {",
        caught_by: Tests::Unit("an_older_notification"),
    },
    Mutant {
        name: "an erasure leaves the notifications of finished games",
        file: "src/discord/commands/privacy/mod.rs",
        text: r"    let obsolete = erased.notifications.iter().copied().chain(obsolete);
",
        replacement: r"",
        caught_by: Tests::Stories("erasure::an_erasure_deletes_notifications_of_finished_games"),
    },
    Mutant {
        name: "an erasure leaves notifications about the member’s challenges",
        file: "src/discord/commands/privacy/mod.rs",
        text: r"    let obsolete = erased.notifications.iter().copied().chain(obsolete);
",
        replacement: r"        drop(obsolete);
        let obsolete = erased.notifications.iter().copied();
",
        caught_by: Tests::Stories("erasure::erasing_a_challenger_deletes_the_notification"),
    },
    Mutant {
        name: "a game without a result counts towards the rated limit",
        file: "src/service/settle.rs",
        text: r"record.rated_pair().filter(|_| !record.has_result())",
        replacement: r"record.rated_pair().filter(|_| false)",
        caught_by: Tests::Unit("a_game_without_a_result"),
    },
    Mutant {
        name: "an overdue game that is replaced counts as a loss",
        file: "src/service/start.rs",
        text: r"        EndIfReplaced::AsALoss if record.game.is_overdue(at) => Action::Abandon,
",
        replacement: r"",
        caught_by: Tests::Unit("a_replaced_game_is_lost"),
    },
    Mutant {
        name: "a rematch does not swap who was last active",
        file: "src/service/rematch.rs",
        text: r"last_active: update.record.last_active.swapped(),",
        replacement: r"last_active: update.record.last_active,",
        caught_by: Tests::Unit("the_first_to_vote_is_told_that_the_rematch_has_begun"),
    },
    Mutant {
        name: "a player who moves too late is notified of their own timeout",
        file: "src/service/play.rs",
        text: r".retain(|notification| notification.member != caller.member);",
        replacement: r".retain(|_| true);",
        caught_by: Tests::Unit("a_late_move_is_refused"),
    },
    Mutant {
        name: "an erasure enforces deadlines before they are extended",
        file: "src/service/privacy.rs",
        text: r"Err(GameRefusal::OutOfTime) if !enforces_deadlines => {",
        replacement: r"Err(GameRefusal::OutOfTime) if !enforces_deadlines && false => {",
        caught_by: Tests::Unit("an_erasure_is_refused_until_deadlines"),
    },
    Mutant {
        name: "a row that is readable again stays set aside",
        file: "src/service/deadlines.rs",
        text: r"                    self.set_aside.forget(id);
",
        replacement: r"",
        caught_by: Tests::Unit("a_row_damaged_again_is_retried_after_the_shortest_pause"),
    },
    Mutant {
        name: "a wrong estimate of the delay is kept after a delivery",
        file: "src/transport/responder.rs",
        text: r"            self.time.forget();
",
        replacement: r"",
        caught_by: Tests::Stories("clocks::"),
    },
    Mutant {
        name: "boards are drawn that another process may still be drawing",
        file: "src/transport/outbox/backoff.rs",
        text: r"None => is_old,",
        replacement: r"None => true,",
        caught_by: Tests::Unit("backoff::tests"),
    },
    Mutant {
        name: "deadlines are enforced by a clock that jumped",
        file: "src/transport/deadlines.rs",
        text: r"time.unless_jumped(jumps, || bot.service().enforce_deadlines(true));",
        replacement: r"bot.service().enforce_deadlines(true);",
        caught_by: Tests::Unit("a_mark_from_before_a_clock_jump_enforces_nothing"),
    },
    Mutant {
        name: "deadlines are enforced after a disconnection",
        file: "src/transport/deadlines.rs",
        text: r"        bot.service().enforce_deadlines(false);
",
        replacement: r"",
        caught_by: Tests::Unit("nothing_is_enforced_once_the_connection"),
    },
    Mutant {
        name: "a follow-up is found even if its text differs",
        file: "src/transport/rest/mod.rs",
        text: r"
                && content.is_none_or(|content| posted.content.trim() == content.trim())",
        replacement: r"",
        caught_by: Tests::Unit("a_response_is_found"),
    },
    Mutant {
        name: "challenges get no time back",
        file: "src/store/deadlines.rs",
        text: r"SET until = until + $2 - CASE WHEN",
        replacement: r"SET until = until + 0 * $2 - 0 * CASE WHEN",
        caught_by: Tests::Unit("a_challenge_is_extended_by_downtime"),
    },
    Mutant {
        name: "a lost connection marks its shard connected",
        file: "src/transport/gateway/watch.rs",
        text: r".is_some_and(|connection| connection.is_connected)",
        replacement: r".is_some()",
        caught_by: Tests::Unit("a_lost_or_replaced_connection"),
    },
    Mutant {
        name: "a replaced connection marks its shard connected",
        file: "src/transport/gateway/watch.rs",
        text: r"            if let Some(connection) = known.connections.get_mut(&shard)
                && connection.number == self.number
            {
                connection.is_connected = true;
            }",
        replacement: r"            if let Some(connection) = known.connections.get_mut(&shard) {
                connection.is_connected = true;
            }",
        caught_by: Tests::Unit("a_lost_or_replaced_connection"),
    },
    Mutant {
        name: "a sequence number falls",
        file: "src/transport/gateway/session.rs",
        text: r"self.latest.fetch_max(number, Ordering::Relaxed);",
        replacement: r"self.latest.store(number, Ordering::Relaxed);",
        caught_by: Tests::Unit("an_earlier_event_does_not"),
    },
    Mutant {
        name: "a message is deleted although it is the board",
        file: "src/transport/outbox/worker/remove.rs",
        text: r"if self.bot.link_to_new_board(retired).await?.is_none() {",
        replacement: r"if false {",
        caught_by: Tests::Stories("outbox::an_old_board_that_is_the_board_again_is_not_deleted"),
    },
    Mutant {
        name: "a board on which a move was made in the meantime is not posted again",
        file: "src/transport/outbox/worker/remove.rs",
        text: r"if self.bot.is_board(retired).await? {",
        replacement: r"if false {",
        caught_by: Tests::Stories("outbox::a_board_deleted_during_a_move"),
    },
    Mutant {
        name: "an erasure deletes no notification",
        file: "src/service/privacy.rs",
        text: r"        notifications: others,
",
        replacement: r"        notifications: Vec::new(),
",
        caught_by: Tests::Stories("erasure::"),
    },
    Mutant {
        name: "an erasure notes nothing to delete",
        file: "src/service/privacy.rs",
        text: r"    for &obsolete in &others {
        tx.note_to_delete(obsolete, caller.at()).await?;
    }
",
        replacement: r"",
        caught_by: Tests::Stories("erasure::"),
    },
    Mutant {
        name: "a server that is left keeps its notifications",
        file: "src/store/servers.rs",
        text: r#"            "DELETE FROM notifications WHERE game IN
             (SELECT id FROM games WHERE guild = $1 UNION ALL SELECT id FROM challenges WHERE guild = $1)",
"#,
        replacement: r"",
        caught_by: Tests::Stories("privacy_columns::"),
    },
    Mutant {
        name: "a server that the bot left keeps the places of its challenges",
        file: "src/store/servers.rs",
        text: r"SET guild = NULL, channel = 0, message = NULL WHERE phase <> 'open'",
        replacement: r"SET guild = NULL WHERE phase <> 'open'",
        caught_by: Tests::Stories("privacy_columns::"),
    },
    Mutant {
        name: "the writes of a refused change are kept",
        file: "src/store/transaction.rs",
        text: r"            return self.execute_outside_changes(ROLL_BACK).await;",
        replacement: r"            return Ok(());",
        caught_by: Tests::Unit("a_change_that_fails_or_panics_harms_no_other"),
    },
    Mutant {
        name: "statements go on after one that failed",
        file: "src/store/transaction.rs",
        text: r"                self.has_failed = true;
",
        replacement: r"",
        caught_by: Tests::Unit("a_swallowed_database_error"),
    },
    Mutant {
        name: "values of heaps are one too large",
        file: "rules/src/map.rs",
        text: r#"terms.map(|Term { name, value }| format!("{name}:{value}"));"#,
        replacement: r#"terms.map(|Term { name, value }| format!("{name}:{}", value + 1));"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "values of Grundy’s game are wrong above 60",
        file: "rules/src/grundy/values.rs",
        text: r"                .unwrap_or(0),",
        replacement: r"                .unwrap_or(0)
                + u16::from(size > 60),",
        caught_by: Tests::Rules("tests::tables"),
    },
    Mutant {
        name: "splits of large heaps are not looked at",
        file: "rules/src/grundy/values.rs",
        text: r"let most = size.saturating_sub(1) / 2;",
        replacement: r"let most = (size.saturating_sub(1) / 2).min(30);",
        caught_by: Tests::Rules("tests::tables"),
    },
    Mutant {
        name: "an only move is said to “bring most”",
        file: "rules/src/candy/mod.rs",
        text: r"best == Some(winning) && self.nim().winning_moves().count() > 1;",
        replacement: r"best == Some(winning);",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the example of Moore’s Nim starts lost",
        file: "rules/src/moore/mod.rs",
        text: r"let mut won = starts.filter(|start| !start.is_lost());",
        replacement: r"let mut won = starts;",
        caught_by: Tests::Rules("the_example_of_moores_nim"),
    },
    Mutant {
        name: "the Dolphin finds 60 % of the winning moves",
        file: "rules/src/animal.rs",
        text: r"Self::Dolphin => (91, 75),",
        replacement: r"Self::Dolphin => (91, 60),",
        caught_by: Tests::Rules("opponent"),
    },
    Mutant {
        name: "a move by feel gives a win away",
        file: "rules/src/opponent.rs",
        text: r"if finishing_move(&next).is_none() {",
        replacement: r"if finishing_move(&next).is_some() {",
        caught_by: Tests::Rules("opponent"),
    },
    Mutant {
        name: "a sibling is the position itself",
        file: "rules/src/sibling.rs",
        text: r"let is_sibling = amount != best_amount",
        replacement: r"let is_sibling = amount == best_amount",
        caught_by: Tests::Rules("sibling"),
    },
    Mutant {
        name: "six slips are taken back",
        file: "src/game/attempt.rs",
        text: r"(self.count_slips() > MAX_SLIPS)",
        replacement: r"(self.count_slips() > MAX_SLIPS + 1)",
        caught_by: Tests::Unit("game::attempt"),
    },
    Mutant {
        name: "a win with help counts on the ladder",
        file: "src/records/ladder.rs",
        text: r"if won && !alone {",
        replacement: r"if won && alone {",
        caught_by: Tests::Unit("records::ladder"),
    },
    Mutant {
        name: "a ring and its mirror image are not the same",
        file: "rules/src/clearing/layout.rs",
        text: r"mapped(&|cell| (2 * cells - 1 - cell + shift) % cells),",
        replacement: r"mapped(&|cell| (2 * cells + cell + shift) % cells),",
        caught_by: Tests::Rules("clearing::layout"),
    },
    Mutant {
        name: "twins are offered as wrong moves in a hint",
        file: "src/discord/commands/hint/view.rs",
        text: r"let left_by = |mv: Move| position.play(mv).map(|left| left.twin()).ok();",
        replacement: r"let left_by = |mv: Move| position.play(mv).map(|left| left.to_string()).ok();",
        caught_by: Tests::Unit("hint::view"),
    },
    Mutant {
        name: "a draft may contain cells that are already taken",
        file: "src/discord/commands/play/draft.rs",
        text: r"if !left.has(cell) || !drawn_cells.are_within(*left) {",
        replacement: r"if !left.has(cell) {",
        caught_by: Tests::Stories("drafts::"),
    },
    Mutant {
        name: "every move in a lost position counts as holding out",
        file: "src/game/review.rs",
        text: r"    if longest == lasted {
        Verdict::HeldOut",
        replacement: r"    if longest >= lasted {
        Verdict::HeldOut",
        caught_by: Tests::Unit("game::review"),
    },
    Mutant {
        name: "the worst defence is played",
        file: "rules/src/opponent.rs",
        text: r"careful.min_set_by_key(replies)",
        replacement: r"careful.max_set_by_key(replies)",
        caught_by: Tests::Rules("opponent"),
    },
    Mutant {
        name: "a random start that can be won is searched for only once more",
        file: "rules/src/family.rs",
        text: r"const TRIES: usize = 50;",
        replacement: r"const TRIES: usize = 1;",
        caught_by: Tests::Rules("a_start_drawn_to_be_won_is_won"),
    },
    Mutant {
        name: "an explanation gives no law",
        file: "rules/src/explanation.rs",
        text: r"                law: at.law(),",
        replacement: r"                law: at.law().filter(|_| false),",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a winning move is explained without a law",
        file: "rules/src/explanation.rs",
        text: r"            law: law.filter(|_| !lost.is_over()),",
        replacement: r"            law: law.filter(|_| false),",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a winning move is explained without its clue",
        file: "rules/src/explanation.rs",
        text: r"let law = at.clue(winning).or_else(|| lost.law());",
        replacement: r"let law = at.clue(winning).filter(|_| false).or_else(|| lost.law());",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "only one refutation is given",
        file: "rules/src/explanation.rs",
        text: r"const MOST_REFUTATIONS: usize = 4;",
        replacement: r"const MOST_REFUTATIONS: usize = 1;",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the same refutation is given twice",
        file: "rules/src/explanation.rs",
        text: r"    telling.filter_map(|mv| Refutation::of(lost, mv)).collect()",
        replacement: r"    telling.flat_map(|mv| [mv, mv]).filter_map(|mv| Refutation::of(lost, mv)).collect()",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the answer is the slowest win",
        file: "rules/src/explanation.rs",
        text: r"let answer = after_move.best_move();",
        replacement: r"let answer = after_move.winning_moves().take(9).last();",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "sums are said to be multiples of 1",
        file: "rules/src/moore/mod.rs",
        text: r#""sums" => sums, "cycle" => cycle, "ending""#,
        replacement: r#""sums" => sums, "cycle" => 1_u64, "ending""#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "ones are said to be a multiple of 1",
        file: "rules/src/moore/mod.rs",
        text: r#"reason!("lost-moore-ones", "cycle" => cycle)"#,
        replacement: r#"reason!("lost-moore-ones", "cycle" => cycle - cycle + 1)"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a single heap is given the wrong cycle",
        file: "rules/src/nim/mod.rs",
        text: r#""lost-take-balance", "heaps" => self.how_many(), "size" => self.heaps.largest(), "cycle" => most.saturating_add(1),"#,
        replacement: r#""lost-take-balance", "heaps" => self.how_many(), "size" => self.heaps.largest(), "cycle" => if heaps.len() == 1 { 1 } else { most.saturating_add(1) },"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a heap is said to have size 0",
        file: "rules/src/nim/mod.rs",
        text: r#""lost-take-balance", "heaps" => self.how_many(), "size" => self.heaps.largest(),"#,
        replacement: r#""lost-take-balance", "heaps" => self.how_many(), "size" => 0_u64,"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "one heap is called several",
        file: "rules/src/nim/mod.rs",
        text: r"let is_one = self.heaps.as_slice().len() == 1;",
        replacement: r"let is_one = self.heaps.as_slice().is_empty();",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a law forgets the ending",
        file: "rules/src/nim/mod.rs",
        text: r#"reason!("lost-nim-balance", "sums" => in_powers(heaps), "ending" => self.ending)"#,
        replacement: r#"reason!("lost-nim-balance", "sums" => in_powers(heaps), "ending" => Ending::Normal)"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a clue forgets the ending",
        file: "rules/src/nim/mod.rs",
        text: r#"                "ending" => self.ending
            )
        })"#,
        replacement: r#"                "ending" => Ending::Normal
            )
        })"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "sums are left out",
        file: "rules/src/play.rs",
        text: r"if nonzero.len() > MOST || nonzero",
        replacement: r"if nonzero.len() > 1 || nonzero",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "numbers are written as sums of ones",
        file: "rules/src/play.rs",
        text: r#"format!("{number} = {}", powers.join("+"))"#,
        replacement: r#"format!("{number} = {}", vec!["1"; usize::try_from(number).unwrap_or(0)].join("+"))"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the dots of a shortened list are missing",
        file: "rules/src/nim/mod.rs",
        text: r#"Some(first) if numbers.len() > most => listed(first) + ", …","#,
        replacement: r"Some(first) if numbers.len() > most => listed(first),",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the good numbers are not listed",
        file: "rules/src/race/mod.rs",
        text: r"        few => super::play::listed(few),",
        replacement: r"        _ => String::new(),",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "one good number too many is listed",
        file: "rules/src/race/mod.rs",
        text: r#"format!("{one}, {two}, … {last}"),"#,
        replacement: r#"format!("{one}, {two}, … {}", last + u64::from(position.ending == Ending::Misere)),"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the last number counts as said already",
        file: "rules/src/race/mod.rs",
        text: r#"            reason!("lost-race-last", "target" => self.target)"#,
        replacement: r#"            reason!("lost-race-said", "target" => self.target)"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "the end of misère Wythoff’s game is explained as a win",
        file: "rules/src/wythoff/mod.rs",
        text: r#"(Ending::Misere, [0, 0]) => reason!("lost-wythoff-misere-home"),"#,
        replacement: r#"(Ending::Misere, [0, 0]) => reason!("lost-wythoff-home"),"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a margin has the wrong sign",
        file: "rules/src/candy/mod.rs",
        text: r"        let margin = self.margin()?;",
        replacement: r"        let margin = -self.margin()?;",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "“brings most” is never said",
        file: "rules/src/candy/mod.rs",
        text: r#"let most = if is_best_of_several { "yes" } else { "no" };"#,
        replacement: r#"let most = if is_best_of_several { "no" } else { "no" };"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a sweep is explained where a heap is empty",
        file: "rules/src/multi/mod.rs",
        text: r#""lost-nim-balance" if has_sweep =>"#,
        replacement: r#""lost-nim-balance" =>"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a star is called a row",
        file: "rules/src/map.rs",
        text: r#"terms.map(|Term { name, value }| format!("{name}:{value}"));"#,
        replacement: r#"terms.map(|Term { name, value }| format!("{}:{value}", name.replace('S', "P")));"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a picture shows wrong values",
        file: "rules/src/map.rs",
        text: r#"let name = format!("{} {size}", letter(heap));
            Term::new(name, value)"#,
        replacement: r#"let name = format!("{} {size}", letter(heap));
            Term::new(name, value.min(7))"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a picture shows wrong counts",
        file: "rules/src/map.rs",
        text: r"let containing = self.terms.iter().filter(|term| term.value & power != 0);",
        replacement: r"let containing = self.terms.iter().skip(1).filter(|term| term.value & power != 0);",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "sums of rows are left out",
        file: "rules/src/tactix/mod.rs",
        text: r#"reason!("lost-tactix-rows", "sums" => in_powers(&sizes),"#,
        replacement: r#"reason!("lost-tactix-rows", "sums" => in_powers(&[]),"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "values of rows are used where they are not known",
        file: "rules/src/circular/mod.rs",
        text: r"const MISERE_KNOWN: usize = 4;",
        replacement: r"const MISERE_KNOWN: usize = 5;",
        caught_by: Tests::Rules("tests"),
    },
    Mutant {
        name: "the last split wins in misère play",
        file: "rules/src/grundy/mod.rs",
        text: r#"reason!("lost-grundy-end", "ending" => self.ending)"#,
        replacement: r#"reason!("lost-grundy-end", "ending" => Ending::Normal)"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a wrong number of ones counts as lost in misère play",
        file: "rules/src/map.rs",
        text: r"return ones % self.cycle == 1 % self.cycle;",
        replacement: r"return ones % self.cycle != 0;",
        caught_by: Tests::Rules("tests"),
    },
    Mutant {
        name: "the worst move is said to bring most",
        file: "rules/src/candy/mod.rs",
        text: r"choices.moves().max_set_by_key(|&mv|",
        replacement: r"choices.moves().min_set_by_key(|&mv|",
        caught_by: Tests::Rules("the_margins_of_candy"),
    },
    Mutant {
        name: "values of heaps are left out",
        file: "rules/src/grundy/mod.rs",
        text: r#"reason!("lost-grundy", "values" => values,"#,
        replacement: r#"reason!("lost-grundy", "values" => String::new(),"#,
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a sweep is explained by another move of Nim",
        file: "rules/src/multi/mod.rs",
        text: r"        self.theory()?.clue(winning)",
        replacement: r"        let nim = self.theory()?;
        nim.clue(winning).or_else(|| nim.clue(nim.winning_moves().next()?))",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "“5 7” is a range",
        file: "src/discord/input/written_move/cells.rs",
        text: r"        [Meaning::Dot(one), Meaning::To, Meaning::Dot(other)] => range(",
        replacement: r"        [Meaning::Dot(one), Meaning::Dot(other)] | [Meaning::Dot(one), Meaning::To, Meaning::Dot(other)] => range(",
        caught_by: Tests::Unit("written_move"),
    },
    Mutant {
        name: "a word that is not understood is skipped",
        file: "src/discord/input/written_move/heaps.rs",
        text: r"            Err(Unclear::Unreadable)
        }
    }
}",
        replacement: r"            Ok(None)
        }
    }
}",
        caught_by: Tests::Unit("written_move"),
    },
    Mutant {
        name: "completion suggests a move in too many heaps",
        file: "src/discord/input/completion.rs",
        text: r"heaps <= sheet.at_once)",
        replacement: r"heaps <= sheet.at_once + 1)",
        caught_by: Tests::Unit("completion::tests"),
    },
    Mutant {
        name: "completion suggests amounts that a heap does not have",
        file: "src/discord/input/completion.rs",
        text: r"(fits && heaps",
        replacement: r"(heaps",
        caught_by: Tests::Unit("completion::tests"),
    },
    Mutant {
        name: "the target is called the next good number to say",
        file: "rules/src/race/mod.rs",
        text: r"let next = self.count + self.cycle();",
        replacement: r"let next = self.target;",
        caught_by: Tests::Rules("tests::explanations"),
    },
    Mutant {
        name: "a repetition is answered with nothing",
        file: "src/discord/respond.rs",
        text: r"(Refusal::AlreadyHandled, _) => return self.answer_repetition().await,",
        replacement: r"(Refusal::AlreadyHandled, _) => return Reply::only(Response::Acknowledge),",
        caught_by: Tests::Stories(
            "replicas::a_move_saved_by_a_dead_replica_is_answered_by_the_other",
        ),
    },
    Mutant {
        name: "replicas write without a lock",
        file: "src/store/engine/postgres.rs",
        text: r"WHERE id = 1 FOR UPDATE",
        replacement: r"WHERE id = 1",
        caught_by: Tests::Unit("processes_that_share_a_database_lose_no_changes"),
    },
    Mutant {
        name: "a replica measures the downtime by its own mark only",
        file: "src/service/deadlines.rs",
        text: r"    let last = tx.alive().await?.unwrap_or(now);
    let from",
        replacement: r"    static OWN: parking_lot::Mutex<Option<Timestamp>> = parking_lot::Mutex::new(None);
    let last = OWN.lock().get_or_insert(now).to_owned();
    let from",
        caught_by: Tests::Unit("no_time_is_given_back_while_another_process_is_up"),
    },
];
