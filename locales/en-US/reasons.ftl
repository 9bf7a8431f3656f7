# Why a move wins, and why a position is lost. What becomes of moves is told from the same sentences for every game; the law of a game speaks of a
# lost position, whose mover it calls “whoever moves”.

explained-move = { $form ->
    [count] { $who ->
        [us] add { $amount } and say { $said }
       *[them] adds { $amount } and says { $said }
    }
    [split] { $who ->
        [us] split { $heap } into { $part } and { $rest }
       *[them] splits { $heap } into { $part } and { $rest }
    }
    [place] { $who ->
        [us] put a stone on { $stack }
       *[them] puts a stone on { $stack }
    }
    [clear] { $who ->
        [us] take { $cells }
       *[them] takes { $cells }
    }
    [go] { $who ->
        [us] go { $what }
       *[them] goes { $what }
    }
   *[take] { $who ->
        [us] take { $what }
       *[them] takes { $what }
    }{ explained-to }
}
explained-to = { $shown ->
    [yes] : { $to }
   *[no] {""}
}
explained-refuted = { $who ->
    [us] { $whose ->
        [own] You { $move }{ $end ->
            [lost] , and that loses.
            [won] , and I { $answer } and win.
           *[on] , and I { $answer }.
        }
       *[others] If I { $move }{ $end ->
            [lost] , I lose at once.
            [won] , you { $answer } and win.
           *[on] , you { $answer }.
        }
    }
   *[them] If one player { $move }{ $end ->
        [lost] , that loses at once.
        [won] , the other { $answer } and wins.
       *[on] , the other { $answer }.
    }
}
explained-last-move = { $form ->
    [count] That wins.
    [split] That is the last split, and it wins.
   *[take] That is the last move, and it wins.
}
explained-tabulated = { $whose ->
    [own] I know no simple rule here, so I worked it out to the end: each of the { $count } moves loses.
   *[others] I know no simple rule here, so I worked it out to the end: each of the { $count } replies loses.
}

lost-nothing-left = There is nothing left to take.
lost-last-one = Only one is left, and whoever takes it loses.

reason-wythoff-same-difference = On that diagonal, only this square is cold: whoever has to move from it loses.
reason-wythoff-partner = The { $of } stays, and only { $partner } makes it cold: whoever has to move from there loses.
lost-wythoff = Of all cold pairs, only this one has the number { $small } or { $large }, or numbers that differ by { $difference }, so no move from here reaches a cold square. From anywhere else, some move does, or the game is over.
# W. A. Wythoff (1907); OEIS A000201 and A001950.
wythoff-number = It is cold pair number { $number }: { $number } times the golden ratio (φ = 1.618…), rounded down, is { $small }; and { $small } + { $number } = { $large }.
lost-wythoff-doors = Every move from there ends in line with home, and the reply goes there.
lost-wythoff-step = That’s one step from home, and whoever takes the last step loses.
lost-wythoff-two-twos = Every move from there goes home, or lets the reply stop one step before it.
lost-wythoff-home = **(0, 0) is home:** whoever moved there has won.
lost-wythoff-misere-home = **(0, 0) is home:** whoever moved there has lost.

lost-nim-balance = { $sums ->
    [none] Cut each heap into 1, 2, 4, 8 …, none twice (7 = 4+2+1):
   *[other] Cut into 1, 2, 4 …: { $sums }. Now
} **every piece has a twin.** Each move spoils that, and the reply mends it{ $ending ->
    [misere] {""}. If only ones would be left, it leaves an odd number of them.
   *[normal] .
}
lost-nim-pair = Two equal heaps are left: whatever one player takes from one heap, the other takes from the other heap.
lost-nim-pairs = Every heap has an equal partner: whatever is taken from one, the reply takes the same from the other.
lost-clear-odd = An odd number of dots is left, and each move takes one, so whoever moves takes the last one and loses.
lost-nim-odd-ones = Only ones are left, an odd number of them. Each move takes one, so whoever moves takes the last one and loses.

lost-take-multiples = Every heap is a multiple of { $cycle }: whatever one player takes from a heap, the other takes enough from it to make { $cycle }, until nothing is left.
lost-take-balance = { $heaps ->
    [one] { $size } is a multiple of { $cycle }: whatever is taken, the reply tops it up to { $cycle }, until nothing is left.
   *[several] Leave out full { $cycle }s: { $rests } are left{ $sums ->
        [none] {""}. Cut into 1, 2, 4 …,
       *[other] {""}, in pieces { $sums }. Now
    } **every piece has a twin.** If a move spoils that, the reply mends it{ $ending ->
        [misere] {""}. If only remainders of 1 would be left, it leaves an odd number.
       *[normal] .
    }
}
lost-take-odd-ones = { $heaps ->
    [one] { $size } is one more than a multiple of { $cycle }: whatever is taken, the reply tops it up to { $cycle }, until one is left.
   *[several] Divided by { $cycle }, an odd number of heaps have remainder 1, and the others 0: whoever moves will have to take the last one.
}

lost-greedy = { $count } heaps of { $size } are the largest: an even number. Whoever moves makes it odd, and the reply makes it even again{ $ending ->
    [misere] {""}. If only ones would be left, it leaves an odd number of them.
   *[normal] .
}

lost-race = Whatever is added to { $count }, the reply tops it up to { $cycle } and says { $next }. Winning numbers: { $good }.
lost-race-last = Only { $target } is left to say, and whoever says it loses.
lost-race-said = { $target } has been said.

lost-moore-balance = { $sums ->
    [none] Cut each heap into 1, 2, 4, 8 …, none twice (7 = 4+2+1):
   *[other] Cut into 1, 2, 4 …: { $sums }. Now
} **equal pieces come in groups of { $cycle }.** Each move spoils that, and the reply mends it{ $ending ->
    [misere] {""}. If only ones would be left, it leaves one more than a multiple of { $cycle }.
   *[normal] .
}
lost-moore-ones = Only ones are left, one more than a multiple of { $cycle }: however many are taken, the reply tops it up to { $cycle }, and the last one stays.
lost-moore-limit = { $few ->
    [yes] Every heap is a multiple of { $step }. Every move breaks that, and the reply makes all multiples again.
   *[no] Divided by { $step }, all { $heaps } heaps leave { $rest }. Every move changes some of these remainders, but not all, and the reply makes them all equal again.
}

reason-multi-same-difference = Of all pairs of heaps that differ by { $difference }, only this one is lost: whoever has to move from it loses.
lost-multi-pair = Of all lost pairs of heaps, only this one has a heap of { $small } or of { $large }, or heaps that differ by { $difference }, so no move leads from it to another one. From any other pair, some move leads to a lost one, or the game is over.
lost-multi-pairs = Every move from there leaves one heap, or two equal ones, and the reply takes it all.
lost-multi-two-twos = Every move from there takes the last one, or lets the reply leave a single one.
lost-multi-odd-ones = Only ones are left, an odd number of them: each move takes one, or sweeps them all and loses at once. So whoever moves takes the last one.
lost-multi-balance = { $sums ->
    [none] Cut each heap into 1, 2, 4, 8 …, none twice (7 = 4+2+1):
   *[other] Cut into 1, 2, 4 …: { $sums }. Now
} **every piece has a twin.** Each move, even a sweep, spoils that, and the reply mends it{ $ending ->
    [misere] {""}. If only ones would be left, it leaves an odd number of them.
   *[normal] .
}

# A part of a position, and the heap of Nim that it counts as.
reason-value = { $part ->
    [P] { $size ->
        [one] a dot
       *[other] a row of { $size }
    }
    [C] a ring of { $size }
    [K] { $size } all joined
    [S] a star of { $size }
   *[none] { $size }
} as { $value }
lost-grundy = Each heap counts like a Nim heap: { $values }. Here these cancel out: if a split spoils that, the reply mends it{ $ending ->
    [misere] {""}. If no heap worth 2 would be left, it leaves an odd number of heaps worth 1.
   *[normal] .
}
lost-grundy-last = { $heaps } can be split { $splits ->
    [one] just once
   *[other] exactly { $splits } times
}, however one plays: { $ending ->
    [misere] an odd number, so whoever moves first makes the last split and loses.
   *[normal] an even number, so whoever moves first doesn’t make the last split.
}
lost-grundy-copy = In { $heaps }, every heap has an equal partner: whatever is done to one, the reply can do to the other, so there’s always a reply.
lost-grundy-ones = Each heap counts like a Nim heap: { $values }. None counts as more than 1, and an odd number count as 1, so whoever moves will have to make the last split.
lost-grundy-end = No heap can be split: whoever made the last split has { $ending ->
    [misere] lost.
   *[normal] won.
}

lost-building-last = This is the last stone, and wherever it goes, the stacks won’t pair up. Then the other player starts Nim, and wins.
lost-building-pairs = The stacks form equal pairs, and the other player places the last stone: they copy each stone on the other stack of its pair, and later each move, too.
lost-building-start = On { $stacks } stacks, an even number of stones wins for whoever begins, except { $losing }: I worked that out, up to 60.
lost-building-odd = The number of stones is odd, so in the end the stacks can’t pair up, as in Nim. Whoever places the next stone also places the last one: then the other player starts Nim, and wins.

reason-candy = { $pairs ->
    [yes] **Every heap has an equal partner**, so you can copy each move: that wins the last candy.
   *[no] Cut into 1, 2, 4 …, **every piece has a twin**: that wins the last candy.
}{ $most ->
    [yes] {" "}Of the moves that do it, none gets more candies.
   *[no] {""}
} How many candies one gets is just for fun: with best play, whoever makes this move ends up { $ahead ->
    [mine] { $margin } ahead.
    [theirs] { $margin } behind.
   *[nobody] level.
}
lost-candy = { $pairs ->
    [yes] **Every heap has an equal partner**, and each move is copied,
   *[no] { $sums ->
        [none] Cut into 1, 2, 4, 8 …, as in Nim,
       *[other] Cut into 1, 2, 4 …: { $sums }. Now
    } **every piece has a twin**,
} so the last candy goes to the other player. With best play, the player to move ends up { $ahead ->
    [mine] { $margin } ahead.
    [theirs] { $margin } behind.
   *[nobody] level.
}

lost-circular = Each row counts like a Nim heap: { $values }. Cut into 1, 2, 4 …, **every piece has a twin.** If a move spoils that, the reply mends it{ $ending ->
    [misere] {""}. If only single dots would be left, it leaves an odd number of them.
   *[normal] .
}
lost-circular-copy = Two equal rows are left: whatever is taken from one, the reply takes the same from the other.
lost-circular-full = The circle is full, so any move leaves one row. The reply takes one, two or three from its middle, or all of it, leaving two equal rows or nothing. From then on, every move is copied.

lost-tactix-rows = { $sums ->
    [none] The lines don’t touch, so they count like Nim heaps. Cut into 1, 2, 4 …,
   *[other] The lines don’t touch, so they count like Nim heaps, cut into 1, 2, 4 …: { $sums }. Now
} **every piece has a twin.** If a move spoils that, the reply mends it{ $ending ->
    [misere] {""}. If only single dots would be left, it leaves an odd number of them.
   *[normal] .
}
lost-tactix-turn = The board looks the same upside down, and no move takes a dot and the one opposite: whatever is taken, the reply takes what lies opposite.

lost-graph-copy = Every part has an equal partner: whatever is taken from one, the reply takes the same from the other.
lost-graph = Each part counts like a Nim heap: { $values }. Cut into 1, 2, 4 …, **every piece has a twin.** If a move spoils that, the reply mends it{ $ending ->
    [misere] {""}. If only single dots would be left, it leaves an odd number of them.
   *[normal] .
}
