import type { Scope } from "#access/scopes.ts";
import type { AuthenticationDemand } from "./authentication/step-up.ts";
import { sentenceOf } from "./states/invalid-transition.ts";

/** Failures that a caller can understand and fix. Each surface maps them to its own format. */
const problemCodes = [
  // The request cannot be read.
  "invalid_request",
  "invalid_id",
  "invalid_cursor",
  "invalid_filter",
  "validation_failed",
  "unknown_field",
  "read_only",
  "unknown_setting",
  "too_many_rows",
  // The caller is not allowed.
  "invalid_token",
  "insufficient_scope",
  "insufficient_user_authentication",
  "role_required",
  "role_escalation",
  "rate_limited",
  // The current state does not allow it.
  "not_found",
  "conflict",
  "already_exists",
  "already_member",
  "already_issued",
  "slug_taken",
  "code_taken",
  "path_taken",
  "slot_taken",
  "invalid_state",
  "not_publishable",
  "has_dependents",
  "plan_in_use",
  "pricing_in_use",
  "coupon_redeemed",
  "sold_out",
  "capacity_below_sold",
  "file_in_use",
  "checksum_mismatch",
  "unsupported_media",
  "last_owner",
  "active_subscriptions",
  "already_subscribed",
  "has_values",
  // The condition of the request is not met.
  "etag_mismatch",
  "precondition_failed",
  "precondition_required",
  "idempotency_in_progress",
  "idempotency_key_reused",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Key of the limit that a value exceeds: pages say it in their language, and JSON leaves it out. */
export const limit = Symbol("limit");

export interface ExceededLimit {
  of: "characters" | "items" | "number";
  value: number;
}

export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
  [limit]?: ExceededLimit;
}

interface ProblemDetails {
  /** All scopes that the call needs, for `insufficient_scope`. */
  scopes?: readonly Scope[];
  /** Authentication that the person must prove, for `insufficient_user_authentication`. */
  demand?: AuthenticationDemand;
  /** Whole seconds until the same request may succeed, for `rate_limited`. */
  retryAfterSeconds?: number;
  /** Errors by field, each with a JSON pointer into the input. */
  errors?: readonly FieldError[];
  /** The possible next states, for `invalid_state`. */
  allowed?: readonly string[];
}

/** A failure that the caller can understand; the message says how to fix it. Every other thrown error is a bug. */
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

/** A transient problem: retrying the same request may succeed. */
export class RetryableProblem extends Problem {}

export const notFound = (what: string, which: string, location = "at this site") =>
  new Problem("not_found", `There is no ${what} ${which} ${location}.`);

/** A state transition that does not exist. `instead` says what to do if `allowed` is not enough. */
export const invalidState = (what: string, from: string, to: string, allowed: readonly string[], instead?: string) =>
  new Problem("invalid_state", sentenceOf({ what, from, to, allowed, instead }), { allowed });

/** A single validation error with its pointer. */
export const validationFailed = (pointer: string, code: string, detail: string, exceeded?: ExceededLimit) =>
  new Problem("validation_failed", detail, {
    errors: [{ pointer, code, detail, ...(exceeded && { [limit]: exceeded }) }],
  });

/** Throws `validation_failed` if there are errors. The message is that of the first one. */
export function throwErrors(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first) throw new Problem("validation_failed", first.detail, { errors });
}

export const rateLimited = (retryAfterSeconds: number) =>
  new Problem("rate_limited", `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });

/** Runs work on one part of the input and prefixes the pointers of its problems. */
export async function within<Result>(pointer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || pointer === "") throw error;
    const { errors = [{ pointer: "", code: error.code, detail: error.message }] } = error.details;
    const placed = errors.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}` }));
    throw new Problem(error.code, error.message, { ...error.details, errors: placed });
  }
}
