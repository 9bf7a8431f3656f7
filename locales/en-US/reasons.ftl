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

reason-moore-balance = Split each heap into powers of two, such as 7 = 4 + 2 + 1: each power occurs in a multiple of { $cycle } heaps then. Whatever changes that, you can mend{ $ending ->
    [misere] {""}, until your move would leave only heaps of 1: then leave one more than a multiple of { $cycle }, since the last one loses.
   *[normal] .
}{ $columns ->
    [none] {""}
   *[other] {""} It stands so:{"\u000A"}```{"\u000A"}{ $columns }{"\u000A"}```
}
reason-moore-ones = Only heaps of 1 are left, one more than a multiple of { $cycle }: as many as the opponent takes, you make it { $cycle } together, and the last one stays.
lost-moore-balance = Split each heap into powers of two, such as 7 = 4 + 2 + 1: each power occurs in a multiple of { $cycle } heaps. Every move disturbs that, and the other one can mend it{ $ending ->
    [misere] {""}, until only heaps of 1 would be left: then the other one leaves one more than a multiple of { $cycle }, since the last one loses.
   *[normal] .
}
lost-moore-ones = Only heaps of 1 are left, one more than a multiple of { $cycle }: as many as are taken, the other one makes it { $cycle } together, and the last one stays.

reason-multi-pair = { $pair } is cold, as in Wythoff’s game{ $ending ->
    [misere] {""} where the last one loses
   *[normal] {""}
}: whoever has to move there loses against best play.
lost-multi-pair = { $pair } is cold, as in Wythoff’s game{ $ending ->
    [misere] {""} where the last one loses
   *[normal] {""}
}: no move leads from one cold pair to another.
reason-multi-sweep = The sweep leaves a position that is lost in Nim, and with three or five heaps another sweep never leads from one such position to another.

reason-grundy-last = That is the last split, and it wins.
reason-grundy = Each heap has a worth, and worths cancel like the heaps of Nim. Those that can be split then have the worths { $worths } (size:worth): they cancel, and whatever disturbs that, you can mend.
lost-grundy = Each heap has a worth, and worths cancel like the heaps of Nim. Here they do: { $worths } (size:worth). Every split disturbs that, and the other one can mend it.
lost-grundy-end = No heap can be split: whoever made the last split has won.

reason-building-odd = The number of stones is odd, so they can never be balanced when all lie, and you are the one who moves first then.
reason-building-balance = All stones lie, and the stacks are balanced as in Nim: each power of two occurs an even number of times.
lost-building-odd = The number of stones is odd, so they can never be balanced when all lie, and the other one moves first then.

reason-candy = It leaves a position that is lost in Nim; with best play { $ahead ->
    [mine] you end up { $margin } ahead
    [theirs] you end up { $margin } behind
   *[nobody] both end up with the same
}.
reason-candy-most = Of the moves that keep the win, this one brings most: with best play { $ahead ->
    [mine] you end up { $margin } ahead
    [theirs] you end up { $margin } behind
   *[nobody] both end up with the same
}.
lost-candy = The heaps are balanced as in Nim, so the last candy is the other one’s. Eat as many as you can: after { $best } { $ahead ->
    [mine] you end up { $margin } ahead
    [theirs] you end up { $margin } behind
   *[nobody] both end up with the same
}.

reason-circular = Each row between the gaps has a worth, and worths cancel like the heaps of Nim. The rows that are left have { $worths } (length:worth): they cancel, and whatever disturbs that, you can mend.
reason-circular-copy = Two equal rows are left: whatever is taken from one, you take the same from the other.
lost-circular = Each row between the gaps has a worth, and worths cancel like the heaps of Nim. Here they do: { $worths } (length:worth). Every move disturbs that, and the other one can mend it.
lost-circular-copy = These are two equal rows: whatever is taken from one, the other one takes the same from the other row.
lost-circular-full = The circle is full: whatever is taken leaves a row, from whose middle the other one takes one or two, so that two equal rows are left; then the other one copies each move.

reason-tactix-turn = Turned half round, the board that is left looks the same, and no move takes a dot and the one opposite: whatever is taken, you take what lies opposite.
lost-tactix-turn = Turned half round, the board looks the same, and no move takes a dot and the one opposite: whatever is taken, the other one takes what lies opposite.

reason-graph = Each part has a worth, and worths cancel like the heaps of Nim. What is left has { $worths } (part:worth): they cancel, and whatever disturbs that, you can mend.{ $limit ->
    [none] {""} A row, a ring or a full part is worth its number of dots, a star of four or more 2 if that is even, else 3.
   *[some] {""}
}
lost-graph = Each part has a worth, and worths cancel like the heaps of Nim. Here they do: { $worths } (part:worth). Every move disturbs that, and the other one can mend it.{ $limit ->
    [none] {""} A row, a ring or a full part is worth its number of dots, a star of four or more 2 if that is even, else 3.
   *[some] {""}
}

# Games that are counted out: no formula is known.
reason-counted-out = Counted out to the end: if the opponent plays { $first }, the answer is { $answer }; to { $second } it is { $other }; and so to every other reply.
reason-counted-one = Counted out to the end: the opponent’s best is { $reply }, and { $answer } answers it.
lost-counted-out = Counted out to the end: each of the { $count } moves has an answer. To { $first } it is { $answer }, to { $second } it is { $other }.
lost-counted-one = Counted out to the end: { $reply } is answered by { $answer }.
