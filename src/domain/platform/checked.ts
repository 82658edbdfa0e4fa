import type * as z from "zod";
import { firstIssue } from "./input/first-issue.ts";
import { Problem } from "./problem.ts";
import { formatIssue } from "./input/format-issue.ts";

/** Parses a value with a schema. Throws `validation_failed` with all issues. */
export function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: formatIssue });
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    pointer: `/${path.map(String).join("/")}`,
    code: "invalid",
    detail: message,
  }));
  throw new Problem("validation_failed", firstIssue(result.error).message, { errors });
}
