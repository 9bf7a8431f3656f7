//! A command prompt for acting as a member of a server and using a bot without an account, by hand
//! or with piped input.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::people::{Answer, Member, Server};

/// What can be typed.
const HELP: &str = "\
commands              see what commands the bot has
/command …            type a command of the bot: required options in order, others as name:value
complete /command …   see what the bot suggests for the last word
choose SELECT OPTION  choose in a select; name both by (the beginning of) their text; quote spaces
click BUTTON          click a button
pick SELECT NAME …    choose people in a select, all at once; quote the select's text
fill FIELD=TEXT …     fill in the form that is open, and send it; quote texts with spaces
look                  see the whole channel
as NAME               act as another member
manage                become a manager of the server
later MINUTES         move the time forward
in CHANNEL            go to another channel; `in dm` is the direct message with the bot
at NUMBER             act on the message with that number; `at latest`: on the latest again
wait                  see what has changed in the meantime
quit                  leave";

/// The state of the prompt: the members, and which of them is acting.
#[derive(Debug)]
pub struct Prompt {
    server: Server,
    members: BTreeMap<String, Member>,
    current: String,
    /// The screen of the member after the latest line.
    seen: String,
}

impl Prompt {
    /// A prompt for members with these names. The first of them acts first.
    #[must_use]
    pub fn new(server: Server, names: &[&str]) -> Self {
        let member = |name: &&str| ((*name).to_owned(), server.member(name));
        let members = names.iter().map(member).collect();
        Self {
            server,
            members,
            current: names.first().copied().unwrap_or_default().to_owned(),
            seen: String::new(),
        }
    }

    /// What can be typed.
    #[must_use]
    pub const fn help() -> &'static str {
        HELP
    }

    /// The text before the cursor: the member's name.
    #[must_use]
    pub fn prefix(&self) -> String {
        format!("{}> ", self.current)
    }

    /// Executes a line, and returns what the member then sees. Returns `None` if the line ends the
    /// prompt.
    pub async fn run(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(' ')
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let output = match word {
            "" => String::new(),
            "quit" | "exit" => return None,
            "help" | "?" => HELP.to_owned(),
            "commands" => self.member().command_usage(),
            "look" => self.look(),
            "as" => self.switch(rest),
            "in" => self.go(rest),
            "at" => self.aim(rest),
            "wait" => self.wait().await,
            "complete" => self.member().completes(rest).await.join("\n"),
            "choose" => self.choose(rest).await.to_string(),
            "click" => self
                .member()
                .clicks(rest.trim_matches('"'))
                .await
                .to_string(),
            "pick" => self.pick(rest).await.to_string(),
            "fill" => self.fill(rest).await.to_string(),
            "manage" => {
                let _managing = self.member().managing();
                format!("{} manages the server", self.current)
            }
            "later" => self.later(rest),
            _ if word.starts_with('/') => self.member().types(line).await.to_string(),
            _ => format!("I don't know “{word}”. `help` lists what I know."),
        };
        self.seen = self.member().screen();
        Some(output)
    }

    fn member(&self) -> Member {
        self.members
            .get(&self.current)
            .cloned()
            .unwrap_or_else(|| self.server.member(&self.current))
    }

    fn look(&self) -> String {
        match self.member().screen() {
            screen if screen.is_empty() => "(there is nothing here yet)".to_owned(),
            screen => screen,
        }
    }

    fn switch(&mut self, name: &str) -> String {
        if name.is_empty() {
            return format!(
                "members so far: {}",
                self.members.keys().cloned().collect::<Vec<_>>().join(", ")
            );
        }
        let server = &self.server;
        self.members
            .entry(name.to_owned())
            .or_insert_with(|| server.member(name));
        name.clone_into(&mut self.current);
        format!("you are {name}")
    }

    fn go(&mut self, channel: &str) -> String {
        if channel.is_empty() {
            return "in which channel?".to_owned();
        }
        let member = self.member();
        let moved = match channel.trim_start_matches('#') {
            "dm" => member.in_direct_message(),
            name => member.in_channel(name),
        };
        self.members.insert(self.current.clone(), moved);
        self.look()
    }

    fn aim(&mut self, number: &str) -> String {
        let member = self.member();
        let aimed = match number.parse() {
            Ok(number) => member.at(number),
            Err(_) if number == "latest" => member.at_latest(),
            Err(_) => {
                return format!("“{number}” is not the number of a message; `look` shows them");
            }
        };
        self.members.insert(self.current.clone(), aimed);
        format!("acting on message {number}")
    }

    /// Waits until the screen has changed and settled, but at most two seconds for the first
    /// change. One action can have several effects: a question disappears, then a board appears.
    async fn wait(&self) -> String {
        const FIRST: Duration = Duration::from_secs(2);
        const NEXT: Duration = Duration::from_millis(300);
        let member = self.member();
        let mut seen = self.seen.clone();
        let mut patience = FIRST;
        while tokio::time::timeout(patience, member.wait_for_change(&seen))
            .await
            .is_ok()
        {
            seen = member.screen();
            patience = NEXT;
        }
        member.screen()
    }

    async fn choose(&self, rest: &str) -> Answer {
        let words = split_words(rest);
        let [select, option @ ..] = words.as_slice() else {
            return Answer::Client("choose what?".to_owned());
        };
        let member = self.member();
        let (select, option) = member.complete_choice(select, &option.join(" "));
        member.chooses(&select, &option).await
    }

    async fn pick(&self, rest: &str) -> Answer {
        let words = split_words(rest);
        let [select, names @ ..] = words.as_slice() else {
            return Answer::Client("pick whom, and where?".to_owned());
        };
        let people: Option<Vec<&Member>> = names
            .iter()
            .map(|name| self.members.get(name.trim_start_matches('@')))
            .collect();
        match people {
            Some(people) => self.member().picks(select, &people).await,
            None => Answer::Client("one of these is not a member; `as NAME` adds one".to_owned()),
        }
    }

    fn later(&self, minutes: &str) -> String {
        let Ok(minutes) = minutes.parse::<u32>() else {
            return "how many minutes?".to_owned();
        };
        self.server.advance(Duration::from_mins(minutes.into()));
        format!("it is {minutes} minutes later")
    }

    async fn fill(&self, rest: &str) -> Answer {
        let words = split_words(rest);
        let fields: Vec<(&str, &str)> = words
            .iter()
            .filter_map(|word| word.split_once('='))
            .collect();
        self.member().fills(&fields).await
    }
}

/// Splits a line into words. Double quotes preserve white space.
fn split_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in line.chars().chain([' ']) {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    words
}
