//! Discord's signatures
//! (<https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint-validating-security-request-headers>).

use axum::http::{HeaderMap, HeaderValue};
use ring::signature::{ED25519, UnparsedPublicKey};

const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";

/// The longest timestamp that is accepted, in bytes. Discord's is Unix time in seconds, which has
/// only ten digits.
const LONGEST_TIMESTAMP: usize = 32;

/// The key of an application, by which Discord's signatures are verified.
#[derive(Clone, Debug)]
pub(super) struct VerifyKey(UnparsedPublicKey<[u8; 32]>);

impl VerifyKey {
    /// Parses a key, written in hexadecimal.
    pub(super) fn read(written: &str) -> Option<Self> {
        let mut key = [0; 32];
        hex::decode_to_slice(written, &mut key).ok()?;
        Some(Self(UnparsedPublicKey::new(&ED25519, key)))
    }

    /// Whether a request with these headers and this body is from Discord.
    pub(super) fn verifies(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let header = |name| headers.get(name).map(HeaderValue::as_bytes);
        let (Some(signature), Some(timestamp)) = (header(SIGNATURE), header(TIMESTAMP)) else {
            return false;
        };
        let mut decoded = [0; 64];
        if timestamp.len() > LONGEST_TIMESTAMP
            || hex::decode_to_slice(signature, &mut decoded).is_err()
        {
            return false;
        }
        self.0.verify(&[timestamp, body].concat(), &decoded).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{Ed25519KeyPair, KeyPair as _};

    use super::*;

    fn pair() -> Ed25519KeyPair {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        Ed25519KeyPair::from_pkcs8(document.as_ref()).expect("a key")
    }

    fn headers(signature: &str, timestamp: &str) -> HeaderMap {
        let header = |text: &str| HeaderValue::from_str(text).expect("a header");
        HeaderMap::from_iter([
            (SIGNATURE.parse().expect("a name"), header(signature)),
            (TIMESTAMP.parse().expect("a name"), header(timestamp)),
        ])
    }

    #[test]
    fn only_what_the_key_has_signed_is_accepted() {
        let (ours, theirs) = (pair(), pair());
        let key = VerifyKey::read(&hex::encode(ours.public_key())).expect("a key");
        let sign = |pair: &Ed25519KeyPair, text: &[u8]| hex::encode(pair.sign(text));
        let right = sign(&ours, b"1700000000{}");
        assert!(key.verifies(&headers(&right, "1700000000"), b"{}"));
        assert!(!key.verifies(&headers(&right, "1700000001"), b"{}"));
        assert!(!key.verifies(&headers(&right, "1700000000"), b"{ }"));
        assert!(!key.verifies(&headers(&right[2..], "1700000000"), b"{}"));
        assert!(!key.verifies(&headers("not hexadecimal", "1700000000"), b"{}"));
        assert!(!key.verifies(&HeaderMap::new(), b"{}"));
        let of_others = sign(&theirs, b"1700000000{}");
        assert!(!key.verifies(&headers(&of_others, "1700000000"), b"{}"));
    }

    #[test]
    fn a_key_has_32_bytes() {
        for written in ["", "00", "xy", &"0".repeat(66)] {
            assert!(VerifyKey::read(written).is_none(), "{written}");
        }
    }
}
