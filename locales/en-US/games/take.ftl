# Sticks.

game-take-name = Sticks
    .rule = Only a few at a time, from one heap
    .also = take at most
    .title = Sticks{ $most ->
        [3] {""}
       *[other] , at most { $most }
    }{ $ending ->
        [misere] , the last one loses
       *[normal] {""}
    }
game-take-position-with-name = Sticks, at most { $most }, { $position }{ $ending ->
    [misere] {" "}(last one loses)
   *[normal] {""}
}
game-take-line = Take at most { $most } from one heap. { $ending ->
    [misere] Taking the last one loses.
   *[normal] Taking the last one wins.
}
game-take-idea = Whatever you take, the other player can top it up to { $cycle }, one more than the most you may take. So a single heap that is { $ending ->
    [misere] one more than a multiple of { $cycle }
   *[normal] a multiple of { $cycle }
} is lost for whoever moves: it goes down by { $cycle } each round. With several heaps, whole { $cycle }s don’t count, and what each has left over is played as in Nim.
game-take-find = { $ending ->
    [misere] One heap: leave one more than a multiple of { $cycle }. Several: divide each by { $cycle }, and look at what your move would leave over. If that has a 2 or more: make each power of two occur an even number of times. If not: leave an odd number of 1s; if nothing is over anywhere, take { $most } from one heap.
   *[normal] One heap: leave a multiple of { $cycle }. Several heaps: divide each by { $cycle }, and write what is left over as a sum of powers of two. Take from a heap so that each power occurs an even number of times.
}
# https://ludopath.over-blog.com/tag/pari (Fort Boyard: one row of sticks, 1 to 3 of them, whoever takes the last one loses);
# https://en.wikipedia.org/wiki/Subtraction_game (the name). Bachet: see the race to 100.
game-take-history =
    In the French television show **Fort Boyard**, it is played with sticks in one row: take 1 to 3, and whoever takes the last one loses. `game: boyard` starts it.
    Books call it a *subtraction game*. With a single heap, it is Bachet’s race to 100 (**1612**) backwards.
