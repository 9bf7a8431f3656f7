# Why a move wins, and why a position is lost.

reason-last-move = That is the last move, and it wins.

reason-wythoff-same-difference = The piles differ by { $difference }, and the cold pair with that difference is { $pair }. Whoever has to move there loses against best play.
reason-wythoff-partner = { $stays ->
    [left] The left pile stays at { $of }, and the only number that makes a cold pair with { $of } is { $partner }.
   *[right] The right pile stays at { $of }, and the only number that makes a cold pair with { $of } is { $partner }.
} Whoever has to move at { $pair } loses against best play.
reason-wythoff-misere = Where the last one loses, { $pair } is cold: whoever has to move there loses against best play.
lost-wythoff-home = **(0, 0) is the end:** there is nothing left to take, so whoever moved last has won.
lost-wythoff = **{ $position } is cold:** whoever has to move there loses against best play. It is the one cold pair whose piles differ by { $difference }, and no move leads from one cold pair to another.
lost-wythoff-misere-home = **(0, 0) is the end:** there is nothing left to take, so whoever moved last has lost.
lost-wythoff-misere = **{ $position } is cold** where the last one loses: whoever has to move there loses against best play. No move leads from one cold pair to another.

reason-nim-balance = Split each heap into powers of two, such as 7 = 4 + 2 + 1. What occurred once too often ({ $powers }) now occurs an even number of times, as all the others do. Whatever changes that, you can mend{ $ending ->
    [misere] {""}, until your move would leave only heaps of 1: then leave an odd number of them, since the last one loses.
   *[normal] .
}{ $columns ->
    [none] {""}
   *[other] {""} Then it stands so:{"\u000A"}```{"\u000A"}{ $columns }{"\u000A"}```
}
reason-nim-odd-ones = Only heaps of 1 are left, an odd number of them, and the last one loses: the opponent takes it.
lost-nim-balance = Split each heap into powers of two, such as 7 = 4 + 2 + 1: each power occurs an even number of times. Every move disturbs that, and the other one can mend it{ $ending ->
    [misere] {""}, until only heaps of 1 would be left: then the other one leaves an odd number of them, since the last one loses.
   *[normal] .
}
lost-nim-odd-ones = Only heaps of 1 are left, an odd number of them, and the last one loses.

reason-take-balance = { $heaps ->
    [one] What is left then is a multiple of { $cycle }: whatever the opponent takes, you make it { $cycle } together.
   *[several] Take out { $cycle } of each heap as often as possible: what is left over then ({ $rests }) is balanced as in Nim, and whatever disturbs it, you can mend{ $ending ->
        [misere] {""}, until your move would leave over only ones: then leave an odd number of them, since the last one loses.
       *[normal] .
    }
}
reason-take-odd-ones = { $heaps ->
    [one] What is left then is one more than a multiple of { $cycle }: whatever the opponent takes, you make it { $cycle } together, and the last one stays.
   *[several] Take out { $cycle } of each heap as often as possible: what is left over then is 1 in an odd number of heaps, and the last one loses.
}
lost-take-balance = { $heaps ->
    [one] It is a multiple of { $cycle }: whatever is taken, the other one makes it { $cycle } together.
   *[several] Take out { $cycle } of each heap as often as possible: what is left over ({ $rests }) is balanced as in Nim. Every move disturbs it, and the other one can mend it{ $ending ->
        [misere] {""}, until only ones would be left over: then the other one leaves an odd number of them, since the last one loses.
       *[normal] .
    }
}
lost-take-odd-ones = { $heaps ->
    [one] It is one more than a multiple of { $cycle }: whatever is taken, the other one makes it { $cycle } together, and the last one stays.
   *[several] Take out { $cycle } of each heap as often as possible: what is left over is 1 in an odd number of heaps, and the last one loses.
}

reason-greedy = { $count } heaps of { $size } are the largest then: an even number. Whatever the opponent does to one of them, you answer{ $ending ->
    [misere] {""}, until your move would leave only heaps of 1: then leave an odd number of them, since the last one loses.
   *[normal] .
}
lost-greedy = The largest heaps are { $heaps }: an even number of them. Whoever moves leaves an odd number, and the other one can make it even again{ $ending ->
    [misere] {""}. Once only heaps of 1 would be left, the other one leaves an odd number of them, since the last one loses.
   *[normal] .
}

reason-race = Good to say are { $good }: whatever is added then, you make it { $cycle } together.
reason-last-one-stays = One is left then, and the opponent has to take it.
lost-last-one = There is only one left, and whoever takes it loses.
reason-race-last = Then only { $target } is left to say, and whoever says it loses.
lost-race-last = Only { $target } is left to say, and whoever says it loses.
reason-race-target = That says { $target }, and wins.
lost-race = Whatever you add to { $count }, the other one makes it { $cycle } together and says { $next }.
lost-race-said = { $target } has been said.
lost-nothing-left = There is nothing left to take.
