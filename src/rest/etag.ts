import { Problem } from "#domain/platform/problem.ts";
import { fingerprintOfPieces } from "#lib/fingerprint.ts";

/**
 * Builds an ETag from version and content: both changes invalidate a cached copy, but only a version change is a
 * conflict. A text is a complete ETag. Reads without a version get a content hash.
 */
export async function etagOf(
  version: number | string | undefined,
  body: readonly string[],
  isRead: boolean,
): Promise<string | undefined> {
  if (typeof version === "string") return version;
  const content = await fingerprintOfPieces(body, 12);
  if (version !== undefined) return `"${version}-${content}"`;
  return isRead ? `"${content}"` : undefined;
}

/** RFC 9110 §13.1.2 */
export const matchesNone = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === "*" || tagsOf(header).includes(etag));

/** Returns the versions in `If-Match` (RFC 9110 §13.1.1), or "any" for `*`. Undefined without the header. */
export function versionsOf(header: string | undefined): number[] | "any" | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "any";
  const versions = tagsOf(header).map((tag) => Number(/^"(\d{1,9})-/.exec(tag)?.[1] ?? Number.NaN));
  if (versions.length > 0) return versions;
  throw new Problem(
    "invalid_request",
    'If-Match must contain an ETag. Send the ETag of the version that you read, with its quotes: "3-…".',
  );
}

const tagsOf = (header: string): string[] =>
  header
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .filter(Boolean);
