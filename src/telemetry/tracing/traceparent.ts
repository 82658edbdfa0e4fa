import type { Span, SpanContext } from "@opentelemetry/api";

/** W3C Trace Context §3.2: version, trace, parent and flags. Later versions may append fields. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** Returns the span that a `traceparent` names; undefined if it is malformed. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === "string" && text.length <= 100 && pattern.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Only the flag `sampled` is defined.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
