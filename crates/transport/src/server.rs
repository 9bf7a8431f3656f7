//! An HTTP server for operators and for Discord's requests. Idle clients cannot use up its
//! connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use futures::future::join_all;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;

/// How long a client may take to send the head of a request, or stay idle between two requests.
const HEAD: Duration = Duration::from_secs(10);

/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 1 << 14;

/// How long a stop waits for a request in progress to be answered.
const ANSWER: Duration = Duration::from_secs(3);

/// How long a stop waits for the rest of an answer to be sent.
const FLUSH: Duration = Duration::from_millis(500);

/// The pause after a connection could not be accepted, for example for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Comes with each request. A handler that has found out that a request deserves an answer marks its
/// connection, which then makes room for no other until it is answered.
#[derive(Clone, Debug)]
pub struct Busy(Arc<AtomicBool>);

impl Busy {
    pub fn mark(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection, which is closed when this is dropped.
struct Connection {
    busy: Busy,
    task: JoinHandle<()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Connection {
    fn is_idle(&self) -> bool {
        !self.busy.0.load(Ordering::Relaxed)
    }
}

/// Answers requests until `stop` is cancelled, then finishes those in progress. Once there are
/// `max_connections`, a new connection replaces the oldest one that no handler has marked as
/// [`Busy`]. If all are busy, the new one is closed.
pub async fn serve(
    listener: TcpListener,
    routes: &Router,
    max_connections: usize,
    stop: &CancellationToken,
) {
    let mut connections: Vec<Connection> = Vec::new();
    let accepting = async {
        loop {
            let accepted = listener.accept().await;
            connections.retain(|known| !known.task.is_finished());
            let oldest_idle = connections.iter().position(Connection::is_idle);
            let Ok((stream, _)) = accepted else {
                // There may be no file descriptor left.
                oldest_idle.map(|idle| connections.remove(idle));
                sleep(PAUSE).await;
                continue;
            };
            if connections.len() >= max_connections {
                let Some(idle) = oldest_idle else {
                    continue;
                };
                connections.remove(idle);
            }
            connections.push(begin(stream, routes.clone(), stop.clone()));
        }
    };
    stop.run_until_cancelled(accepting).await;
    // A load balancer that tries to connect learns at once that nothing listens here any more.
    drop(listener);
    let now = Instant::now();
    let ends = connections.iter_mut().map(|connection| {
        let patience = if connection.is_idle() { FLUSH } else { ANSWER };
        timeout_at(now + patience, &mut connection.task)
    });
    let _ended_or_too_slow = join_all(ends).await;
}

/// Answers the requests of a connection, one after the other.
fn begin(stream: TcpStream, routes: Router, stop: CancellationToken) -> Connection {
    let busy = Busy(Arc::new(AtomicBool::new(false)));
    let marked = busy.clone();
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |mut request: Request<_>| {
        let marked = marked.clone();
        request.extensions_mut().insert(marked.clone());
        let answer = routes.call(request);
        async move {
            let answer = answer.await;
            marked.0.store(false, Ordering::Relaxed);
            answer
        }
    });
    let task = tokio::spawn(async move {
        let _nodelay_set = stream.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(LARGEST_HEAD);
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let mut connection = std::pin::pin!(connection);
        // How it ended does not matter: clients come and go as they like.
        let _ended = tokio::select! {
            ended = &mut connection => ended,
            () = stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
    });
    Connection { busy, task }
}
