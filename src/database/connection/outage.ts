import pg from "pg";

/**
 * - `unreachable`: no connection, or it was lost. The outcome of a write is unknown.
 * - `busy`: the server has no connection, memory or time left for the statement.
 * - `full`: the server's disk is full.
 */
export type OutageReason = "unreachable" | "busy" | "full";

interface OutageOptions extends ErrorOptions {
  /** The failure was detected by a timeout of this process: every other statement would wait as long. */
  timedOut?: boolean;
}

/** The database cannot run a statement at the moment. The same request may succeed later. */
export class DatabaseOutage extends Error {
  override name = "DatabaseOutage";
  readonly reason: OutageReason;
  readonly timedOut: boolean;

  constructor(reason: OutageReason, message: string, { timedOut = false, ...options }: OutageOptions = {}) {
    super(message, options);
    this.reason = reason;
    this.timedOut = timedOut;
  }
}

/** The server sent nothing for longer than a statement may take, so the connection was closed. */
export class SilentConnection extends Error {
  override name = "SilentConnection";

  constructor() {
    super("The database server has not responded within the time limit of the statement.");
  }
}

/** PostgreSQL, appendix A: codes and, with two characters, classes. */
const reasons: Readonly<Record<string, OutageReason>> = {
  // Connection exceptions, and a server that stops, starts or has crashed.
  "08": "unreachable",
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  "57P05": "unreachable",
  // A transaction that this process left open for too long.
  "25P03": "unreachable",
  // The server has become a standby.
  "25006": "unreachable",
  // A file of the server cannot be read or written.
  "58030": "unreachable",
  "53": "busy",
  "53100": "full",
  // Canceled by the statement timeout or by an administrator.
  "57014": "busy",
  // The lock timeout.
  "55P03": "busy",
};

/** Returns the outage behind the error of a statement, or undefined if the statement itself is wrong. */
export function outageOf(error: unknown): DatabaseOutage | undefined {
  if (error instanceof DatabaseOutage) return error;
  if (!(error instanceof pg.DatabaseError)) {
    return new DatabaseOutage("unreachable", messageOf(error), {
      cause: error,
      timedOut: error instanceof SilentConnection,
    });
  }
  const { code = "" } = error;
  const reason = reasons[code] ?? reasons[code.slice(0, 2)];
  return reason && new DatabaseOutage(reason, error.message, { cause: error });
}

/** Returns true if the server has become a standby or read-only: another one accepts writes. */
export const isDemotion = (error: unknown): boolean =>
  error instanceof DatabaseOutage
    ? isDemotion(error.cause)
    : error instanceof pg.DatabaseError && error.code === "25006";

/** Returns the outage behind a connection that could not be opened. */
export function outageOfConnecting(error: unknown): DatabaseOutage {
  const message = messageOf(error);
  if (message === waitedForPool) return new DatabaseOutage("busy", message, { cause: error });
  const outage = error instanceof pg.DatabaseError ? outageOf(error) : undefined;
  return outage ?? new DatabaseOutage("unreachable", message, { cause: error, timedOut: timeouts.has(message) });
}

/** Returns true for errors of the server, of the connection to it, and of the driver. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof DatabaseOutage ||
  error instanceof pg.DatabaseError ||
  error instanceof SilentConnection ||
  (error instanceof Error &&
    (("syscall" in error && "code" in error) || ownMessages.has(error.message) || timeouts.has(error.message)));

/** Messages of the driver, which has no codes for its own errors. */
export const waitedForPool = "timeout exceeded when trying to connect";
const timeouts: ReadonlySet<string> = new Set(["timeout expired", "Connection terminated due to connection timeout"]);

const ownMessages: ReadonlySet<string> = new Set([
  waitedForPool,
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
]);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
