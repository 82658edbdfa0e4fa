import type { IncomingHttpHeaders } from "node:http";

const [minSeconds, maxSeconds, defaultSeconds] = [60, 86_400, 300];

/**
 * Returns the freshness lifetime of a document in seconds: from its headers (RFC 9111 §4.2), within bounds. `no-store`
 * and `private` yield the minimum, not zero, because an authorization takes more than one request.
 */
export function lifetimeOf(headers: IncomingHttpHeaders): number {
  const stated = statedLifetime(headers);
  return Math.min(Math.max(stated, minSeconds), maxSeconds);
}

function statedLifetime(headers: IncomingHttpHeaders): number {
  const directives = directivesOf(headers["cache-control"] ?? "");
  if (["no-store", "no-cache", "private"].some((name) => directives.has(name))) return 0;
  const maxAge = directives.get("s-maxage") ?? directives.get("max-age");
  // §4.2.1: unreadable values count as stale.
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Number(maxAge) - ageOf(headers) : 0;
  if (headers.expires === undefined) return defaultSeconds;
  const seconds = (Date.parse(headers.expires) - Date.parse(headers.date ?? "")) / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) - ageOf(headers) : 0;
}

/** §5.2: names are case-insensitive, values may be quoted, and the first of repeated directives counts. */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const directive of cacheControl.split(",")) {
    const [name = "", value = ""] = directive.split("=", 2).map((part) => part.trim());
    const known = name.toLowerCase();
    if (!directives.has(known)) directives.set(known, value.replace(/^"(.*)"$/, "$1"));
  }
  return directives;
}

/** §5.1: seconds that the response has spent in caches. */
const ageOf = ({ age = "0" }: IncomingHttpHeaders): number => (/^\d+$/.test(age) ? Number(age) : 0);
