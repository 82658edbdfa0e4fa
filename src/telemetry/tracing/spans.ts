import type { Attributes, Span, SpanContext } from "@opentelemetry/api";
import { currentScope, inScope, type Scope } from "../scope.ts";

type SpanKind = "server" | "client" | "internal" | "consumer";

interface SpanOptions {
  kind?: SpanKind;
  /** Never personal data, secrets or values of parameters. */
  attributes?: Attributes;
}

/** The part of OpenTelemetry that this server uses, see `open-tracing.ts`. */
export interface Tracer {
  start(
    name: string,
    options: SpanOptions & { parent?: SpanContext | undefined; link?: SpanContext | undefined },
  ): Span;
  fail(span: Span, errorType: string): void;
}

let tracer: Tracer | undefined;

/** Turns tracing on, or off with undefined. */
export function useTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer;
}

/** Returns true if requests and jobs get spans, recorded or not. */
export const isTracing = (): boolean => tracer !== undefined;

/**
 * Starts the first span of a request or a job. With `trusted`, it continues the trace of `traceparent`. Otherwise it
 * only links to it, because a caller must not decide which requests are recorded, nor add to the traces of others.
 */
export function startRootSpan(
  name: string,
  { traceparent, trusted, ...options }: SpanOptions & { traceparent: unknown; trusted: boolean },
): Span | undefined {
  if (!tracer) return undefined;
  const caller = parseTraceparent(traceparent);
  return tracer.start(name, { ...options, ...(trusted ? { parent: caller } : { link: caller }) });
}

/** Returns true if a new span would be recorded. */
export const isRecording = (): boolean => tracer !== undefined && currentScope()?.span?.isRecording() === true;

/** Starts a span inside the current one, if that is recorded. The caller must end it. */
export function startSpan(name: string, options: () => SpanOptions): Span | undefined {
  const parent = tracer && currentScope()?.span;
  return parent?.isRecording() ? tracer?.start(name, { ...options(), parent: parent.spanContext() }) : undefined;
}

/** Runs work in a span inside the current one, if that is recorded. */
export async function inSpan<Result>(
  name: string,
  options: () => SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options);
  const scope = currentScope();
  return span && scope ? runIn({ ...scope, span }, span, work) : work(undefined);
}

/** Runs work in a scope of its own, and ends its span afterwards. */
export async function runIn<Result>(
  scope: Scope,
  span: Span | undefined,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  try {
    return await inScope(scope, () => work(span));
  } catch (error) {
    failSpan(span, errorTypeOf(error));
    throw error;
  } finally {
    span?.end();
  }
}

export function failSpan(span: Span | undefined, errorType: string): void {
  if (span) tracer?.fail(span, errorType);
}

/** The code or the class of an error. Its message may contain personal data. */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return /^[\w.-]{1,60}$/.test(code) ? code : "unknown";
}

/** The current span, for the payload of a job that continues the trace. */
export function currentTraceparent(): string | undefined {
  const span = tracer && currentScope()?.span;
  return span && traceparentOf(span);
}

/** IDs of the current span, for log entries. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = tracer && currentScope()?.span;
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** W3C Trace Context §3.2: version, trace, parent and flags. Later versions may append fields. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** Returns the span that a `traceparent` names; undefined if it is malformed. */
function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === "string" && text.length <= 100 && pattern.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Only the flag `sampled` is defined.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
