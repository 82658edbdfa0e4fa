import { fingerprintOfPieces } from "#lib/ids/fingerprint.ts";
import type { TagCondition } from "#http/entity-tags.ts";

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

/** Returns the versions in a condition; a tag that no version has is not a number. */
export const versionsIn = (condition: TagCondition): number[] | "any" =>
  condition === "any" ? "any" : condition.map(({ opaque }) => Number(/^(\d{1,9})-/.exec(opaque)?.[1] ?? Number.NaN));
