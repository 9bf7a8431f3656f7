//! Where the settings are read from: the environment, `.env`, and files.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::ErrorKind;

use super::{Problem, Problems, with_files};

/// Returns a function that looks up a variable in the environment, then in `.env` in the working
/// directory. Empty values count as missing, except those that name a file ([`with_files`] refuses them).
/// It also finds variables whose values are in files. Parent directories are not searched for `.env`.
///
/// # Errors
/// [`Problems`] if `.env` cannot be read.
pub fn environment() -> Result<impl Fn(&'static str) -> Result<Option<String>, Problem>, Problems> {
    let from_file = dot_env().map_err(|problem| Problems(vec![problem]))?;
    let variable = move |name: &str| {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that reads the environment"
        )]
        let value = std::env::var_os(name).filter(|value| !value.is_empty() || names_file(name));
        value.or_else(|| from_file.get(name).map(OsString::from))
    };
    Ok(with_files(variable, |path| std::fs::read_to_string(path)))
}

/// The variables in `.env`, if there is such a file. The first value that is not empty counts.
fn dot_env() -> Result<HashMap<String, String>, Problem> {
    let file = match std::fs::read(".env") {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(error) => return Err(Problem::DotEnv(error.to_string())),
    };
    // Some editors begin a file with a byte order mark.
    let file = file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&file);
    let lines = dotenvy::from_read_iter(file);
    let mut variables = HashMap::new();
    for line in lines {
        let (name, value) = match line {
            Ok(line) => line,
            // The error message quotes the line, which may contain the token.
            Err(dotenvy::Error::LineParse(..)) => return Err(Problem::DotEnvLine),
            Err(error) => return Err(Problem::DotEnv(error.to_string())),
        };
        // A crash of the machine can leave zeros at the end of a file.
        if value.contains('\0') {
            return Err(Problem::DotEnvLine);
        }
        if !value.is_empty() || names_file(&name) {
            variables.entry(name).or_insert(value);
        }
    }
    Ok(variables)
}

fn names_file(variable: &str) -> bool {
    variable.ends_with("_FILE")
}
