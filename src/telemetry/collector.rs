//! Spans for an OpenTelemetry collector, sent over HTTP: each interaction with its handling, its
//! changes and its calls, and each follow-up.

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use tracing::{Level, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::LookupSpan;

/// A collector. Dropping it sends the remaining spans.
#[derive(Debug)]
pub(super) struct Collector(SdkTracerProvider);

impl Collector {
    /// A collector at the given base address
    /// (<https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp>).
    pub(super) fn at(endpoint: &str) -> Result<Self, ExporterBuildError> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .build()?;
        let resource = Resource::builder().with_service_name("wythoff");
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build());
        Ok(Self(provider.build()))
    }

    /// The layer that sends spans to the collector, regardless of the log filter. Only this
    /// program's own spans are sent, since libraries put tokens into theirs.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let own = Targets::new().with_target("wythoff", Level::DEBUG);
        let tracer: SdkTracer = self.0.tracer("wythoff");
        tracing_opentelemetry::layer()
            .with_tracer(tracer)
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_filter(own)
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "the last spans were not sent");
        }
    }
}
