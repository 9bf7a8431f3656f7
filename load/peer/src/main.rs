//! A minimal bot for comparison with the real one: it answers every command and click with an
//! embed and buttons, after one INSERT.

#![expect(
    clippy::disallowed_methods,
    reason = "the whole program is in this file"
)]

use std::env;
use std::str::FromStr;

use serenity::all::{
    ButtonStyle, Client, Context, CreateActionRow, CreateButton, CreateEmbed,
    CreateInteractionResponse, CreateInteractionResponseMessage, EventHandler, GatewayIntents,
    HttpBuilder, Interaction,
};
use serenity::async_trait;
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

struct Handler(SqlitePool);

#[async_trait]
impl EventHandler for Handler {
    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let insert = sqlx::query("INSERT INTO games (id, member, channel) VALUES (?, ?, ?)");
        match interaction {
            Interaction::Command(command) => {
                let insert = insert
                    .bind(command.id.get().cast_signed())
                    .bind(command.user.id.get().cast_signed())
                    .bind(command.channel_id.get().cast_signed());
                insert.execute(&self.0).await.expect("saved");
                let answer = CreateInteractionResponse::Message(board());
                command
                    .create_response(&context.http, answer)
                    .await
                    .expect("answered");
            }
            Interaction::Component(click) => {
                let insert = insert
                    .bind(click.id.get().cast_signed())
                    .bind(click.user.id.get().cast_signed())
                    .bind(click.channel_id.get().cast_signed());
                insert.execute(&self.0).await.expect("saved");
                let answer = CreateInteractionResponse::UpdateMessage(board());
                click
                    .create_response(&context.http, answer)
                    .await
                    .expect("answered");
            }
            _ => {}
        }
    }
}

fn board() -> CreateInteractionResponseMessage {
    let embed = CreateEmbed::new()
        .title("Wythoff's game")
        .description("left ●●●●●●●●●● 10\nright ●●●●●● 6\n**Anna to move.**");
    let button = |label: &str| {
        CreateButton::new(label)
            .label(label)
            .style(ButtonStyle::Primary)
    };
    let row = CreateActionRow::Buttons(vec![button("Take 1"), button("Take 2"), button("Resign")]);
    CreateInteractionResponseMessage::new()
        .embed(embed)
        .components(vec![row])
}

#[tokio::main]
async fn main() {
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let synchronous = match env::var("SYNCHRONOUS").as_deref() {
        Ok("FULL") => SqliteSynchronous::Full,
        _ => SqliteSynchronous::Normal,
    };
    let options = SqliteConnectOptions::from_str(&variable("DATABASE_URL"))
        .expect("an address")
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous);
    let pool = SqlitePool::connect_with(options).await.expect("a database");
    sqlx::query("CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, member INTEGER, channel INTEGER)")
        .execute(&pool)
        .await
        .expect("a table");
    let http = HttpBuilder::new(variable("DISCORD_TOKEN"))
        .proxy(variable("DISCORD_API_URL"))
        .ratelimiter_disabled(true)
        .build();
    let client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::empty());
    let mut client: Client = client.event_handler(Handler(pool)).await.expect("a client");
    client.start().await.expect("it runs");
}
