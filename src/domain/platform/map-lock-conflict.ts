import { RetryableProblem } from "./problem.ts";

/**
 * What others may do at the same moment, by PostgreSQL's code (appendix A): take a name between the question whether it is
 * free and the deed, or change the same things in another order, so that each waits for the other.
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
