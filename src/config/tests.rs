//! What the settings accept, and what is said of those that are wrong.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStringExt;

use super::*;

fn read(variables: &[(&str, &str)]) -> Result<Config, Problems> {
    let no_files = |_: &Path| Err(io::ErrorKind::NotFound.into());
    Config::read(with_files(variable(variables), no_files))
}

fn variable(variables: &[(&str, &str)]) -> impl Fn(&str) -> Option<OsString> {
    |name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| OsString::from(value))
    }
}

#[test]
fn a_token_is_enough() {
    let config =
        read(&[("DISCORD_TOKEN", "abc.def"), ("DATABASE_URL", " ")]).expect("a token is enough");
    assert_eq!(config.api_url, "https://discord.com");
    assert_eq!(
        format!("{:?}", config.database),
        r#"Sqlite(Database { path: "wythoff.db" })"#
    );
    assert!(
        !format!("{config:?}").contains("abc.def"),
        "the token is printed"
    );
}

#[test]
fn all_problems_are_reported_together() {
    let problems = read(&[
        ("DISCORD_TOKEN", "two words"),
        ("DATABASE_URL", "postgres://me:secret@localhost"),
        ("DISCORD_API_URL", "localhost:8080"),
        ("RUST_LOG", "wythoff=loud"),
        ("LOG_FORMAT", "xml"),
        ("OPS_LISTEN", "9464"),
        ("INTERACTIONS", "post"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://there:4318"),
    ]);
    let message = problems.expect_err("all eight are wrong").to_string();
    for name in [
        "DISCORD_TOKEN",
        "DATABASE_URL",
        "DISCORD_API_URL",
        "RUST_LOG",
        "LOG_FORMAT",
        "OPS_LISTEN",
        "INTERACTIONS",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
    ] {
        assert!(message.contains(name), "{name} is missing in: {message}");
    }
    assert!(!message.contains("secret"), "{message}");
}

#[test]
fn http_settings_are_read_and_checked() {
    let interactions = |variables: &[(&str, &str)]| {
        let all = [&[("DISCORD_TOKEN", "abc.def")], variables].concat();
        read(&all).map(|config| config.interactions)
    };
    let http_on = |address: &str| Interactions::Http {
        address: address.parse().expect("an address"),
    };
    let default = interactions(&[("INTERACTIONS", "http")]).expect("the default address");
    assert_eq!(default, http_on("0.0.0.0:8080"));
    let explicit = interactions(&[("INTERACTIONS", "http"), ("HTTP_LISTEN", "[::1]:81")]);
    assert_eq!(explicit.expect("an address"), http_on("[::1]:81"));
    for (variables, expected) in [
        (
            &[("HTTP_LISTEN", "0.0.0.0:8080")][..],
            "INTERACTIONS is not http",
        ),
        (
            &[("INTERACTIONS", "http"), ("HTTP_LISTEN", "8080")],
            "an address and a port",
        ),
    ] {
        let message = interactions(variables).expect_err("wrong").to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_secret_is_read_from_exactly_one_place() {
    let read_with = |variables: &[(&str, &str)]| {
        let read = |path: &Path| match path.to_str() {
            Some("/run/token" | "/run/credentials/DISCORD_TOKEN") => Ok("abc.def\n".to_owned()),
            Some("/run/token-of-an-editor") => Ok("\u{feff}abc.def\r\n".to_owned()),
            Some("/run/empty") => Ok("\u{feff}\n".to_owned()),
            _ => Err(io::ErrorKind::NotFound.into()),
        };
        Config::read(with_files(variable(variables), read))
    };
    for variables in [
        &[("DISCORD_TOKEN_FILE", "/run/token")][..],
        &[("DISCORD_TOKEN_FILE", "/run/token-of-an-editor")],
        &[("CREDENTIALS_DIRECTORY", "/run/credentials")],
    ] {
        read_with(variables).expect("a token");
    }
    for (variables, expected) in [
        (
            &[
                ("DISCORD_TOKEN", "abc"),
                ("DISCORD_TOKEN_FILE", "/run/token"),
            ][..],
            "set in several ways: DISCORD_TOKEN, DISCORD_TOKEN_FILE",
        ),
        (
            &[
                ("DISCORD_TOKEN_FILE", "/run/token"),
                ("CREDENTIALS_DIRECTORY", "/run/credentials"),
            ],
            "/run/credentials/DISCORD_TOKEN; keep only one",
        ),
        (
            &[
                ("DISCORD_TOKEN", "abc"),
                ("DATABASE_URL_FILE", "/run/nothing"),
            ],
            "DATABASE_URL cannot be read from /run/nothing",
        ),
        (
            &[("CREDENTIALS_DIRECTORY", "/elsewhere")],
            "DISCORD_TOKEN is not set",
        ),
        (
            &[
                ("DISCORD_TOKEN", "abc"),
                ("DATABASE_URL_FILE", "/run/empty"),
            ],
            "DATABASE_URL is to be read from /run/empty, which is empty",
        ),
        (
            &[("DISCORD_TOKEN", "abc"), ("DATABASE_URL_FILE", "")],
            "DATABASE_URL cannot be read from",
        ),
    ] {
        let message = read_with(variables).expect_err("wrong").to_string();
        assert!(
            message.contains(expected) && !message.contains("abc"),
            "{message}"
        );
    }
    // A problem with a file is reported together with the others.
    let result = read_with(&[
        ("DISCORD_TOKEN_FILE", "/run/nothing"),
        ("DATABASE_URL_FILE", "/run/empty"),
        ("LOG_FORMAT", "xml"),
    ]);
    assert_eq!(result.expect_err("all are wrong").0.len(), 3);
}

#[test]
fn a_setting_that_is_not_utf8_is_reported() {
    let variable = |name: &str| match name {
        "DISCORD_TOKEN" => Some("abc.def".into()),
        "DATABASE_URL" => Some(OsString::from_vec(b"sqlite://g\xe9.db".to_vec())),
        _ => None,
    };
    let no_files = |_: &Path| Err(io::ErrorKind::NotFound.into());
    let problems = Config::read(with_files(variable, no_files)).expect_err("it cannot be read");
    assert_eq!(problems.to_string(), "DATABASE_URL is not UTF-8");
}

#[test]
fn the_example_file_names_every_setting_and_holds_the_defaults() {
    let example = include_str!("../../.env.example");
    let lines = example
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once('='));
    let variables: Vec<(&str, &str)> = lines
        .filter(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        .collect();
    let names: BTreeSet<&str> = variables.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        BTreeSet::from([
            "DISCORD_TOKEN",
            "DISCORD_TOKEN_FILE",
            "DATABASE_URL",
            "DATABASE_URL_FILE",
            "DISCORD_API_URL",
            "RUST_LOG",
            "LOG_FORMAT",
            "OPS_LISTEN",
            "INTERACTIONS",
            "HTTP_LISTEN",
            "OTEL_EXPORTER_OTLP_ENDPOINT"
        ])
    );
    let value = |wanted| {
        variables
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, value)| *value)
    };
    assert_eq!(value("DATABASE_URL"), Some(DEFAULT_DATABASE));
    assert_eq!(value("DISCORD_API_URL"), Some(DEFAULT_API_URL));
    assert_eq!(value("RUST_LOG"), Some(DEFAULT_LOG));
    assert_eq!(value("HTTP_LISTEN"), Some(DEFAULT_HTTP_LISTEN));
}
