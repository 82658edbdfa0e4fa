import type pg from "pg";
import { explain } from "./explain.ts";

/** A statement that took too long. It has the text with placeholders, never the values of parameters. */
export interface SlowStatement {
  summary: string;
  text: string;
  milliseconds: number;
  rows: number | undefined;
  failure: string | undefined;
  requestIds: readonly string[];
}

interface SlowLog {
  /** Milliseconds. */
  limit: number;
  plans: boolean;
  log: { warn(details: object, message: string): void };
}

let slowLog: SlowLog | undefined;

/** Turns the log of slow statements on, or off with undefined. */
export function logSlowStatements(log: SlowLog | undefined): void {
  slowLog = log;
}

export const isSlow = (milliseconds: number): boolean => slowLog !== undefined && milliseconds >= slowLog.limit;

const maxLoggedCharacters = 2000;

/** Limits the load that planning adds to a slow database. */
const planIntervalMs = 10_000;
let plannedAt = -Infinity;

/** Logs a slow statement, with its plan if plans are on and its connection is known. */
export function reportSlow(
  { summary, text, milliseconds, rows, failure, requestIds }: SlowStatement,
  client: pg.ClientBase | undefined,
): void {
  if (!slowLog) return;
  const { log, plans } = slowLog;
  const entry = {
    statement: summary,
    milliseconds: Math.round(milliseconds),
    ...(rows !== undefined && { rows }),
    ...(failure !== undefined && { failure }),
    ...(requestIds.length > 0 && { requestIds }),
    sql: text.replaceAll(/\s+/g, " ").trim().slice(0, maxLoggedCharacters),
  };
  const isTurn = plans && client !== undefined && performance.now() - plannedAt >= planIntervalMs;
  if (!isTurn) return log.warn(entry, "slow statement");
  plannedAt = performance.now();
  void explain(client, text).then(
    (plan) => log.warn({ ...entry, ...(plan !== undefined && { plan }) }, "slow statement"),
    (err: unknown) => log.warn({ ...entry, err }, "slow statement without its plan"),
  );
}
