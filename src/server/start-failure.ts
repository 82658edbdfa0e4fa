import { UnusableAddress } from "#http/listen.ts";
import { ConfigError } from "./config.ts";
import { EmbeddedDatabaseError } from "#database/embedded/errors.ts";
import { DatabaseOutage, type OutageReason } from "#database/connection/outage.ts";
import { describeMissingRight, UnusableDatabaseError } from "#database/migrate/unusable-database.ts";
import { WrongSecretKey } from "./secret-key.ts";

/** The program cannot run. The message tells the operator why, and what to do. */
export class StartFailure extends Error {
  override name = "StartFailure";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the expected failure behind an error; undefined for unexpected errors. */
export function startFailureOf(error: unknown): StartFailure | undefined {
  if (error instanceof StartFailure) return error;
  if (error instanceof DatabaseOutage) {
    return new StartFailure("database_unavailable", outages[error.reason](error.message), { cause: error });
  }
  const right = describeMissingRight(error);
  if (right !== undefined) return new StartFailure("database_unavailable", right, { cause: error });
  const code = codeOf(error);
  return code && error instanceof Error ? new StartFailure(code, error.message, { cause: error }) : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ConfigError) return "wrong_settings";
  if (error instanceof UnusableAddress) return "address_unusable";
  if (error instanceof WrongSecretKey) return "wrong_secret_key";
  return isDatabaseTrouble(error) ? "database_unavailable" : undefined;
}

const outages: Record<OutageReason, (message: string) => string> = {
  unreachable: (message) => `The database stopped responding: ${message}. Try again when it responds.`,
  busy: (message) => `The database is overloaded: ${message}. Try again when it is less busy.`,
  full: (message) => `The database has no disk space left: ${message}. Free space, then try again.`,
};

/** Returns true for errors whose message tells the operator why the database cannot be used. */
export const isDatabaseTrouble = (error: unknown): error is Error =>
  error instanceof EmbeddedDatabaseError || error instanceof UnusableDatabaseError;
