# The puzzle of the day. What is shared gives away neither a move nor a position.

command-daily = daily
    .description = Today’s puzzle, or an earlier one: the same for all (only you see it)

daily-heading = 🧩 **Puzzle { $number }**, { $weekday ->
    [0] Monday (easy)
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday (hard)
   *[other] Sunday (the hardest)
}: { $game }
daily-can-win = You can win this. **Which move?**{ $left ->
    [0] {""}
   *[other] {" "}Up to { $left } good moves solve it.
}
daily-go-on = **Which move now?**{ $left ->
    [0] {""}
    [one] {" "}One more, and it’s solved.
   *[other] {" "}At most { $left } more, and it’s solved.
}
daily-hinted = 💡 **One of these wins.** Which one?
daily-rules = -# { $hearts }{ $end ->
    [later] {""}
   *[other] {" "}A slip costs one. The end: { $end }.
}
daily-hard-first = Sunday’s puzzle is the hardest of the week. First time? Warm up with an easy one.
daily-late = -# { $hearts } Yesterday’s puzzle still counts. The end: { $end }.
daily-practice = -# Just for practice: { $star ->
    [yes] it counts for this week’s star, not for streak and table.
   *[no] it changes neither your streak nor the table.
}
daily-helped = -# 🔎 Something helped, so it doesn’t count for streak, table and star.
daily-right = ✅ **Right.**
daily-round = You { $mine }. I { $bots }.
daily-wrong = ✗ { $move }? **That gives the win away**, so it’s taken back.{ $slips ->
    [5] {" "}One ❤️ left!
   *[other] {""}
}
daily-tried = -# Tried here: { $moves }
daily-again = ✗ You’ve tried that one. It doesn’t count again.
daily-outdated = That message was out of date, so it didn’t count. This is where you are:
daily-solved = 🧩 **Solved, { $who }!** { $slips ->
    [0] { $hinted ->
        [yes] 💡 With a hint.
       *[no] { $helped ->
            [yes] {""}
           *[no] { $hardest ->
                [yes] 🎯 **The hardest of the week, without a slip**
               *[no] 🎯 Without a slip
            }{ $flawless ->
                [0] !
                [one] !
               *[other] , { $flawless } times in a row!
            }
        }
    }
    [one] One slip{ $hinted ->
        [yes] {" "}and a hint
       *[no] {""}
    }.
   *[other] { $slips } slips{ $hinted ->
        [yes] {" "}and a hint
       *[no] {""}
    }.
}
daily-given-up = You { $mine }. **Now I can’t stop you{ $copied ->
    [yes] {""}: just copy each of my moves.
   *[no] .
}**
daily-failed = 🧩 **Not solved this time, { $who }.** That was the last ❤️.{ $found ->
    [0] {""}
    [one] {" "}You found one good move.
   *[other] {" "}You found { $found } good moves.
}
daily-practiced = -# For practice: { $outcome ->
    [solved] { $slips ->
        [0] { $hinted ->
            [yes] solved with a hint.
           *[no] solved without a slip.
        }
        [one] solved with one slip{ $hinted ->
            [yes] {" "}and a hint
           *[no] {""}
        }.
       *[other] solved with { $slips } slips{ $hinted ->
            [yes] {" "}and a hint
           *[no] {""}
        }.
    }
   *[failed] not solved.
}
daily-insight = 💡 { $why }
daily-first-move = 💡 { $first ->
    [yes] Your first move:{" "}
   *[no] {""}
}{ $why }
daily-missed = 💡 { $position ->
    [none] Where you slipped:
   *[other] Where you slipped, at { $position }:
} { $why }
daily-streak = { $days ->
    [one] 🔥 **1 day solved**
   *[other] 🔥 **{ $days } days solved**
}{ $milestone ->
    [yes] {" "}🎉
   *[no] {""}
}{ $is ->
    [shorter] {" "}(your longest: { $longest })
    [equal] {" "}One more, and it’s your longest!
    [longest] {" "}Your longest yet!
   *[none] {""}
}
daily-anew = Your streak of { $days } had ended; a new one begins.
daily-milestone = 🎉 { $days } days!
daily-saved = 🧊 One missed puzzle is forgiven; another one before { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
} ends the streak.
daily-crowned = 👑 **You won last week { $where ->
    [here] here
   *[there] in your server
}{ $second ->
    [none] !**
   *[other] , { $points } to { $second }’s { $second-points }{ $gap ->
        [one] : one point!**
       *[other] !**
    }
} The crown is yours until Sunday.
daily-behind = 👑 { $winners } won last week with { $points }; you had { $own }. { $gap ->
    [0] {""}
    [one] **One point!**
   *[other] Your turn now.
}
daily-place = Place { $place } of { $all } { $where ->
    [here] here
   *[there] in your server
}.
daily-first-here = You’re the first on today’s list { $where ->
    [here] here
   *[there] in your server
}.
daily-here = { $where ->
    [here] Here
   *[there] In your server
}: { $best }
daily-day-off = { $is ->
    [on] 🧊 That’s forgiven: your streak goes on.
    [off] 🧊 That’s forgiven: your streak of { $days } goes on if you solve { $next ->
        [today] today’s.
       *[tomorrow] tomorrow’s.
    }
    [ended] Your streak of { $days } had ended. A new one begins { $next }.
   *[over] Your streak of { $days } ends here. A new one begins { $next }.
}
daily-together = -# 🔥 Solved here { $days } days in a row.
daily-together-ended = -# 🕯️ Nobody solved yesterday’s, so our row of { $days } days is over.{ $solved ->
    [0] {" "}Who starts a new one?
   *[other] {""}
}
daily-yesterday = -# Yesterday: { $best }
daily-week = -# Your week: { $days }{ $points ->
    [0] {""}
    [one] {" "}1 point
   *[other] {" "}{ $points } points
}{ $is ->
    [less] {" "}(your best week: { $most })
    [equal] , as in your best week
    [most] : your best week yet! 🎉
   *[none] {""}
}
daily-star = ⭐ **Five puzzles this week: that’s a star!**{ $all ->
    [one] {""}
   *[other] {" "}You have { $all }.
}
daily-star-soon = -# ⭐ { $missing ->
    [one] One more puzzle
   *[other] { $missing } more puzzles
} of this week, and you get its star.{ $missed ->
    [none] {""}
   *[other] {" "}An earlier one counts, too: `/wythoff daily day:{ $missed }`
}
daily-everybody = -# { $all ->
    [one] {""}
   *[other] { $solved ->
        [0] {""}
       *[other] Solved by { $solved } of { $all } everywhere{ $flawless ->
            [0] .
            [one] { $alone ->
                [yes] . **Only you made no slip!**
               *[no] , one without a slip.
            }
           *[other] , { $flawless } without a slip.
        }{" "}
    }
}{ $next ->
    [done] {""}
    [past] Today’s puzzle is there, too.
   *[other] A new puzzle comes every day at { $next }.
}
daily-slips = -# Your slips, and what answers them:
daily-slip = -# ✗ { $from ->
    [start] {""}
   *[other] At { $from }:{" "}
}{ $why }
daily-solution = What wins here: { $winning }
daily-was = { $position ->
    [none] You could win here.
   *[other] You could win from { $position }.
}
daily-over = This puzzle is over.
daily-reason-later = I’ll tell you once you’ve ended today’s puzzle.
daily-late-open = -# Yesterday’s puzzle isn’t finished, and still counts for an hour after midnight.
daily-share = Wythoff { $number } { $marks }{ $streak ->
    [0] {""}
   *[other] {" "}🔥{ $streak }
}
daily-share-others = Solved here, too: { $others }
daily-share-elsewhere = -# { $post ->
    [none] To share it, open `/wythoff daily` in a server where I may write.
   *[other] To share it, press *Play* there: { $post }
}
daily-gone = That result isn’t there any more.
daily-shared-before = You’ve shared it already.
refused-helps-with-puzzle = This would help with { $day ->
    [yesterday] yesterday’s puzzle, which still counts
    [both] today’s puzzle, and with yesterday’s, which still counts
   *[today] today’s puzzle
}. Show it anyway? Then { $day ->
    [both] both puzzles are marked 🔎, and don’t
   *[one] the puzzle is marked 🔎, and doesn’t
} count for streak, table and star.
daily-ask-again = I’ve forgotten what it was. Please ask me again.
daily-post = You can win. **Which move?**
daily-solvers = ✅ Solved today: { $best }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
}
daily-rests = -# Nobody here has tried one for a week, so from now on I post it only on Mondays and on the first of a month, until somebody does.
daily-post-ends = -# The end: { $end }.
daily-so-far = 🏁 { $own ->
    [0] {""}
    [one] **+1 point.**{" "}
   *[other] **+{ $own } points.**{" "}
}This week so far: { $best }.{ $left ->
    [today] {" "}Today’s puzzle can decide who wears the crown!
    [tomorrow] {" "}Tomorrow’s can decide who wears the crown!
    [decided] {" "}Nobody can catch { $leader } any more!
   *[more] {""}
}
daily-reminder = 🧩 { $who }, today’s puzzle is waiting: { $game }.{ $ended ->
    [0] {""}
    [one] {""}
   *[other] {" "}Your streak of { $ended } has ended; a new one begins whenever you like.
}{ $streak ->
    [0] {""}
    [one] {""}
   *[other] {" "}🔥 { $streak } so far: solve it, and it’s { $next }.{ $chance ->
        [last] {" "}Miss it, and the streak ends.
       *[other] {""}
    }
}
daily-reminder-rare = -# You haven’t played for a while, so from now on I remind you once a week.
daily-will-remind = { $each ->
    [daily] I’ll remind you { $via ->
        [direct] by direct message
       *[ping] here
    } every day at { $time }, unless you’ve begun by then; the next time on { $first }.
   *[once] I’ll remind you { $via ->
        [direct] by direct message
       *[ping] here
    } on { $first }, unless you’ve begun by then.
}
daily-no-reminder = All right, no more reminders.
daily-ask = Post the puzzle here every day?
daily-posts = From now on the puzzle comes here each day at { $time }; the first one on { $first }. In `/wythoff settings` you can switch that off.
daily-posts-already = The puzzle comes to { $channel } at { $time } already. `/wythoff settings` changes that.
refused-may-not-post = I’m not allowed to write in this channel. Let me write here, or try it in another one.
daily-no-posts = All right. You can switch it on in `/wythoff settings`.
daily-result = 🧩 **Puzzle { $number }**, { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
}: { $all ->
    [0] nobody here has tried it. Will you?
    [one] { $solved ->
        [0] nobody here found it on their own. Can you?
       *[other] **solved by the only one** who tried.
    }
   *[other] { $solved ->
        [0] nobody here found it on their own. Can you?
       *[other] **solved by { $solved } of { $all }**
    }
}
daily-best = { $medal } { $name } { $slips ->
    [0] { $hinted ->
        [yes] 💡
       *[no] no slip
    }
    [one] 1 slip{ $hinted ->
        [yes] {" "}💡
       *[no] {""}
    }
   *[other] { $slips } slips{ $hinted ->
        [yes] {" "}💡
       *[no] {""}
    }
}
daily-crown = { $wears ->
    [yes] 👑
   *[no] 🏁
} **{ $names }** won last week with { $points ->
    [one] { $points } point
   *[other] { $points } points
}{ $wears ->
    [yes] { $count ->
        [one] {" "}and wears the crown { $where ->
            [here] here
           *[there] in your server
        } this week{ $crowns ->
            [0] .
            [one] .
           *[other] {""}: crown number { $crowns }!
        }
       *[other] {" "}and wear the crown { $where ->
            [here] here
           *[there] in your server
        } this week.
    }
   *[no] .
}{ $others ->
    [none] { $count ->
        [one] { $wears ->
            [no] {" "}(A crown takes two in the table.)
           *[yes] {""}
        }
       *[other] {""}
    }
   *[other] {" "}Then { $others }.
}
daily-month = 🧩 Best at the puzzles of { month-name }: { $best }
daily-points = { $name } { $points }
week-title = 🧩 **Puzzles here, { $span ->
    [this] this week
    [last] last week
   *[all] all time
}**
week-row = { $place }\. { $crown ->
    [yes] 👑{" "}
   *[no] {""}
}{ $name } **{ $points }**
week-row-days = {" "}{ $days }
week-points = -# 6 points a puzzle, minus 1 for each slip and for a hint.{ $span ->
    [all] {""}
   *[week] {" "}Days from Monday on; · means no points.
}
week-empty = { $span ->
    [last] Nobody is on it.
   *[other] Nobody is on it yet. Solve today’s puzzle on your own: `/wythoff daily`
}
week-of-all-games = That table is this server’s, of all games. Leave out `game` and `scope`.
week-only-in-servers = That table belongs to a server.
option-day = day
    .description = A number, a date or “yesterday”: an earlier puzzle, for practice
day-today = today
day-yesterday = yesterday
daily-unknown-day = There’s no such puzzle. They’re numbered from 1 to { $last } (today); dates look like { $date }.
daily-option = { $number }, { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
} { $date }: { $game }{ $solved ->
    [yes] {" "}✅
   *[no] {""}
}
daily-another = Another one …
daily-any = Any
daily-easy = An easy one
daily-hard = A hard one
button-daily-easy = An easy one
button-daily-practice = Play it again
button-daily-hint = Hint for a { $costs ->
    [heart] ❤️
   *[slip] slip
}
button-daily-result = Result
button-daily-share = Share it here
button-daily-today = Today’s puzzle
button-daily-finish = Finish yesterday’s
button-daily-solution = Solution
button-daily-play = Play
button-daily-remind = Remind me tomorrow
button-daily-each-day = Remind me every day
button-daily-stop = No more reminders
button-daily-anyway = Show it anyway
button-daily-post-yes = Post it every day
button-daily-post-no = No, thanks
button-week-this = This week
button-week-last = Last week
button-week-all = All time
choice-daily = puzzles of the day
daily-how = { $solved ->
    [yes] { $game }. Can you solve it, too?
   *[no] { $game }. It beat me. Can you solve it?
}
race-door = ⏱️ **Three minutes against the clock.** Each board has a winning move: tap it, and the next board comes. The third mistake ends the race.{ $best ->
    [0] {""}
   *[other] {" "}Your best: **{ $best }**.
}
race-title = ⏱️ **Three minutes.** { $found } found{ $best ->
    [0] {""}
   *[other] {" "}(your best: { $best })
} · the end: { $end }, at { $clock } · { $left ->
    [one] the next mistake ends it
    [2] two more mistakes end it
   *[other] three mistakes end it
}
race-right = ✅ Right! The next one:
race-wrong = ✗ That wasn’t it{ $move ->
    [none] .
   *[other] : you could { $move }.
}
race-over = ⏱️ { $why ->
    [mistakes] **Three mistakes:** the race is over.
   *[time] **Time’s up!**
} { $found ->
    [0] You found none this time.
    [one] You found **1** winning move.
   *[other] You found **{ $found }** winning moves.
}{ $is ->
    [none] {""}
    [now] {" "}That’s your best!
   *[before] {" "}Your best: { $best }.
}
race-server = -# The best here this week: { $best }.
race-next = The next one:
race-replaced = That one is in a game of yours. Another one:
race-share = ⏱️ { $who } found { $found ->
    [one] **1** winning move
   *[other] **{ $found }** winning moves
}{ $why ->
    [mistakes] {" "}before the third mistake.
   *[time] {" "}in three minutes.
}
race-gone = That race is gone. Begin another one in `/wythoff daily`.
button-race = ⏱️ Race
button-race-start = Ready? Go!
button-race-again = Race again
