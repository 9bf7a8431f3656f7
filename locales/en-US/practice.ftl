# Practice: positions that were thrown away come back until they are learnt.

command-practice = practice
    .description = Practice the positions you threw away, until you’ve learnt them (only you see it)

practice-heading = 🔁 **{ $game }.** { $same ->
    [yes] You threw this win away { $when }.
   *[no] It’s like a win that you threw away { $when }.
}
practice-question = You’re at { $position }. **Which move wins?**
practice-wrong = ✗ { $why } Try again.
practice-right = ✅ **Right.** { $why }
practice-learnt = 🎓 **Learnt: you found it four times in a row.** { $why }
practice-nothing = { $state ->
    [none] Nothing to practice yet. If you throw a win away in a game, the position appears here the next day.
    [later] That’s all for now. { $active ->
        [one] One position comes back { $next }.
       *[other] You’re practicing { $active } positions; the next comes back { $next }.
    }
   *[tomorrow] That’s enough for today: up to { $most } a day. { $active ->
        [one] One position is left.
       *[other] You’re practicing { $active } positions.
    }
}{ $learnt ->
    [0] {""}
    [one] {" "}You’ve learnt one so far.
   *[other] {" "}You’ve learnt { $learnt } so far.
}
practice-gone = You’ve learnt that one, so it doesn’t come back.
button-try-again = Try again from here
board-practice = -# { $count ->
    [one] One position waits
   *[other] { $count } positions wait
} in your `/wythoff practice`; only you see it.
