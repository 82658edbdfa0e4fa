import type { Scope } from "#access/scopes.ts";

/** Failures that a caller can understand and mend. Each surface says them in its own dialect. */
export type ProblemCode =
  | "invalid_token"
  | "insufficient_scope"
  | "role_required"
  | "validation_failed"
  | "not_found"
  | "conflict"
  | "already_exists"
  | "invalid_state"
  | "rate_limited";

interface ProblemDetails {
  /** Every scope the call needs, for `insufficient_scope`. */
  scopes?: readonly Scope[];
  /** Whole seconds until the same request may succeed, for `rate_limited`. */
  retryAfterSeconds?: number;
  /** What is wrong where: a JSON pointer into the input. */
  errors?: readonly { pointer: string; code: string; detail: string }[];
}

/** A failure the caller can understand; the message says how to mend it. Anything else that is thrown is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = "Problem";
    this.code = code;
    this.details = details;
  }
}

export const notFound = (what: string, which: string) =>
  new Problem("not_found", `There is no ${what} ${which} on this site.`);

export const rateLimited = (retryAfterSeconds: number) =>
  new Problem("rate_limited", `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
