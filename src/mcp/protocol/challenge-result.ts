import type { Site } from "#domain/platform/site/site.ts";
import { challengeOf, type Refusal } from "#http/challenge.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { failureOf } from "../calls/failure.ts";
import { capabilitiesKey } from "./protocol.ts";

type Wire = Record<string, unknown>;

const key = "mcp/www_authenticate";

/**
 * Returns true if the host reads challenges in tool results instead of HTTP responses: it declares so in its
 * capabilities, or it sends the request metadata of hosts that do. All others start sign-in on HTTP status 401 only.
 */
export function readsChallengesInResults(params: Wire): boolean {
  const meta = asRecord(params["_meta"]);
  const { extensions, experimental } = asRecord(meta[capabilitiesKey]);
  return (
    Object.hasOwn(asRecord(extensions), key) ||
    Object.hasOwn(asRecord(experimental), key) ||
    Object.keys(meta).some((name) => name === key || name.startsWith("openai/"))
  );
}

/** Returns the challenge as a failed call, whose metadata makes the host sign the person in. */
export function challengeResult(site: Site, refusal: Refusal): string {
  const challenge = challengeOf(site, refusal, "/mcp");
  return withMeta(failureOf(refusal.code, refusal.message), { [key]: [challenge] });
}

const beginning = '{"_meta":';

/** Adds metadata in front of a serialized result. */
const withMeta = (result: string, meta: Wire): string => `${beginning}${JSON.stringify(meta)},${result.slice(1)}`;

/** Separates the members of a serialized result, without its braces, from its metadata. */
export function splitMeta(result: string): { meta: Wire; members: string } {
  if (!result.startsWith(beginning)) return { meta: {}, members: result.slice(1, -1) };
  const { _meta, ...rest } = asRecord(JSON.parse(result));
  return { meta: asRecord(_meta), members: JSON.stringify(rest).slice(1, -1) };
}
