# Lessons. What a lesson teaches is said after a right answer; its name is shown before.

command-learn = learn
    .description = Learn to win, step by step, by solving positions, just for you

all-lessons = **Lessons.** Each has a few positions to solve. Which game?
course = **Learn { $game }**: { $done } of { $all } positions solved.
course-ending = { $ending ->
    [misere] **When the last one loses**
   *[normal] **When the last one wins**
}
course-lesson = { $state ->
    [done] ✅
    [next] ▶️
   *[open] ▫️
} { $number }. { $lesson } ({ $done } of { $all })
course-done = **You have solved everything there is here.** Now win against me!
select-lesson = Choose a lesson …
select-lesson-option = { $number }. { $lesson }{ $ending ->
    [misere] {""} (last loses)
    [normal] {""} (last wins)
   *[usual] {""}
}
button-begin = Begin
button-go-on = Go on
button-next-exercise = Next
button-next-lesson = Next lesson
button-course = All lessons
lesson-heading = **{ $game }, lesson { $lesson }** ({ $number } of { $all })
lesson-question = You are to move from { $position }. **Which move wins, or does none?**
button-none-wins = No move wins
lesson-is-lost = ✅ **Right: no move wins from { $position }.** { $why }
lesson-not-lost = ✗ A move does win here. Find it!
lesson-hold-out = You are to move from { $position }, and no move wins. **Which one holds out longest?**
lesson-eat-most = You are to move from { $position }. Several moves win. **Which one brings you most?**
lesson-too-little = ✗ { $why } That wins, too, but another winning move brings more. Try again.
lesson-rules = -# { $rules }
lesson-right = ✅ **Right.** You { $move }.
lesson-here = Here: { $why }
lesson-other-way = Your move wins, too. By that idea you { $move }.
lesson-wrong = ✗ { $why } Try again.
lesson-too-short = ✗ { $why } That ends sooner than it must. Try another one.
board-lessons = -# New here? `/wythoff learn` shows how to win, step by step, just for you.
stats-lessons = Lessons: { $done } of { $all } positions solved

lesson-wythoff-all = If one pile is empty, or both are equal, one move takes everything. So take everything there, and never leave me such piles.
    .title = Take it all
lesson-wythoff-doors = From (1, 2) each of the four moves leaves an empty pile or two equal ones, and the next move takes everything: whoever has to move there is lost. Such squares are called cold: { $pairs }, either way round. **Leave one of them.**
    .title = No open door
lesson-wythoff-difference = Taking the same from both piles keeps their difference. Larger piles that differ by 1 lead to (1, 2) in one move, however large they are. Cold are { $pairs }.
    .title = Both at once
lesson-wythoff-crossing-out = { $ending ->
    [misere] Cross out every square from which a move leads to a cold one; (0, 0) does not count, since whoever leaves it has lost. The first that is left over is cold itself: { $pairs }.
   *[normal] Cross out every square from which a move leads to a cold one. The first that is left over is cold itself: { $pairs }.
}
    .title = Cross out
lesson-wythoff-again = Cross out again, and the next one is left over: { $pairs }.
    .title = And again
lesson-wythoff-list = { $ending ->
    [misere] From (3, 5) on the list goes by a rule: begin with the smallest number not used yet, and let each pair differ by one more than the pair before: { $pairs } …
   *[normal] The list goes on by a rule: take the smallest number not used yet, and add one more than the last difference: { $pairs } …
}
    .title = The rule of the list
lesson-wythoff-any = Build the list as far as you need it: { $pairs } … The pairs hold either way round, and each number and each difference stands in exactly one of them. Look for your left pile, your right pile, and your difference: a pair that you can reach wins.
    .title = Build it yourself
lesson-wythoff-lost = When you are lost, make the game last, so that the other one can slip. Taking one from the larger pile always lasts as long as anything does.
    .title = When you are lost
lesson-wythoff-two-twos = **Leave (2, 2).** Whoever takes all there loses at once, and after any other move you leave a single one. So it is lost, too: { $pairs }.
    .title = The next lost one
lesson-misere-one = Leave a single one, and the other side has to take it.
    .title = The last one loses
lesson-misere-ones = When only single ones are left, each turn takes one. **Leave an odd number of them**, and the last is not yours.
    .title = Only ones
lesson-misere-powers = Look at what your move would leave. With a heap of two or more in it, all is as in ordinary Nim: leave each power of two an even number of times. With only ones in it, leave an odd number of them.
    .title = All heaps

lesson-one-heap = When all lies in one heap, take all of it.
    .title = One heap
lesson-two-heaps = **Leave two equal heaps, and nothing else.** Whatever is taken from one of them, take it from the other.
    .title = Two heaps
lesson-twins = { $ending ->
    [misere] Equal heaps cancel: **leave only pairs.** Strike pairs out, and make the rest a pair or nothing. But if that would leave only ones, leave an odd number of them.
   *[normal] Two equal heaps cancel. Strike them out, and make the rest two equal heaps, or nothing.
}
    .title = Twins
lesson-powers = Write heaps as sums of powers of two: 3 = 2+1, 6 = 4+2. **Leave each power an even number of times, also the large ones.** The highest one that occurs an odd number of times says which heap to change: take so many from one that has it that all are even then.
    .title = Powers of two: { $powers }

lesson-steps-end = { $form ->
    [count] Who says { $last } has won: that is the number to say.
   *[heap] { $ending ->
        [misere] Leave { $last }, and the other side has to take it.
       *[normal] Up to { $most } can be taken at once: take them all, and leave { $last }.
    }
}
    .title = The end
lesson-steps-next = { $form ->
    [count] Say { $last }: whatever is added, you can say { $end } next. Good to say: { $numbers }.
   *[heap] Leave { $last }: whatever is taken, you can leave { $end } next. Good to leave: { $numbers }.
}
    .title = One step before
lesson-steps-all = { $form ->
    [count] Whatever is added, make it { $step } together: one more than the most that you may add. So the good numbers to say go down in steps of { $step }: { $numbers } …
   *[heap] Whatever is taken, make it { $step } together: one more than the most that you may take. So the good numbers to leave go up in steps of { $step }: { $numbers } …
}
    .title = Step by step
lesson-take-zeros = A multiple of { $step }, one more than the most that you may take, counts as nothing: whatever is taken from it, make it { $step } together. Leave heaps that are multiples of { $step }, and nothing else.
    .title = Several heaps
lesson-take-rests = Divide each heap by { $step }: only the remainders count, as heaps of Nim. Write them as sums of powers of two, 3 = 2+1, and take so that each power occurs an even number of times in them.{ $ending ->
    [misere] {""} But if no remainder above 1 would be left, leave an odd number of 1s.
   *[normal] {""}
}
    .title = Remainders

lesson-greedy-level = Level the largest heap with the next one, if that is a single one. Whoever has to move from two largest ones breaks the pair, and you make two the largest again.
    .title = One largest heap
lesson-greedy-pair = **Leave two largest heaps, of two or more each.** Whoever moves breaks the pair, and you make two the largest again. But if only ones would be left, leave an odd number of them.
    .title = The largest heaps
lesson-greedy-below = If the next two heaps are equal, take so much from the largest that it is smaller than they are, no matter how much: then those two are the largest.
    .title = When the next two are equal
lesson-greedy-even = { $ending ->
    [misere] Any even number of largest heaps of two or more is good to leave. If there are three of them, take any number from one. If only ones would be left, leave an odd number.
   *[normal] Any even number of largest heaps is good to leave. If there are three, take any number from one of them.
}
    .title = Three largest heaps

lesson-candy-most = Of several winning moves, count what each one brings to the end: what you take now, and what both take then. A move from a large heap brings more at once, but leaves the other one more to take. `/nim solve` counts it out: the move that it names first brings most.
    .title = Eat most

lesson-moore-two = One or two heaps: take everything.
    .title = One or two heaps
lesson-moore-triplets = **Leave three equal heaps**, and no others: whatever happens to one or two of them, you level all three again. Three equal ones cancel.
    .title = Three heaps
lesson-moore-powers = Write heaps as sums of powers of two. **Leave each power in a multiple of three heaps, or in none.** From the highest down: heaps that you have taken from may get it to fill up three; else take it out of those too many, one or two.{ $ending ->
    [misere] {""} But if only ones would be left, leave 1, 4, 7, … of them.
   *[normal] {""}
}
    .title = Powers by threes: { $powers }

lesson-multi-two = Leave two equal heaps and **an empty one**: then there is no sweep. Whatever is taken from one heap, take it from the other. If there were only two heaps from the start, the sweep would take both.
    .title = Two heaps
lesson-multi-powers = With three heaps it is Nim, whatever is swept: write heaps as sums of powers of two, 3 = 2+1, 6 = 4+2, and **leave each power an even number of times.** The highest one that occurs an odd number of times says which heap to change, so that all are even then.
    .title = Powers of two: { $powers }
lesson-multi-misere-ones = When only ones are left, **leave an odd number of them**: each turn takes one, and a sweep takes them all and loses at once. So the last is not yours.
    .title = Only ones
lesson-multi-sweep = When all lies in one heap, take it; when all heaps are equal, the sweep takes everything.
    .title = Take it all

lesson-moore-misere-ones = **Three equal heaps cancel**, if they are larger than 1: you level them again. If only ones would be left, leave 1, 4, 7, … of them: however many are taken, you make it three together, and the last one stays.
    .title = Ones by threes
lesson-grundy-misere-small = Worths of small heaps (heap:worth): { $worths }. Look at what your split would leave. With a heap worth 2 in it, leave worths that cancel. Else **leave an odd number of heaps worth 1**.
    .title = Small heaps
lesson-grundy-misere = To 12 the worths go on like that: { $worths }. Leave worths that cancel; but if no heap worth 2 would be left, leave an odd number of heaps worth 1. For larger heaps nobody knows a rule.
    .title = Heaps to 12
lesson-grundy-copy = Heaps of 1 and 2 cannot be split: forget them. **Leave the others in equal pairs, and copy:** whatever is split in one of a pair, split the other in the same way.
    .title = Pairs
lesson-grundy-small = The others have a worth, like heaps of Nim; those of the smallest (heap:worth) are { $worths }. What is worth 0 counts nothing, equal worths cancel. **Leave worths that cancel.**
    .title = Small heaps
lesson-grundy-more = More worths (heap:worth): { $worths }. Equal worths cancel. Leave worths that cancel.
    .title = Heaps to 7
lesson-grundy-threes = From 3 to 12 the worths are 1, 0, 2, again and again: { $worths }. Leave worths that cancel. For heaps from 13 on nobody knows a rule.
    .title = Heaps to 12

lesson-building-copy = Once all stones lie, it is Nim: leave two equal stacks and nothing else, and copy. If you place the last stone, you can make them equal with it. Before that, the same: stacks in equal pairs can be copied, if you place the last stone.
    .title = Two stacks
lesson-building-powers = Once all stones lie, leave each power of two an even number of times, as in Nim. An odd number of stones never balances. Else no rule is known for the building, but one: stacks in equal pairs can be copied by whoever places the last stone.
    .title = All stones lie

lesson-circular-end = Up to three in a row are taken at once.
    .title = Take it all
lesson-circular-copy = **Leave rows in equal pairs, and copy:** what is taken from one of a pair, take from the other. Taking the middle of a row makes two equal ones; of two unequal rows, shorten the longer one.
    .title = The middle of a row
lesson-circular-short = Each row has a worth, and worths cancel like heaps of Nim (length:worth): { $worths }. **Leave worths that cancel**: equal ones, or 1, 2 and 3 together.
    .title = Short rows
lesson-circular-long = Longer rows (length:worth): { $worths }. Leave worths that cancel, by powers of two as in Nim: 6 = 4+2, so 6, 4 and 2 cancel.
    .title = Longer rows

lesson-circular-misere = Rows to four are worth their length (length:worth): { $worths }. Leave worths that cancel, by powers of two as in Nim. But if only single dots would be left, leave an odd number of them. For longer rows nobody knows a rule.
    .title = Rows to four
lesson-tactix-ones = When no two dots touch, each turn takes one. **Leave an odd number of such dots**, and the last is not yours.
    .title = Only single dots
lesson-tactix-end = One row or column without a gap is taken at once.
    .title = Take it all
lesson-tactix-copy = { $ending ->
    [misere] Leave two equal rows, of two or more, that do not touch, and copy. But if only single dots would be left, leave an odd number of them.
   *[normal] Leave two equal rows that do not touch, **and nothing else**, and copy: whatever happens to one, do to the other.
}
    .title = Two rows
lesson-tactix-rows = Rows that do not touch are heaps of Nim; a broken row counts as its pieces. Leave each power of two an even number of times.{ $ending ->
    [misere] {""} But if only single dots would be left, leave an odd number of them. For blocks nobody knows a rule.
   *[normal] {""} For blocks the half turn is all that is known.
}
    .title = Rows that do not touch
lesson-tactix-turn = Leave a board that looks the same after half a turn, with no dot in the very middle, and where no move can take a dot with the one opposite it. Then always take what lies opposite.
    .title = Turn the board

lesson-graph-copy = Leave parts in equal pairs, of the same kind and size, and copy: whatever happens to one of a pair, do to the other.
    .title = Two parts
lesson-graph-rows = A row (P) is a heap of Nim (part:worth): { $worths }. A row that is broken in two counts as both pieces. **Leave worths that cancel.**
    .title = Rows
lesson-graph-rings = A ring (C), and a part in which every dot is joined to every other (K), are worth their number of dots, too: { $worths }. A ring that has lost a dot is a row.
    .title = Rings and full parts
lesson-graph-stars = A star (S), whose middle is joined to all others, is worth 2 if its number of dots is even, and 3 if it is odd (from four dots on): { $worths }. Without its middle it is single dots.
    .title = Stars
lesson-graph-misere = The worths are those of ordinary play: a row, a ring or a full part its number of dots, a star 2 or 3: { $worths }. **Leave worths that cancel.** But if only single dots would be left, leave an odd number of them.
    .title = Parts
