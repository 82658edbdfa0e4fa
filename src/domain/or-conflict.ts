import { Problem } from "./problem.ts";

/** PostgreSQL, appendix A */
const uniqueViolation = "23505";

/** Somebody else may take a name between the question whether it is free and the deed. */
export async function orConflict<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== uniqueViolation) throw error;
    throw new Problem("conflict", "Somebody took the same name at this moment. Try again.");
  }
}
