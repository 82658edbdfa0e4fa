import type { IncomingHttpHeaders } from "node:http";
import {
  areSameStrongly,
  areSameWeakly,
  type EntityTag,
  readTagCondition,
  type TagCondition,
  tagOf,
  withoutCoding,
} from "./entity-tags.ts";
import { parseHttpDate } from "./http-date.ts";
import { TransportError } from "./transport-error.ts";

/** Values that conditions compare. A resource without a current representation has none: undefined. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: Date | undefined;
}

interface ConditionalRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

type Outcome = "proceed" | "not_modified" | "failed";

/**
 * Evaluates the conditions of a request in the order of RFC 9110 §13.2.2. Call it when nothing else refuses the request
 * (§13.2.1): for a read when its response is known, for a write before anything is changed.
 *
 * A malformed condition would protect nothing, so it is refused; only in a cache validation it is ignored, because the
 * full response is always right there. Dates are ignored for a resource without a modification date (§13.1.3, §13.1.4).
 */
export function evaluatePreconditions(request: ConditionalRequest, current: Validators | undefined): Outcome {
  const { method, headers } = request;
  const reads = method === "GET" || method === "HEAD";
  const ifMatch = headers["if-match"];
  if (ifMatch !== undefined) {
    // Ranges are parts of one coding, which must not be combined with those of another.
    const isSame = headers.range === undefined ? ignoringCoding(areSameStrongly) : areSameStrongly;
    if (!holds(requireTags("If-Match", ifMatch), current, isSame)) return "failed";
  } else if (isNewerThan(current, headers["if-unmodified-since"])) return "failed";

  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined) {
    const tags = reads ? readTagCondition(ifNoneMatch) : requireTags("If-None-Match", ifNoneMatch);
    if (!tags || !holds(tags, current, ignoringCoding(areSameWeakly))) return "proceed";
    return reads ? "not_modified" : "failed";
  }
  const isNewer = reads ? isNewerThan(current, headers["if-modified-since"]) : undefined;
  return isNewer === false ? "not_modified" : "proceed";
}

/** Returns true if a request has a condition of RFC 9110 §13.1. */
export const hasPreconditions = ({ headers }: Pick<ConditionalRequest, "headers">): boolean =>
  headers["if-none-match"] !== undefined ||
  headers["if-match"] !== undefined ||
  headers["if-modified-since"] !== undefined ||
  headers["if-unmodified-since"] !== undefined;

/**
 * RFC 9110 §13.1.5: false if the requested range belongs to another version, so that the whole body is sent. A tag must
 * be the same byte for byte; a date must be exactly that of the last modification.
 */
export function isRangeCurrent({ headers }: Pick<ConditionalRequest, "headers">, { etag, lastModified }: Validators) {
  const condition = headers["if-range"];
  if (condition === undefined) return true;
  const tags = readTagCondition(String(condition));
  if (tags && tags !== "any") {
    return tags.length === 1 && etag !== undefined && tags.every((tag) => areSameStrongly(tag, tagOf(etag)));
  }
  return lastModified !== undefined && parseHttpDate(String(condition)) === wholeSeconds(lastModified);
}

/** Throws if the header is malformed: without quotes, or `*` beside tags. */
export function requireTags(name: "If-Match" | "If-None-Match", header: string): TagCondition {
  const tags = readTagCondition(header);
  if (tags) return tags;
  throw new TransportError(
    "invalid_request",
    `${name} must be * or a list of ETags. Send each ETag as you received it, with its quotes: "3-…".`,
  );
}

/** The error of a condition that is not met. */
export const preconditionFailed = (): TransportError =>
  new TransportError(
    "precondition_failed",
    "A condition of the request is not met: If-Match, If-None-Match or If-Unmodified-Since. Nothing was changed.",
  );

type Comparison = (one: EntityTag, other: EntityTag) => boolean;

const ignoringCoding =
  (isSame: Comparison): Comparison =>
  (one, other) =>
    isSame(withoutCoding(one), withoutCoding(other));

function holds(tags: TagCondition, current: Validators | undefined, isSame: Comparison): boolean {
  if (!current) return false;
  if (tags === "any") return true;
  if (current.etag === undefined) return false;
  const currentTag = tagOf(current.etag);
  return tags.some((tag) => isSame(tag, currentTag));
}

/** Undefined without both dates. Of several header lines, Node.js keeps the first. */
function isNewerThan(current: Validators | undefined, header: string | undefined): boolean | undefined {
  if (header === undefined || !current?.lastModified) return undefined;
  const since = parseHttpDate(header);
  return since === undefined ? undefined : wholeSeconds(current.lastModified) > since;
}

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;
