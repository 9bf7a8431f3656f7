# The puzzle of the day. What is shared gives away neither a move nor a position.

command-daily = daily
    .description = Today’s puzzle: one try, the same for all (only you see it)

daily-heading = 🧩 **Daily { $number }, { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
}: { $game }**
daily-new = You can win this, whatever I do. If a move gives the win away, I take it back: that’s a slip, and you get { $most }. Everyone gets the same puzzle and one try. The next one comes { $end }, at { $time } your time.
daily-practice = -# Just for practice: it doesn’t change your result.
daily-question = { $position ->
    [none] {""}
   *[other] You’re at { $position }.{" "}
}**Which move wins?**{ $slips ->
    [0] {""}
    [5] {""} (5 slips; one more ends it)
   *[other] {""} ({ $slips } of { $most } slips)
}
daily-right = ✅ **Right.**
daily-round = You { $mine }. I { $bots }.
daily-wrong = ✗ { $why } { $slips ->
    [6] That’s one slip too many.
   *[other] That’s taken back; try again.
}
daily-again = ✗ You’ve tried that one. It doesn’t count again.
daily-outdated = That message was out of date, so it didn’t count. This is where you are:
daily-outcome = { $outcome ->
    [solved] { $slips ->
        [0] **Solved without a slip!** 🎉
        [one] **Solved with { $slips } slip.**
       *[other] **Solved with { $slips } slips.**
    }
   *[failed] **Not solved this time.** Tomorrow I’ll tell you how it’s won.
}
daily-practiced = -# Played again: { $outcome ->
    [solved] { $slips ->
        [0] solved without a slip.
        [one] solved with { $slips } slip.
       *[other] solved with { $slips } slips.
    }
   *[failed] not solved.
}
daily-streak = { $days ->
    [one] 🔥 Streak: { $days } day played
   *[other] 🔥 Streak: { $days } days played{ $forgiven ->
        [no] {""} in a row
       *[yes] {""} (one missed day in seven is forgiven)
    }
}
daily-place = { $all ->
    [one] You’re the first to play here today.
   *[other] Place { $place } of { $all } in this server today
}
daily-table = -# Slips today ({ $today ->
    [one] { $today } player
   *[other] { $today } players
}), and yours so far ({ $days ->
    [one] { $days } day
   *[other] { $days } days
})
daily-next = The next puzzle comes { $next }, along with the solution to this one.
daily-was = You could win from { $position ->
    [none] here
   *[other] { $position }
}.
daily-over = This puzzle is over.
daily-reason-tomorrow = I’ll tell you tomorrow: others are still solving it.
daily-found = { $slips ->
    [0] at once
    [one] { $slips } slip
   *[other] { $slips } slips
}
daily-not-found = not found
daily-share = Wythoff daily { $number }, { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
}: { $game }. { $outcome ->
    [solved] { $slips ->
        [0] Solved without a slip
        [one] Solved with { $slips } slip
       *[other] Solved with { $slips } slips
    }
   *[failed] Not solved
}, day { $streak } { $forgiven ->
    [no] in a row
   *[yes] of a streak
}
daily-shared = { $who } tried today’s puzzle:
daily-post = It’s your move{ $position ->
    [none] {""}
   *[other] {" "}at { $position }
}, and you can win. **Which move wins?** One try each, until { $end }.
daily-results = **Yesterday here**
daily-result = { $outcome ->
    [solved] { $slips ->
        [0] 🟩 Without a slip
        [one] 🟨 { $slips } slip
       *[other] 🟧 { $slips } slips
    }
   *[failed] ⬛ Not solved
}: { $names }{ $others ->
    [0] {""}
    [one] { $named ->
        [0] one member
       *[other] {""} and one more
    }
   *[other] { $named ->
        [0] { $others } members
       *[other] {""} and { $others } more
    }
}
button-daily-practice = Play it again
button-daily-result = Result
button-daily-share = Share here
button-daily-yesterday = Yesterday’s solution
button-daily-today = Today’s puzzle
button-daily-solution = How it’s won
button-daily-play = Play today’s puzzle
refused-todays-puzzle = That would help with today’s puzzle. Finish it first, with `/wythoff daily`; then ask me again.
