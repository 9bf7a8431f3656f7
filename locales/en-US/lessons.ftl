# Lessons. What a lesson teaches is said after a right answer; its name is shown before.

command-learn = learn
    .description = Learn to win, step by step, by solving positions (only you see it)

all-lessons = **Lessons.** Each has a few positions to solve. Which game?
course = **Learn { $game }**: { $done } of { $all } lessons done.
course-ending = { $ending ->
    [misere] **The other way round: the last one loses**
   *[normal] **The other way round: the last one wins**
}
course-lesson = { $state ->
    [done] ✅
    [next] ▶️
   *[open] ▫️
} { $number }. { $lesson } ({ $done } of { $all })
course-done = **You’ve solved everything here.** Now beat me!
select-lesson = Choose a lesson …
select-lesson-option = { $number }. { $lesson }{ $ending ->
    [misere] {""} (last loses)
    [normal] {""} (last wins)
   *[usual] {""}
}
button-begin = Begin
button-go-on = Keep going
button-next-exercise = Next
button-next-lesson = Next lesson
button-course = All lessons
lesson-heading = **{ $game }, lesson { $lesson }** ({ $number } of { $all })
lesson-question = It’s your move{ $position ->
    [none] {""}
   *[other] {" "}from { $position }
}. **Which move wins, if any?**
button-none-wins = No move wins
lesson-is-lost = ✅ **Right: no move wins{ $position ->
    [none] {""}
   *[other] {" "}from { $position }
}.** { $why }
lesson-not-lost = ✗ You can win here. Find out how!
lesson-hold-out = It’s your move{ $position ->
    [none] {""}
   *[other] {" "}from { $position }
}, and no move wins. **Which one holds out longest?**
lesson-eat-most = It’s your move{ $position ->
    [none] {""}
   *[other] {" "}from { $position }
}. Several moves win. **Which one gets you the most?**
lesson-too-little = ✗ That wins, but another winning move gets you more. Try again.
lesson-right = ✅ **Right.** You { $move }.
lesson-here = Here: { $why }
lesson-other-way = Your move wins, too. By this lesson’s rule, you { $move }.
lesson-wrong = ✗ { $why } Try again.
lesson-too-short = ✗ { $why } That ends sooner than it has to. Try another.
board-coin = 🪙 **Nim Champ!** { $who } wins the coin of { $game }: a first win against me at my best, with no hint and nothing taken back.
board-lessons = -# `/wythoff learn` shows you how to win, step by step; only you see it.
stats-lessons = Lessons: { $done } of { $all } positions solved

lesson-wythoff-all = In line with home (left, down or diagonally), one move goes there. So go home, and never leave me the queen in line with it.
    .title = Go home
lesson-wythoff-doors = From (1, 2), each of the four moves ends in line with home, and the reply goes there: whoever has to move from there loses. Such squares are called cold: { $pairs }, in either order. **Go to one of them.**
    .title = No way out
lesson-wythoff-difference = Diagonally, the difference of the two numbers stays. So all squares beyond (1, 2) whose numbers differ by 1 are one move from it. Cold so far: { $pairs }.
    .title = Diagonally
lesson-wythoff-crossing-out = { $ending ->
    [misere] Cross out every square with a move to a cold one; (0, 0) doesn’t count, since whoever gets there has lost. The first one left over is cold, too: { $pairs }.
   *[normal] Cross out every square with a move to a cold one. The first one left over is cold, too: { $pairs }.
}
    .title = Cross out
lesson-wythoff-again = Cross out again, and the next cold one is left: { $pairs }.
    .title = And again
lesson-wythoff-list = { $ending ->
    [misere] After (3, 5), each pair starts with the smallest number not used yet, and differs by one more than the pair before: { $pairs } …
   *[normal] The list follows a rule: take the smallest number not used yet, and add one more than the last difference: { $pairs } …
}
    .title = The list’s rule
lesson-wythoff-any = Build the list as far as you need: { $pairs } … The pairs count in either order, and each number and each difference appears in exactly one of them. Look up your first number, your second, and their difference: a pair you can reach wins.
    .title = Build it yourself
lesson-wythoff-lost = When you’re lost, drag the game out: the other player may slip up. One step in the longer direction always holds out longest.
    .title = When you’re lost
lesson-wythoff-step = **Stop one step before home.** The other player has to take the last step, and loses.
    .title = The last step loses
lesson-wythoff-two-twos = **Go to (2, 2).** Whoever goes home from there loses at once, and after any other move you stop one step before it. So it’s cold, too: { $pairs }.
    .title = The next cold square
lesson-misere-one = Leave a single one, and the other player has to take it.
    .title = The last one loses
lesson-misere-ones = When only heaps of one are left, each turn takes one. **Leave an odd number of them**, and the last one isn’t yours.
    .title = Only ones
lesson-misere-powers = Look at what your move would leave. If that has a heap of two or more, play as in ordinary Nim: make each power of two appear an even number of times. If it has only ones, leave an odd number of them.
    .title = All heaps

lesson-one-heap = When only one heap is left, take all of it.
    .title = One heap
lesson-two-heaps = **Leave two equal heaps, and nothing else.** Whatever is taken from one of them, take the same from the other.
    .title = Two heaps
lesson-twins = { $ending ->
    [misere] Equal heaps cancel: **leave only pairs.** Cross pairs out, and make the rest a pair or nothing. But if that would leave only ones, leave an odd number of them.
   *[normal] Two equal heaps cancel. Cross them out, and make the rest two equal heaps, or nothing.
}
    .title = Twins
lesson-powers = Write heaps as sums of powers of two: 3 = 2+1, 6 = 4+2. **Make each power appear an even number of times, large ones, too.** The highest one that appears an odd number of times tells you which heap to change: from one that has it, take what makes them all even.
    .title = Powers of two: { $powers }

lesson-steps-end = { $form ->
    [count] Whoever says { $last } has won, so that’s the number to say.
   *[heap] { $ending ->
        [misere] Leave { $last }, and the other player has to take it.
       *[normal] You can take up to { $most } at once: take them all, and leave { $last }.
    }
}
    .title = The end
lesson-steps-next = { $form ->
    [count] Say { $last }: whatever is added, you can say { $end } next. Winning numbers: { $numbers }.
   *[heap] Leave { $last }: whatever is taken, you can leave { $end } next. Good to leave: { $numbers }.
}
    .title = One step earlier
lesson-steps-all = { $form ->
    [count] Whatever is added, top it up to { $step }: one more than the most you may add. So the winning numbers go down in steps of { $step }: { $numbers } …
   *[heap] Whatever is taken, top it up to { $step }: one more than the most you may take. So the good numbers to leave go up in steps of { $step }: { $numbers } …
}
    .title = Step by step
lesson-take-zeros = A multiple of { $step } (the most you may take, plus 1) counts as nothing: whatever is taken from it, top it up to { $step }. Leave heaps that are multiples of { $step }, and nothing else.
    .title = Several heaps
lesson-take-rests = Divide each heap by { $step }: only the remainders count, like Nim heaps. Write them as sums of powers of two, 3 = 2+1, and make each power appear an even number of times in them.{ $ending ->
    [misere] {""} But if that would leave no remainder above 1, leave an odd number of 1s; if all are 0, take the most you may.
   *[normal] {""}
}
    .title = Remainders

lesson-greedy-level = If just one heap is next in size, level the largest with it. Whoever has to move from there breaks the pair, and you make the two largest equal again.
    .title = One largest heap
lesson-greedy-pair = **Leave two equal largest heaps, of two or more each.** Whoever moves breaks the pair, and you make the two largest equal again. But if that would leave only ones, leave an odd number of them.
    .title = The largest heaps
lesson-greedy-below = If the next two heaps are equal, take enough from the largest to make it smaller than they are, no matter by how much: then those two are the largest.
    .title = When the next two are equal
lesson-greedy-even = { $ending ->
    [misere] Leaving any even number of largest heaps of two or more wins. If there are three of them, take any number from one. But if that would leave only ones, leave an odd number.
   *[normal] Leaving any even number of largest heaps wins. If there are three, take any number from one of them.
}
    .title = Three largest heaps

lesson-candy-most = When several moves win, the one that takes most usually gets you the most by the end, but not always. `/wythoff solve` names the best first. If no move wins, take the whole largest heap each time: you end ahead, unless all heaps pair up.
    .title = Eat the most

lesson-moore-two = One or two heaps: take everything.
    .title = One or two heaps
lesson-moore-triplets = **Leave three equal heaps**, and no others: whatever happens to one or two of them, you level all three again. Three equal heaps cancel.
    .title = Three heaps
lesson-moore-powers = Write heaps as sums of powers of two. **Leave each power in a multiple of three heaps, or in none.** From the highest down: leave it in heaps you’ve already taken from, to make three; otherwise take it out of the one or two extra heaps.{ $ending ->
    [misere] {""} But if that would leave only ones, leave 1, 4, 7, … of them.
   *[normal] {""}
}
    .title = Powers in threes: { $powers }

lesson-multi-two = Leave two equal heaps and **an empty one**: then there is no sweep. Whatever is taken from one heap, take the same from the other. If the game began with only two heaps, the sweep would take both.
    .title = Two heaps
lesson-multi-powers = With three heaps it’s Nim, sweep or no sweep: write heaps as sums of powers of two, 3 = 2+1, 6 = 4+2, and **make each power appear an even number of times.** The highest one that appears an odd number of times tells you which heap to change, to make them all even.
    .title = Powers of two: { $powers }
lesson-multi-misere-ones = When only ones are left, **leave an odd number of them**: each turn takes one, and a sweep takes them all and loses at once. So the last one isn’t yours.
    .title = Only ones
lesson-multi-misere-twins = With three heaps, equal ones cancel: **leave a pair and an empty heap.** But if that would leave only ones, leave an odd number of them.
    .title = Twins
lesson-multi-misere-powers = With three heaps it’s Nim, sweep or no sweep. Look at what your move would leave. If that has a heap of two or more, make each power of two appear an even number of times. If it has only ones, leave an odd number of them.
    .title = All heaps
lesson-multi-sweep = When only one heap is left, take it all; when all heaps are equal, the sweep takes everything.
    .title = Take it all

lesson-moore-misere-ones = **Three equal heaps cancel**, if they are larger than 1: you level them again. If your move would leave only ones, leave 1, 4, 7, … of them: however many are taken, you top it up to three, and the last one stays.
    .title = Ones in threes
lesson-grundy-misere-small = Values of small heaps (heap:value): { $values }. Look at what your split would leave. If that has a heap worth 2, leave values that cancel. If not, **leave an odd number of heaps worth 1**.
    .title = Small heaps
lesson-grundy-misere = Up to 12, the values go on like that: { $values }. Leave values that cancel; but if that would leave no heap worth 2, leave an odd number of heaps worth 1. For larger heaps, I know no simple rule.
    .title = Heaps to 12
lesson-grundy-copy = Heaps of 1 and 2 can’t be split: ignore them. **Leave the others in equal pairs, and copy:** however one of a pair is split, split the other the same way.
    .title = Pairs
lesson-grundy-small = Heaps of 3 and up have a value, like Nim heaps; the smallest (heap:value): { $values }. Heaps worth 0 don’t count, and equal values cancel. **Leave values that cancel.**
    .title = Small heaps
lesson-grundy-more = More values (heap:value): { $values }. Equal values cancel. Leave values that cancel.
    .title = Heaps to 7
lesson-grundy-threes = From 3 to 12, the values are 1, 0, 2, over and over: { $values }. Leave values that cancel. For heaps of 13 and up, I know no simple rule.
    .title = Heaps to 12

lesson-building-copy = Once all stones are placed, it’s Nim: leave two equal stacks and nothing else, and copy each move. If you place the last stone, use it to make two stacks equal. If all stacks are in equal pairs already and you place the last stone, copy each stone, too, on the partner of the other player’s stack.
    .title = Two stacks
lesson-building-powers = Once all stones are placed, make each power of two appear an even number of times, as in Nim. An odd number of stones never balances. While you build, I know only one other simple rule: with stacks in equal pairs, whoever places the last stone can copy.
    .title = All stones placed

lesson-circular-end = You can take up to three in a row at once.
    .title = Take it all
lesson-circular-copy = **Leave rows in equal pairs, and copy:** whatever is taken from one of a pair, take from the other. Taking the middle of a row leaves two equal ones; with two rows that differ by up to three, shorten the longer one.
    .title = The middle of a row
lesson-circular-short = Each row has a value, and values cancel like Nim heaps (length:value): { $values }. **Leave values that cancel**: equal ones, or 1, 2 and 3 together.
    .title = Short rows
lesson-circular-long = Longer rows (length:value): { $values }. Leave values that cancel, by powers of two as in Nim.
    .title = Longer rows

lesson-circular-misere = Rows up to four are worth their length (length:value): { $values }. Leave values that cancel, by powers of two as in Nim. But if that would leave only single dots, leave an odd number of them. For longer rows, I know no simple rule.
    .title = Rows up to four
lesson-single-dots = When no two dots touch, each turn takes one. **Leave an odd number of such dots**, and the last one isn’t yours.
    .title = Only single dots
lesson-tactix-end = A row or column without a gap can be taken at once.
    .title = Take it all
lesson-tactix-copy = { $ending ->
    [misere] Leave two equal rows, of two or more, that don’t touch, and copy. But if that would leave only single dots, leave an odd number of them.
   *[normal] Leave two equal rows that don’t touch, **and nothing else**, and copy: whatever happens to one, do to the other.
}
    .title = Two rows
lesson-tactix-rows = Rows that don’t touch count as Nim heaps; a broken row counts as its pieces. Make each power of two appear an even number of times.{ $ending ->
    [misere] {""} But if that would leave only single dots, leave an odd number of them. For blocks, I know no simple rule.
   *[normal] {""} For blocks, I know only the half-turn trick.
}
    .title = Rows that don’t touch
lesson-tactix-turn = Leave a board that looks the same upside down, with no dot in the very middle, and where no move can take a dot and the one opposite. Then always take what lies opposite.
    .title = Turn the board

lesson-graph-copy = Leave parts in equal pairs, of the same kind and size, and copy: whatever happens to one of a pair, do to the other.
    .title = Two parts
lesson-graph-rows = A row (P) counts as a Nim heap (part:value): { $values }. A row broken in two counts as both pieces. **Leave values that cancel.**
    .title = Rows
lesson-graph-rings = A ring (C), or a part in which every dot is joined to every other (K), is worth its number of dots, too: { $values }. A ring that has lost a dot is a row.
    .title = Rings and full parts
lesson-graph-stars = A star (S), whose middle is joined to all others, is worth 2 if its number of dots is even, and 3 if it’s odd (from four dots up): { $values }. Without its middle, it’s just single dots.
    .title = Stars
lesson-graph-misere = Values are as in ordinary play: a row, ring or full part is worth its number of dots, a star 2 or 3: { $values }. **Leave values that cancel.** But if that would leave only single dots, leave an odd number of them.
    .title = Parts

no-lessons-with-these-rules = My lessons for { $game } are for other rules: `/wythoff learn game:{ $variant }`. `/wythoff rules` has the idea of these, and `/wythoff solve` works out any position.
no-lessons = I have no lessons for { $game }. `/wythoff rules` has the idea, and `/wythoff solve` works out any position.
