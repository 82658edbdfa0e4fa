/** An entity tag (RFC 9110 §8.8.3): `opaque` is the text between the quotes. */
export interface EntityTag {
  opaque: string;
  isWeak: boolean;
}

/** The value of `If-Match` or `If-None-Match`. `any` is `*`. */
export type TagCondition = "any" | readonly EntityTag[];

/** One member of a list, with the separator before it. The opaque part may contain commas. */
const listMember = /[ \t,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/y;
const listEnd = /[ \t,]*$/y;

/** Parses a list of entity tags. Undefined if it is malformed, has no tag, or names others besides `*`. */
export function readTagCondition(header: string): TagCondition | undefined {
  if (header.trim() === "*") return "any";
  const tags: EntityTag[] = [];
  let position = 0;
  for (;;) {
    listMember.lastIndex = position;
    const found = listMember.exec(header);
    if (!found) break;
    tags.push({ isWeak: found[1] !== undefined, opaque: found[2] ?? "" });
    position = listMember.lastIndex;
  }
  listEnd.lastIndex = position;
  return tags.length > 0 && listEnd.test(header) ? tags : undefined;
}

/** Codings whose name a server or proxy appends to the tag of a representation that it compresses. */
const codingSuffix = /-(?:gzip|br|zstd|deflate)$/;

/**
 * Returns the tag of the same representation in a content coding. A strong tag stands for the bytes of one coding (RFC
 * 9110 §8.8.3.3), so that a compressed response needs a tag of its own.
 */
export const tagOfCoding = (etag: string, coding: string): string =>
  etag.endsWith('"') ? `${etag.slice(0, -1)}-${coding}"` : etag;

/** Returns the tag of a representation without the name of its content coding. */
export const withoutCoding = (tag: EntityTag): EntityTag => ({ ...tag, opaque: tag.opaque.replace(codingSuffix, "") });

/** Parses the tag of a response. */
export function tagOf(etag: string): EntityTag {
  const condition = readTagCondition(etag);
  const tag = condition === "any" ? undefined : condition?.[0];
  if (!tag) throw new Error(`A response has a malformed ETag: ${etag}`);
  return tag;
}

/** RFC 9110 §8.8.3.2: strong comparison. */
export const areSameStrongly = (one: EntityTag, other: EntityTag): boolean =>
  !one.isWeak && !other.isWeak && one.opaque === other.opaque;

/** RFC 9110 §8.8.3.2: weak comparison. */
export const areSameWeakly = (one: EntityTag, other: EntityTag): boolean => one.opaque === other.opaque;
