import type { FastifyRequest } from "fastify";
import type { Site } from "#domain/site/sites/site.ts";
import { isLoopbackHost } from "#domain/site/sites/served-sites.ts";
import type { Environment } from "#lib/environment.ts";
import { isLoopbackAddress } from "#lib/outbound/public-address.ts";

/** Headers that proxies add, each of which shows that the connection is not the visitor's. */
const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * Returns whether development conveniences (the mailbox, documents on this machine) are available to a request. The
 * `Host` header is the visitor's choice, so the site's loopback origin is not enough: the visitor's own address must be
 * a loopback address as well, and no proxy that is not trusted may stand in between.
 */
export function mayUseDevelopment(request: FastifyRequest, site: Site, environment: Environment): boolean {
  if (environment !== "development" || !isLoopbackHost(site.host)) return false;
  const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined);
  // With a trusted proxy `ips` holds the connection's address and the forwarded ones.
  const isBelieved = (request.ips?.length ?? 0) > 1;
  // A dual-stack socket reports IPv4 peers as `::ffff:127.0.0.1`.
  return isLoopbackAddress(request.ip.replace(/^::ffff:/i, "")) && (!isForwarded || isBelieved);
}
