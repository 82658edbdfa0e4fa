import type { ChangeTopic } from "#lib/work/change-bus.ts";
import type { Family } from "#telemetry/metrics/open-metrics.ts";

/** The settings of one server process. */
export interface Assignment {
  /** From 1. */
  number: number;
  processes: number;
  /** Descriptors of the supervisor, which opens them for all processes. */
  sockets: readonly number[];
  /** Connection to the embedded database, which the supervisor owns. */
  connection: EmbeddedConnection | undefined;
  /** Creates the demo and prints the first steps. Only the first process of a start does. */
  welcomes: boolean;
  /** Runs jobs and webhooks. One process does. */
  runsJobs: boolean;
}

interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Messages of the supervisor. */
export type Order =
  | { kind: "start"; assignment: Assignment }
  /** Complete running requests and exit, after `drain` milliseconds in which /readyz reports 503. */
  | { kind: "stop"; drain: number }
  | { kind: "measure"; id: number }
  | { kind: "drop"; id: number; topic: ChangeTopic; key: string }
  /** All siblings have dropped what this process announced. */
  | { kind: "announced"; id: number };

/** Messages of a server process. */
export type Report =
  | { kind: "line"; line: string }
  | { kind: "listening" }
  | { kind: "failed"; code: string; message: string }
  | { kind: "measured"; id: number; metrics: Family[] }
  | { kind: "announce"; id: number; topic: ChangeTopic; key: string }
  | { kind: "dropped"; id: number };
