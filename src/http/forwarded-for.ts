import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

/** Longer chains of proxies are cut at their beginning, which a client may have written. */
const maxEntries = 32;

/**
 * Reads the `X-Forwarded-For` of trusted proxies as addresses: some proxies append the port (`203.0.113.7:4711`,
 * `[2001:db8::7]:4711`), which differs between connections and would give a client a new rate limit for each. An entry
 * that is no address (`unknown`) hides its client, so that it and those before it are ignored.
 */
export function readForwardedFor(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const forwarded = raw.headers["x-forwarded-for"];
    // Stays present when it is empty, because development features are refused to forwarded requests.
    if (typeof forwarded === "string") raw.headers["x-forwarded-for"] = addressesIn(forwarded).join(", ");
    done();
  });
}

function addressesIn(forwarded: string): string[] {
  const listed = forwarded.split(",").filter((entry) => entry.trim() !== "");
  const entries = listed.slice(-maxEntries).map(addressOf);
  return entries.slice(entries.lastIndexOf(undefined) + 1).filter((entry) => entry !== undefined);
}

/** Returns the address of an entry without brackets and port, or undefined. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim();
  if (isIP(text) !== 0) return text;
  const [, bracketed, v4] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = bracketed ?? v4 ?? "";
  return isIP(address) === 0 || (bracketed !== undefined && isIP(bracketed) !== 6) ? undefined : address;
}
