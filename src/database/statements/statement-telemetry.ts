import type { Span } from "@opentelemetry/api";
import pg from "pg";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { currentScope } from "#telemetry/scope.ts";
import { failSpan, inSpan, isRecording, startSpan } from "#telemetry/tracing/spans.ts";
import { DatabaseOutage } from "../connection/outage.ts";
import { isSlow, reportSlow } from "./slow-statements.ts";
import type { Statement } from "./statement.ts";
import { summarize } from "./summarize-statement.ts";

/** A running statement. */
export interface RunningStatement {
  startedAt: number;
  span: Span | undefined;
}

export const beginStatement = (statement: Pick<Statement, "text">): RunningStatement => ({
  startedAt: performance.now(),
  span: isRecording() ? startSpan(summarize(statement), () => optionsOf(statement)) : undefined,
});

/** Runs work in a span for a statement that is sent elsewhere, for several requests together. */
export const inStatementSpan = <Result>(
  named: () => Pick<Statement, "text">,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!isRecording()) return work();
  const statement = named();
  return inSpan(summarize(statement), () => optionsOf(statement), work);
};

/** Semantic conventions of OpenTelemetry for databases. The text of the statement has no values. */
const optionsOf = (statement: Pick<Statement, "text">) => ({
  kind: "client" as const,
  attributes: { "db.system.name": "postgresql", "db.query.summary": summarize(statement) },
});

/** Records the end of a statement: its metrics, its span, and a log entry if it was slow. */
export function endStatement(
  { startedAt, span }: RunningStatement,
  statement: Pick<Statement, "text">,
  result: { rows: number } | { error: unknown },
  client?: pg.ClientBase,
): void {
  const milliseconds = performance.now() - startedAt;
  const failure = "error" in result ? typeOf(result.error) : undefined;
  if (metrics.statements.sink) metrics.statements.observe({ statement: labelOf(statement) }, milliseconds / 1000);
  if (failure !== undefined) metrics.failures.add({ type: failure });
  if (span) {
    if (failure !== undefined) failSpan(span, failure);
    else if ("rows" in result) span.setAttribute("db.response.returned_rows", result.rows);
    span.end();
  }
  if (!isSlow(milliseconds)) return;
  metrics.slow.add({});
  const rows = "rows" in result ? result.rows : undefined;
  const requestIds = currentScope()?.requestIds ?? [];
  reportSlow({ summary: summarize(statement), text: statement.text, milliseconds, rows, failure, requestIds }, client);
}

/** Classes of PostgreSQL's Appendix A that a working product causes: conflicts of concurrent writes. */
const conflicts: Readonly<Record<string, string>> = { "23": "constraint", "40": "conflict" };

function typeOf(error: unknown): string {
  if (error instanceof DatabaseOutage) return error.reason;
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  return (code && conflicts[code.slice(0, 2)]) || "other";
}

/** Filters make many different texts, but few summaries. */
const maxLabels = 400;
const labels = new Set<string>();

function labelOf(statement: Pick<Statement, "text">): string {
  const summary = summarize(statement);
  if (labels.has(summary)) return summary;
  if (labels.size >= maxLabels) return "other";
  labels.add(summary);
  return summary;
}
