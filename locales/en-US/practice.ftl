# Practice: positions that were thrown away come back until they are learned.

command-practice = practice
    .description = Practice the positions you threw away, until you’ve learned them (only you see it)

practice-heading = 🔁 **{ $game }.** { $same ->
    [yes] You let this win slip, in a { $of ->
        [puzzle] puzzle
       *[game] game
    } from { $when }.
   *[no] It’s like a win that you let slip, in a { $of ->
        [puzzle] puzzle
       *[game] game
    } from { $when }.
}
practice-question = { $position ->
    [none] {""}
   *[other] You’re at { $position }.{" "}
}**Which move wins?**
practice-wrong = ✗ { $why } Try again.
practice-right = ✅ **Right.** { $why }
practice-steps = -# { $steps } { $left ->
    [one] Once more
   *[other] { $left } more times in a row
}, and it’s learned.
practice-learned = 🎓 **Learned: you found it three times in a row.** { $why }
button-practice-waiting = 🔁 Practice ({ $count })
practice-nothing = { $state ->
    [all] Nothing left to practice: you’ve learned it all.
    [none] Nothing to practice yet. If you let a win slip in a game or a puzzle, that position comes back here the next day (very small and very large ones don’t).
    [later] Done for now. { $active ->
        [one] One position comes back on { $next }.
       *[other] You’re practicing { $active } positions; the next comes back on { $next }.
    }
    [game] Your next position would help in a game with a member, so it comes back after that.
    [puzzle] Your next position would help with today’s puzzle, so it comes back after that.
   *[tomorrow] That’s enough for today: up to { $most } a day. { $active ->
        [one] One position is left.
       *[other] You’re practicing { $active } positions.
    }
}{ $learned ->
    [0] {""}
    [one] {" "}You’ve learned one position so far.
   *[other] {" "}You’ve learned { $learned } so far.
}
practice-gone = You’re not practicing that one any more, so it doesn’t come back.
button-try-again = Try again from here
board-asks-again = -# 🔁 I’ll ask you again tomorrow, in `/wythoff practice`.
door-practice = -# 🔁 { $count ->
    [one] One position is
   *[other] { $count } positions are
} waiting: `/wythoff practice`
