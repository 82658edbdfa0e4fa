import type { StartFailure } from "./start-failure.ts";

/** A server, or the supervisor of several. */
export interface Running {
  /** Resolves with the reason of an unexpected end. */
  failed: Promise<StartFailure>;
  /** Completes running requests, after `drain` milliseconds in which /readyz reports 503. Idempotent. */
  close(options: { drain: number }): Promise<void>;
}
