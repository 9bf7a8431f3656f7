# Questions: a position that a member shows to everybody in a channel.

command-ask = ask
    .description = Asks everybody here which move they would make; you see who answers what

ask-heading = **{ $who ->
    [none] Somebody
   *[other] { $who }
} { $is ->
    [open] asks
   *[closed] asked
}: what would you play here?**
ask-small-print = -# { $game } · { $count ->
    [0] { $is ->
        [open] no answers yet
       *[closed] nobody answered
    }
    [one] one answer
   *[other] { $count } answers
}{ $is ->
    [open] { $who ->
        [none] {""}
       *[other] {" "}· { $who } sees who answers what, and closes it (with *Answer*){ $names ->
            [yes] ; then those who found it are named
           *[no] {""}
        }
    }
   *[closed] {""}
}
ask-found = { $right ->
    [0] Nobody has found it this time.
   *[other] **{ $right } of { $all } found it{ $names ->
        [none] !**
       *[other] :** { $names }
    }
}
ask-lost = **No move wins here.**
ask-share = { $right ->
    [yes] ✅
   *[no] ▫️
} { $move }: { $count } of { $all }
ask-others = and { $count } more
ask-your-move = **What would you play here?** You can change your answer until the question is closed.
ask-answered = ✍️ **Your answer: { $move }.** You can change it until the question is closed.
ask-own = **Your question.** { $count ->
    [0] Nobody has answered yet.
    [one] One answer; only you see whose:
   *[other] { $count } answers; only you see whose:
} { $count ->
    [0] Close it, and everybody sees the solution.
   *[other] {""}
}
ask-answer = { $right ->
    [yes] ✅
   *[other] ▫️
} { $who }: { $move }
ask-closed-now = Closed. The message in the channel, if it’s still there, shows how often each move was answered, and the solution.
ask-which = Which position? For example: `/wythoff ask game:nim position:3 5 7`
ask-nowhere = A question needs a channel where I may write, so that the answers can gather there.
ask-no-moves = There’s no move left in that position.
ask-too-many = You have three open questions already. Close one of them first:
ask-already = You’ve asked that here already, and the question is still open.
ask-gone = That question is gone.
ask-closed = That question is closed.
ask-not-yours = Only who asked, or somebody who manages the server, can close a question.
button-ask = Ask here
button-ask-answer = Answer
button-ask-close = Close it
button-ask-close-one = Close { $position }
