# Lessons. What a lesson teaches is said after a right answer; its name is shown before.

command-learn = learn
    .description = Learn to win, step by step, by solving positions, just for you

all-lessons = **Lessons.** Each has a few positions to solve. Which game?
select-course = Learn …
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
lesson-question = You are to move from { $position }. **Which move wins?**
lesson-hold-out = You are to move from { $position }, and no move wins. **Which one holds out longest?**
lesson-rules = -# { $rules }
lesson-right = ✅ **Right.** You { $move }.
lesson-here = Here: { $why }
lesson-other-way = Your move wins, too. By that idea you { $move }.
lesson-wrong = ✗ { $why } Try another one.
lesson-too-short = ✗ { $why } That ends sooner than it must. Try another one.
board-lessons = -# New here? `/{ -root } learn` shows how to win, step by step, just for you.
stats-lessons = Lessons: { $done } of { $all } positions solved

lesson-wythoff-all = From an empty pile, or from two equal piles, one move takes everything. So don’t leave either.
    .title = Take it all
lesson-wythoff-doors = From (1, 2) each of the four moves leaves an empty pile or two equal ones, and the next move takes everything: whoever has to move there is lost. Such squares are called cold: { $pairs }. **Leave one of them.**
    .title = No open door
lesson-wythoff-difference = Taking the same from both piles keeps their difference. Piles that differ by 1 lead to (1, 2) in one move, however large they are. Cold are { $pairs }.
    .title = Both at once
lesson-wythoff-crossing-out = Cross out every square from which a move leads to a cold one. The first that is left over is cold itself: { $pairs }.
    .title = Cross out
lesson-wythoff-again = Cross out again, and the next one is left over: { $pairs }.
    .title = And again
lesson-wythoff-list = The list goes on by a rule: take the smallest number not used yet, and add one more than the last difference. { $pairs } …
    .title = The rule of the list
lesson-wythoff-any = Build the list as far as you need it: { $pairs } … The pairs hold either way round, and each number and each difference stands in exactly one of them. Look for your left pile, your right pile, and your difference: a pair that you can reach wins.
    .title = Build it yourself
lesson-wythoff-lost = When you are lost, make the game last, so that the other one can slip. Taking one from the larger pile always lasts as long as anything does.
    .title = When you are lost
lesson-wythoff-two-twos = Whatever is taken from (2, 2), the next move leaves a single one. So it is lost, too: { $pairs }.
    .title = The next lost one
lesson-misere-one = Leave a single one, and the other side has to take it.
    .title = The last one loses
lesson-misere-ones = When only single ones are left, each turn takes one. **Leave an odd number of them**, and the last is not yours.
    .title = Only ones
lesson-misere-powers = As long as a heap of two or more is left, everything is as in ordinary Nim: leave each power of two ({ $powers }) an even number of times. Only at the end leave an odd number of ones.
    .title = All heaps

lesson-one-heap = When all lies in one heap, take all of it.
    .title = One heap
lesson-two-heaps = **Leave two equal heaps.** Whatever is taken from one of them, take it from the other.
    .title = Two heaps
lesson-twins = Two equal heaps cancel. Strike them out, and look at the rest.
    .title = Twins
lesson-powers = Write heaps as sums of powers of two: 3 = 2+1, 6 = 4+2. **Leave each power ({ $powers }) an even number of times.** The highest one that occurs an odd number of times says which heap to change: take so many from one that has it that all are even then.
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
    [count] Say { $last }: whatever is added, you get to the end with your next move. Good to say: { $numbers }.
   *[heap] Leave { $last }: whatever is taken, you get to the end with your next move. Good to leave: { $numbers }.
}
    .title = One step before
lesson-steps-all = { $form ->
    [count] Whatever is added, make it { $step } together. So the good numbers to say go down in steps of { $step }: { $numbers } …
   *[heap] Whatever is taken, make it { $step } together. So the good numbers to leave go up in steps of { $step }: { $numbers } …
}
    .title = Step by step
lesson-take-zeros = A multiple of { $step } counts as nothing: whatever is taken from it, make it { $step } together. Leave heaps that are multiples of { $step }, and nothing else.
    .title = Several heaps
lesson-take-rests = Divide each heap by { $step }: only the remainders count. Written as sums of powers of two, 3 = 2+1, they have each power ({ $powers }) an even number of times if you leave them well.
    .title = Remainders

lesson-greedy-level = Level the largest heap with the next one. Whoever has to move from two largest ones breaks the pair, and you level again.
    .title = One largest heap
lesson-greedy-pair = Leave two largest heaps, if there is a heap of two or more. Whoever has to move breaks the pair, and you make it two again.
    .title = The largest heaps
lesson-greedy-below = If the next two heaps are equal, take so much from the largest that it is smaller than they are, no matter how much: then those two are the largest.
    .title = When the next two are equal
lesson-greedy-even = Any even number of largest heaps is good to leave. If there are three, take any number from one of them.
    .title = Three largest heaps

lesson-moore-two = One or two heaps: take everything.
    .title = One or two heaps
lesson-moore-triplets = **Leave three equal heaps**, and no others: whatever happens to one or two of them, you level all three again. Three equal ones cancel.
    .title = Three heaps
lesson-moore-powers = Write heaps as sums of powers of two. **Leave each power ({ $powers }) in a multiple of three heaps.** Heaps that you take from may gain smaller powers.
    .title = Powers by threes: { $powers }

lesson-multi-sweep = When all lies in one heap, take it; when all heaps are equal, the sweep takes everything.
    .title = Take it all

lesson-grundy-copy = Leave heaps in equal pairs, and copy: whatever is split in one of a pair, split the other in the same way.
    .title = Pairs
lesson-grundy-small = A heap of 1 or 2 cannot be split, and counts nothing. The others are worth something, like heaps of Nim; the worths of the smallest (heap:worth) are { $worths }. What is worth 0 counts nothing, equal worths cancel. **Leave worths that cancel.**
    .title = Small heaps
lesson-grundy-more = More worths (heap:worth): { $worths }. Equal worths cancel, and the worths 1, 2 and 3 together. Leave worths that cancel.
    .title = Heaps to 7
lesson-grundy-threes = From 3 to 12 the worths are 1, 0, 2, again and again: { $worths }. Leave worths that cancel. For heaps from 13 on nobody knows a rule.
    .title = Heaps to 12

lesson-building-copy = Once all stones lie, it is Nim: leave two equal stacks, and copy. A last stone may make them equal.
    .title = Two stacks
lesson-building-powers = Once all stones lie, leave each power of two ({ $powers }) an even number of times, as in Nim. Of the building itself no rule is known, but one: an odd number of stones never balances.
    .title = All stones lie

lesson-circular-end = Up to three in a row are taken at once.
    .title = Take it all
lesson-circular-copy = Take from the middle of a row, so that two equal rows are left, and copy. Equal rows cancel.
    .title = The middle of a row
lesson-circular-short = A row counts like a heap of Nim. What short rows are worth (length:worth): { $worths }. **Leave worths that cancel**: equal ones, or 1, 2 and 3 together.
    .title = Short rows
lesson-circular-long = Longer rows are worth less than one would think (length:worth): { $worths }. Leave worths that cancel.
    .title = Longer rows

lesson-tactix-end = One row without a gap is taken at once.
    .title = Take it all
lesson-tactix-copy = Leave two equal rows that do not touch, and copy: whatever happens to one, do to the other.{ $ending ->
    [misere] {""} Only at the end leave an odd number of single ones.
   *[normal] {""}
}
    .title = Two rows
lesson-tactix-rows = Rows that do not touch are heaps of Nim: leave each power of two ({ $powers }) an even number of times. For blocks nobody knows a rule.
    .title = Rows that do not touch
lesson-tactix-turn = Leave a board that looks the same after half a turn, if no move can take a dot with the one opposite it. Then always take what lies opposite.
    .title = Turn the board

lesson-graph-copy = Leave parts in equal pairs, of the same kind and size, and copy: whatever happens to one of a pair, do to the other.
    .title = Two parts
lesson-graph-rows = A row (P) is a heap of Nim (part:worth): { $worths }. A row that is broken in two counts as both pieces. **Leave worths that cancel.**
    .title = Rows
lesson-graph-rings = A ring (C), and a part in which every dot is joined to every other (K), are worth their number of dots, too: { $worths }. A ring that has lost a dot is a row.
    .title = Rings and full parts
lesson-graph-stars = A star (S), whose middle is joined to all others, is worth 2 if its number of dots is even, and 3 if it is odd: { $worths }. Without its middle it is single dots.
    .title = Stars
