import type { IncomingHttpHeaders } from "node:http";

const [shortest, longest, unsaid] = [60, 86_400, 300];

/**
 * For how many seconds a document is relied on: as its headers say (RFC 9111 §4.2), within bounds. One that must not be
 * kept, or not for others than who asked, is kept for the shortest time, since an authorization takes more than a
 * request.
 */
export function lifetimeOf(headers: IncomingHttpHeaders): number {
  const said = saidLifetime(headers);
  return Math.min(Math.max(said, shortest), longest);
}

function saidLifetime(headers: IncomingHttpHeaders): number {
  const directives = directivesOf(headers["cache-control"] ?? "");
  if (["no-store", "no-cache", "private"].some((name) => directives.has(name))) return 0;
  const maxAge = directives.get("s-maxage") ?? directives.get("max-age");
  // §4.2.1: what cannot be read counts as stale.
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Number(maxAge) - ageOf(headers) : 0;
  if (headers.expires === undefined) return unsaid;
  const seconds = (Date.parse(headers.expires) - Date.parse(headers.date ?? "")) / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) - ageOf(headers) : 0;
}

/** §5.2: names in any case, values perhaps in quotes; of a repeated one the first counts. */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const directive of cacheControl.split(",")) {
    const [name = "", value = ""] = directive.split("=", 2).map((part) => part.trim());
    const known = name.toLowerCase();
    if (!directives.has(known)) directives.set(known, value.replace(/^"(.*)"$/, "$1"));
  }
  return directives;
}

/** §5.1: how long it has been lying in caches on its way. */
const ageOf = ({ age = "0" }: IncomingHttpHeaders): number => (/^\d+$/.test(age) ? Number(age) : 0);
