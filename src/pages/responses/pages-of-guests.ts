import type { FastifyRequest } from "fastify";
import { pathOf } from "#http/path-of.ts";

/** First parts of the addresses at which a guest buys, learns and books what they bought, and leaves. */
const used: ReadonlySet<string> = new Set(["checkout", "orders", "learn", "consulting", "redeem", "sign-out"]);

/** First parts of the addresses that only show a guest what they have. Their forms need an account. */
const shown: ReadonlySet<string> = new Set(["courses", "digital-products", "events", "membership-plans"]);

/**
 * Returns whether the session of a buyer who has not proven their address counts. Everywhere else they are a visitor: no
 * account, no application and no form of the school takes them for the owner of the address.
 */
export function isPageOfGuests({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  const path = pathOf(url);
  const area = path.split("/", 2)[1] ?? "";
  if (used.has(area)) return true;
  return (
    (method === "GET" || method === "HEAD") && (shown.has(area) || path === "/" || path === "/account/digital-products")
  );
}
