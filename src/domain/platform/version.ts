import { Problem } from "./problem.ts";

/** Versions that a condition names, or every version. */
export type VersionCondition = readonly number[] | "any";

interface Conditions {
  ifMatch?: VersionCondition | undefined;
  ifNoneMatch?: VersionCondition | undefined;
}

/**
 * Evaluates the conditions of a write against the locked resource (RFC 9110 §13.2.2). A deleted resource, or none, does
 * not exist yet: an upsert creates it.
 */
export function requireVersion(
  { ifMatch, ifNoneMatch }: Conditions,
  resource: { version: number; deletedAt?: Date | null } | undefined,
): void {
  const version = resource?.deletedAt ? undefined : resource?.version;
  if (ifMatch !== undefined && !names(ifMatch, version)) throw mismatch(ifMatch, version);
  if (ifNoneMatch === undefined || !names(ifNoneMatch, version)) return;
  throw new Problem(
    "precondition_failed",
    ifNoneMatch === "any"
      ? "The resource exists already, and If-None-Match: * allows only to create it. Nothing was changed."
      : "The resource has a version that If-None-Match names. Nothing was changed.",
  );
}

const names = (condition: VersionCondition, version: number | undefined): boolean =>
  version !== undefined && (condition === "any" || condition.includes(version));

function mismatch(ifMatch: VersionCondition, version: number | undefined): Problem {
  if (version === undefined) {
    return new Problem("etag_mismatch", "The resource does not exist yet. Omit If-Match to create it.");
  }
  if (ifMatch.length === 0) {
    return new Problem(
      "etag_mismatch",
      "If-Match never matches a weak ETag (W/). Send a strong one. A proxy that compresses responses may have weakened it.",
    );
  }
  return new Problem(
    "etag_mismatch",
    "The resource has changed since you read it. Read it again and retry with its new ETag.",
  );
}
