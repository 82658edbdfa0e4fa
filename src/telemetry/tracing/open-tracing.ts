import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "#lib/settings/observability.ts";
import { type Tracer, useTracer } from "./spans.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
};

/**
 * Starts to export spans. The exporter reads its address, headers and limits from the standard environment variables
 * (`OTEL_EXPORTER_OTLP_*`). Returns a function that sends the remaining spans and stops. This module and its packages
 * are loaded only if tracing is configured.
 */
export function openTracing({ sampler, ratio, resource }: TracingSettings, version: string): () => Promise<void> {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ ...resource, "service.version": version })),
    sampler: samplers[sampler](ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    spanLimits: { attributeValueLengthLimit: 500 },
  });
  const spans = provider.getTracer("lectern", version);
  const tracer: Tracer = {
    start: (name, { kind = "internal", attributes = {}, parent, link }) =>
      spans.startSpan(
        name,
        { kind: kinds[kind], attributes, ...(link && { links: [{ context: link }] }) },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      ),
    fail(span, errorType) {
      span.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    // A collector that does not respond must not delay the shutdown by its own timeout.
    await Promise.race([provider.shutdown().catch(() => {}), timeout(flushTimeoutMs)]);
  };
}

const samplers: Record<TracingSettings["sampler"], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

const flushTimeoutMs = 3000;

const timeout = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
