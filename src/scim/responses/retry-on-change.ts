import { Problem, RetryableProblem } from "#domain/platform/problem.ts";

const attempts = 4;

/** Repeats work that reads a resource and changes what it read, if another request changed the resource meanwhile. */
export async function retryOnChange<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isChange(error)) throw error;
    }
  }
}

const isChange = (error: unknown): boolean =>
  error instanceof RetryableProblem || (error instanceof Problem && error.code === "etag_mismatch");
