import { RetryableProblem } from "../problem.ts";

/**
 * Conflicts with concurrent transactions, by PostgreSQL error code (appendix A): a unique value taken between check
 * and insert, or a deadlock between transactions that change the same rows in another order.
 */
const conflicts = new Map<unknown, string>([
  ["23505", "The same name was taken concurrently. Try again."],
  ["40P01", "The same resources were changed concurrently. Try again."],
]);

export async function mapLockConflict<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error && "code" in error ? conflicts.get(error.code) : undefined;
    throw message === undefined ? error : new RetryableProblem("conflict", message);
  }
}
