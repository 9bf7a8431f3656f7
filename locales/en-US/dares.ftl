# Dares: a game that somebody has won, for everybody to try.

command-dare = dare
    .description = Dares everybody here to beat the animal that you have just beaten

dare-heading = **{ $who ->
    [none] Somebody
   *[other] { $who }
} beat { $animal } from here in { $moves ->
    [one] one move
   *[other] { $moves } moves
}{ $first ->
    [member] {""}
   *[animal] , with { $animal } moving first
}. Can you?**
dare-result = { $is ->
    [won] 🏆 { $who } { $moves ->
        [one] one move
       *[other] { $moves } moves
    }{ $flawless ->
        [yes] , no slip
       *[no] {""}
    }
   *[lost] { $animal } beat { $who }
}
dare-others = and { $count } more
dare-small-print = -# { $game } · one try each; how it ends shows here · { $end ->
    [past] closed
   *[other] the end: { $end }
}
dare-your-move = **Your move!** Beat { $animal }.
dare-ended = { $is ->
    [won] 🏆 **You beat { $animal } in { $moves ->
        [one] one move
       *[other] { $moves } moves
    }!** { $who ->
        [none] {""}
       *[other] { $who } needed { $best }.
    }
   *[lost] **{ $animal } wins this time.** Everybody has one try.
}
dare-nowhere = A dare needs a channel where I may write, so that the results can gather there.
dare-helped = Something helped you in that game. Win without help, and dare the others.
dare-already = You’ve dared everybody here to do that already.
dare-tried = Everybody has one try, and you’ve had yours.
dare-not-won = You can dare others with a game that you’ve won against an animal.
dare-too-many = You have three open dares already. Each closes after three days.
dare-gone = That dare is gone.
dare-over = That dare is closed.
dare-own = It’s your own dare: you’ve won it already.
button-dare = Dare the server
button-dare-try = I’ll try
