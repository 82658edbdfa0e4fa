import { UnusableAddress } from "#http/listen.ts";
import { ConfigError } from "./config.ts";
import { EmbeddedDatabaseError } from "./database/embedded/errors.ts";
import { UnusableDatabaseError } from "./database/unusable-database.ts";
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
  const code = codeOf(error);
  return code && error instanceof Error ? new StartFailure(code, error.message, { cause: error }) : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ConfigError) return "wrong_settings";
  if (error instanceof UnusableAddress) return "address_unusable";
  if (error instanceof WrongSecretKey) return "wrong_secret_key";
  return isDatabaseTrouble(error) ? "database_unavailable" : undefined;
}

/** Returns true for errors whose message tells the operator why the database cannot be used. */
export const isDatabaseTrouble = (error: unknown): error is Error =>
  error instanceof EmbeddedDatabaseError || error instanceof UnusableDatabaseError;
