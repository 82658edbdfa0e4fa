import { Problem } from "#domain/platform/problem.ts";

/** What a tool answers as the version of a thing; undefined for what has none. */
export function etagOf(output: unknown): string | undefined {
  const { etag, version } = (output ?? {}) as { etag?: unknown; version?: unknown };
  if (typeof etag === "string") return etag;
  return typeof version === "number" ? String(version) : undefined;
}

/** The version that `if_match` names; the operator API's own ETags are known too. */
export function versionIn(given: unknown): readonly number[] | undefined {
  if (given === undefined) return undefined;
  const version = typeof given === "string" ? /^(?:W\/)?"?(\d{1,9})(?:-[^"]*)?"?$/.exec(given)?.[1] : undefined;
  if (version !== undefined) return [Number(version)];
  throw new Problem("validation_failed", "if_match is the etag that a tool answered.", {
    errors: [{ pointer: "/ifMatch", code: "invalid_format", detail: "Repeat the etag that you read." }],
  });
}
