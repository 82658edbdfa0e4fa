import type * as z from "zod";

/** Returns the first issue of a failed validation. */
export function firstIssue({ issues: [issue] }: z.ZodError): z.core.$ZodIssue {
  if (!issue) throw new Error("The validation failed without an issue.");
  return issue;
}
