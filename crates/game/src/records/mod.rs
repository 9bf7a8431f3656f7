//! The values that are stored about games, challenges, members and servers. Pure: `wythoff-store`
//! stores them, `wythoff-discord` shows them.

mod boss;
mod challenge;
mod daily;
mod daily_posts;
mod dare;
mod game;
mod guesses;
mod ids;
mod ladder;
mod notification;
mod post;
mod practice;
mod pseudonyms;
mod question;
mod race;
mod ranking;
mod rated;
mod settings;
mod solved;
mod standing;
mod table;
mod token;
mod words;

pub use crate::words;
pub use boss::{BossRecord, BossVote};
pub use challenge::ChallengeRecord;
pub use daily::{
    DailySummary, DailyTry, DayMark, Everybody, LastWeek, NextTry, Stars, Streak, late_day,
};
pub use daily_posts::{
    DailyChannel, DailyPost, DailyPosted, DailyReminder, DailyTo, HourChange, MOST_POINTS,
    MonthRow, MonthTable, ReminderToSend, Solver, Solvers, Span, WeekRow, WeekTable, Winners,
};
pub use dare::{DARE_OPEN_FOR, Dare, DareResult, DareTry};
pub use game::{CountsTowards, GameRecord, MoveRecord, TypedMove};
pub use guesses::Guesses;
pub use ids::DISCORD_EPOCH_MS;
pub use ids::{ChannelId, InteractionId, MessageId, Place, RoleId};
pub use ladder::{Ladder, OnLadder};
pub use notification::{
    Identify, Notification, NotificationKind, NotificationMessage, NotifyVia, ObsoleteKind,
    ObsoleteMessage,
};
pub use post::{POSTS_KEPT, Post};
pub use practice::{
    Practice, PracticeList, PracticeNews, PracticeProgress, PracticeWaitsFor, REPEAT_AFTER_DAYS,
};
pub use pseudonyms::{Limit, Pseudonyms};
pub use question::{Question, QuestionAnswer};
pub use race::{MAX_MISTAKES, RACE, Race};
pub use ranking::{
    ESTABLISHED_BONUS, Leaderboard, LeaderboardKey, Order, PAGE_SIZE, Page, PageRequest, Ranked,
};
pub use rated::{Ranking, RatedResult};
pub use settings::{
    ChallengesFrom, CrownRole, MemberChange, MemberSettings, NotifyBy, RoleChange, ServerChange,
    ServerSettings, Switch, Visibility,
};
pub use solved::Solved;
pub use standing::{
    BotWin, Coin, LATEST_GAMES, Overview, Progress, RatingAfterGame, Scope, Standing, Stats, Tally,
    VariantResults,
};
pub use table::{TableRecord, TableTally};
pub use token::{EditToken, TOKEN_LIFE};
pub use words::Word;
