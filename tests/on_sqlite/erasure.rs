//! What an erasure leaves in the files.

use std::path::Path;

use crate::erasure::erase;
use crate::support::{Story, occurrences, resigns};

#[tokio::test]
async fn no_file_contains_who_was_erased() {
    let mut story = Story::begin().await;
    let boris = story.server.member("boris");
    let zoe = story.server.member("zoe").display_name("Zoe Unmistakable");
    for _ in 0..4 {
        zoe.types("/wythoff challenge member:boris a:3 b:5").await;
        boris.clicks("Accept").await;
        resigns(&boris).await;
    }
    boris.types("/wythoff settings").await;
    boris.picks("Block challenges from …", &[&zoe]).await;
    story.until_boards_are_noted().await;
    let id = zoe.id().0;
    let (names, numbers) = count_in_files(story.folder.path(), "Unmistakable", id);
    assert!(names > 0 && numbers > 0, "it was there: {names}, {numbers}");
    erase(&zoe).await;
    assert_eq!(
        count_in_files(story.folder.path(), "Unmistakable", id),
        (0, 0)
    );
    story.stop().await;
    assert_eq!(
        count_in_files(story.folder.path(), "Unmistakable", id),
        (0, 0)
    );
    story.end().await;
}

/// How often a text, and a number as eight bytes or in decimal, occur in the files of a folder.
fn count_in_files(folder: &Path, name: &str, number: u64) -> (usize, usize) {
    let (mut names, mut numbers) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(path).expect("a file");
        let count = |needle: &[u8]| occurrences(needle, &bytes);
        names += count(name.as_bytes());
        numbers += count(&number.to_be_bytes()) + count(number.to_string().as_bytes());
    }
    (names, numbers)
}
