import { Problem } from "#domain/platform/problem.ts";
import { fingerprintOfPieces } from "#lib/fingerprint.ts";

/**
 * Version and content: a change of either is a change of what was read, only one of the version can be a conflict.
 * What tells its ETag itself has that one; what has neither, and is read, is known by its content alone.
 */
export function etagOf(output: unknown, body: readonly string[], isRead: boolean): string | undefined {
  const { etag, version } = output as { etag?: unknown; version?: unknown };
  if (typeof etag === "string") return etag;
  const content = fingerprintOfPieces(body, 12);
  if (typeof version === "number") return `"${version}-${content}"`;
  return isRead ? `"${content}"` : undefined;
}

/** RFC 9110 §13.1.2 */
export const matchesNone = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === "*" || tagsOf(header).includes(etag));

/** The versions of `If-Match` (RFC 9110 §13.1.1), or that any will do; undefined where there is no condition. */
export function versionsOf(header: string | undefined): number[] | "any" | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "any";
  const versions = tagsOf(header).map((tag) => Number(/^"(\d{1,9})-/.exec(tag)?.[1] ?? Number.NaN));
  if (versions.length > 0) return versions;
  throw new Problem(
    "invalid_request",
    'If-Match holds no ETag. Repeat the ETag of what you read, quotes included: "3-…".',
  );
}

const tagsOf = (header: string): string[] =>
  header
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .filter(Boolean);
