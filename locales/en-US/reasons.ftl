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
   *[take] { $who ->
        [us] take { $what }
       *[them] takes { $what }
    }{ $shown ->
        [yes] : { $to }
       *[no] {""}
    }
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
   *[them] If one { $move }{ $end ->
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
explained-counted-out = { $whose ->
    [own] No rule is known here. Counted out to the end, each of the { $count } moves loses.
   *[others] No rule is known here. Counted out to the end, each of the { $count } replies loses.
}

lost-nothing-left = There is nothing left to take.
lost-last-one = Only one is left, and whoever takes it loses.

reason-wythoff-same-difference = That keeps the difference { $difference }, which only one cold pair has.
reason-wythoff-partner = The pile of { $of } stays, and its only cold partner is { $partner }.
lost-wythoff = { $small } and { $large } are in no other cold pair, and no other differs by { $difference }: so no move from here leads to one. From every hot square, one does.
lost-wythoff-doors = Every move from there leaves an empty pile or two equal ones, and the next move takes all.
lost-wythoff-two-twos = Every move from there takes the last one, or allows to leave a single one.
lost-wythoff-home = **(0, 0) is the end:** there is nothing left to take, so whoever moved last has won.
lost-wythoff-misere-home = **(0, 0) is the end:** there is nothing left to take, so whoever moved last has lost.

reason-nim-balance = { $sums ->
    [none] Each heap is a sum of powers of two, as 7 = 4+2+1:
   *[other] { $sums }:
} { $powers } { $count ->
    [one] occurred
   *[other] each occurred
} an odd number of times. Now each occurs an even number of times. Every move breaks that, and the next one mends it{ $ending ->
    [misere] {""}, until only ones would be left: then leave an odd number.
   *[normal] .
}
lost-nim-balance = { $sums ->
    [none] Written as sums of powers of two, as 7 = 4+2+1, the heaps balance:
   *[other] { $sums }:
} each power occurs an even number of times. Every move breaks that, and the next one mends it{ $ending ->
    [misere] {""}, until only ones would be left: then it leaves an odd number of them.
   *[normal] .
}
lost-nim-odd-ones = Only ones are left, an odd number of them: each move takes one, and whoever moves takes the last, which loses.

lost-take-balance = { $heaps ->
    [one] { $size } is a multiple of { $cycle }: whatever is taken, the next move makes it { $cycle } together, down to 0.
   *[several] Without all the { $cycle }s in the heaps, { $rests } are left over. They balance as in Nim: each power of two occurs an even number of times. What breaks that is mended{ $ending ->
        [misere] {""}, until only ones would be left over: then an odd number.
       *[normal] .
    }
}
lost-take-odd-ones = { $heaps ->
    [one] { $size } is one more than a multiple of { $cycle }: whatever is taken, the next move makes it { $cycle } together, down to the last one.
   *[several] Without all the { $cycle }s in the heaps, 1 is left over in an odd number of heaps: whoever moves will have to take the last one.
}

lost-greedy = { $count } heaps of { $size } are the largest: an even number. Whoever moves makes it odd, and the next move makes it even again{ $ending ->
    [misere] {""}, until only ones would be left: then an odd number of them.
   *[normal] .
}

lost-race = Whatever is added to { $count }, the next one makes it { $cycle } together and says { $next }. Good to say are { $good }.
lost-race-last = Only { $target } is left to say, and whoever says it loses.
lost-race-said = { $target } has been said.

lost-moore-balance = { $sums ->
    [none] Written as sums of powers of two, as 7 = 4+2+1, the heaps balance:
   *[other] { $sums }:
} each power occurs in a multiple of { $cycle } heaps. Every move breaks that, and the next one mends it{ $ending ->
    [misere] {""}, until only ones would be left: then it leaves one more than a multiple of { $cycle }.
   *[normal] .
}
lost-moore-ones = Only ones are left, one more than a multiple of { $cycle }: as many as are taken, the next move makes it { $cycle } together, and the last one stays.

lost-multi-odd-ones = Only ones are left, an odd number of them: each move takes one, or sweeps them all and loses at once. So whoever moves takes the last.
lost-multi-balance = { $sums ->
    [none] Written as sums of powers of two, as 7 = 4+2+1, the heaps balance:
   *[other] { $sums }:
} each power occurs an even number of times. Every move breaks that, a sweep too, and the next one mends it{ $ending ->
    [misere] {""}, until only ones would be left: then it leaves an odd number of them.
   *[normal] .
}

lost-grundy = Each heap has a worth, { $worths } (size:worth), and worths cancel as the heaps of Nim do. Here they cancel: what breaks that, the next split mends{ $ending ->
    [misere] {""}, until no heap worth 2 would be left: then it leaves an odd number worth 1.
   *[normal] .
}
lost-grundy-ones = Each heap has a worth, { $worths } (size:worth). None is worth more than 1, and an odd number of them is worth 1: whoever moves will have to make the last split.
lost-grundy-end = No heap can be split: whoever made the last split has { $ending ->
    [misere] lost.
   *[normal] won.
}

lost-building-last = This is the last stone, and wherever it goes, the stacks do not balance. Then the other one moves first in Nim, and wins.
lost-building-pairs = The stacks are pairs of equal ones, and the other one places the last stone: each stone on one of a pair is copied on the other, and then each move, too.
lost-building-odd = The number of stones is odd, so the stacks can never balance when all lie, and whoever places the next stone also places the last one: the other one moves first then, and wins.

reason-candy = { $most ->
    [yes] The heaps balance as in Nim then, and of the moves that do it, this one brings most
   *[no] The heaps balance as in Nim then
}: with best play, whoever makes it ends { $ahead ->
    [mine] { $margin } ahead.
    [theirs] { $margin } behind.
   *[nobody] with as many for both.
}
lost-candy = { $sums ->
    [none] The heaps balance as in Nim:
   *[other] { $sums }:
} each power of two occurs an even number of times, so the last candy goes to the other one. Whoever moves now ends { $ahead ->
    [mine] { $margin } ahead with best play.
    [theirs] { $margin } behind with best play.
   *[nobody] with as many as the other with best play.
}

lost-circular = Each row between gaps has a worth, { $worths } (length:worth), and worths cancel as the heaps of Nim do. Here they cancel: what breaks that, the next move mends{ $ending ->
    [misere] {""}, until only single dots would be left: then it leaves an odd number of them.
   *[normal] .
}
lost-circular-copy = Two equal rows are left: whatever is taken from one, the next move takes the same from the other.
lost-circular-full = The circle is full: whatever is taken leaves one row. The next move takes one or two from its middle, or all of it, so that two equal rows are left, or nothing; and then every move is copied.

lost-tactix-rows = { $sums ->
    [none] The rows do not touch, and count like heaps of Nim:
   *[other] The rows do not touch, and count like heaps of Nim: { $sums }:
} each power of two occurs an even number of times. What breaks that, the next move mends{ $ending ->
    [misere] {""}, until only single dots would be left: then it leaves an odd number of them.
   *[normal] .
}
lost-tactix-turn = Turned half round, the board looks the same, and no move takes a dot and the one opposite: whatever is taken, the next move takes what lies opposite.

lost-graph = Each part has a worth, { $worths } (part:worth), and worths cancel as the heaps of Nim do. Here they cancel: what breaks that, the next move mends{ $ending ->
    [misere] {""}, until only single dots would be left: then it leaves an odd number of them.
   *[normal] .
}
