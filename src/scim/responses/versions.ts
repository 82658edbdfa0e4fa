import type { IncomingHttpHeaders } from "node:http";
import { areSameWeakly, readTagCondition, tagOf, withoutCoding } from "#http/entity-tags.ts";
import type { Resource } from "../schema/resource-type.ts";
import { badRequest, preconditionFailed } from "./scim-error.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** The ETag of a resource. They are weak (RFC 7644 §3.14), and compared as such. */
export const versionOf = ({ meta }: Resource): string => (isRecord(meta) ? String(meta["version"]) : "");

/** Throws unless the client has seen this version, if it says so. */
export function requireVersion(
  { "if-match": ifMatch, "if-none-match": ifNoneMatch }: IncomingHttpHeaders,
  version: string,
) {
  if (ifMatch !== undefined && !names(ifMatch, version)) throw preconditionFailed();
  if (ifNoneMatch !== undefined && names(ifNoneMatch, version)) throw preconditionFailed();
}

/** Returns true if the client has this version of a resource that it reads. */
export const isKnown = ({ "if-none-match": ifNoneMatch }: IncomingHttpHeaders, version: string): boolean =>
  ifNoneMatch !== undefined && names(ifNoneMatch, version);

function names(header: string, version: string): boolean {
  const tags = readTagCondition(header);
  if (!tags) throw badRequest("invalidVers", 'Send versions as you received them, with their quotes: W/"…".');
  return tags === "any" || tags.some((tag) => areSameWeakly(withoutCoding(tag), withoutCoding(tagOf(version))));
}
