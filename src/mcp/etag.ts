import { Problem } from "#domain/platform/problem.ts";

/** Parses the version in `if_match`. Also accepts the ETags of the operator API. */
export function versionIn(args: unknown): readonly number[] | undefined {
  if (args === undefined) return undefined;
  const version = typeof args === "string" ? /^(?:W\/)?"?(\d{1,9})(?:-[^"]*)?"?$/.exec(args)?.[1] : undefined;
  if (version !== undefined) return [Number(version)];
  throw new Problem("validation_failed", "`if_match` must be an etag that a tool returned.", {
    errors: [{ pointer: "/ifMatch", code: "invalid_format", detail: "Pass the etag that you read." }],
  });
}
