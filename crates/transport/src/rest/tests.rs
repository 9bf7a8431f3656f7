//! How answers are read, and how much of them.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::time::SystemClock;
use wythoff_game::records::InteractionId;

/// Parses an answer whose body begins with `start` and is padded to `bytes` bytes.
async fn parse_padded(start: &'static str, bytes: usize) -> Result<Value, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a call");
        let _read = stream.read(&mut [0; 4096]).await.expect("a request");
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")
            .await
            .expect("sent");
        stream.write_all(start.as_bytes()).await.expect("sent");
        let spaces = vec![b' '; 1 << 16];
        let mut remaining = bytes - start.len();
        while remaining > 0 {
            let part = &spaces[..remaining.min(spaces.len())];
            // The client has closed the connection.
            if stream.write_all(part).await.is_err() {
                return;
            }
            remaining -= part.len();
        }
    });
    let answer = reqwest::get(format!("http://{at}/"))
        .await
        .expect("an answer");
    parse(answer).await
}

#[tokio::test]
async fn a_body_is_read_up_to_the_limit_and_no_further() {
    let whole = parse_padded(r#"{"id":"1"}"#, LARGEST_BODY).await;
    assert_eq!(whole.expect("it fits"), json!({ "id": "1" }));
    let endless = parse_padded(r#"{"id":"1"}"#, usize::MAX).await;
    assert!(matches!(endless, Err(Failure::Nonsense)));
}

/// A client of a fake Discord that answers once, with `answer`.
async fn client_of(answer: &Value) -> Rest {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let answer = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{answer}");
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a call");
        let _read = stream.read(&mut [0; 4096]).await.expect("a request");
        stream.write_all(answer.as_bytes()).await.expect("sent");
    });
    let token = Token::new("token".to_owned()).expect("a token");
    let clock = Arc::new(SystemClock::start());
    Rest::new(&base, token, clock).expect("a client")
}

#[tokio::test]
async fn a_response_is_found_by_its_interaction_and_its_text() {
    let posted = |id: &str, interaction: &str, content: &str| json!({ "id": id, "author": { "id": "1" }, "content": content, "interaction_metadata": { "id": interaction } });
    let answer = json!([
        posted("14", "7", "the board"),
        posted("13", "6", "your turn"),
        posted("12", "7", "your turn\n"),
        { "id": "11", "author": { "id": "1" }, "content": "your turn" },
    ]);
    for (content, found) in [
        (Some("your turn "), Some(MessageId(12))),
        (Some("your win"), None),
        (None, Some(MessageId(14))),
    ] {
        let rest = client_of(&answer).await;
        let search = rest.find_response(ChannelId(1), InteractionId(7), content);
        assert_eq!(search.await.expect("an answer"), found, "{content:?}");
    }
}
