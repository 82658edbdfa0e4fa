import type { FastifyRequest } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import type { Environment } from "#lib/settings/environment.ts";
import { isLoopbackAddress } from "#lib/outbound/public-address.ts";

/** Headers that proxies add. Each shows that the connection is not the visitor's own. */
const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * Returns true if development conveniences (the mailbox, metadata documents on this machine) are available to a
 * request. The visitor controls the `Host` header, so the site's loopback origin is not enough. The visitor's address
 * must be a loopback address too, without an untrusted proxy in between.
 */
export function mayUseDevelopment(request: FastifyRequest, site: Site, environment: Environment): boolean {
  if (environment !== "development" || !isLoopbackHost(site.host)) return false;
  const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined);
  // Behind a trusted proxy, `ips` contains the connection's address and the forwarded ones.
  const isBelieved = (request.ips?.length ?? 0) > 1;
  return isLoopback(request) && (!isForwarded || isBelieved);
}

/** A client that has closed its connection has no address. */
function isLoopback({ ip }: { ip?: string }): boolean {
  // A dual-stack socket reports IPv4 peers as `::ffff:127.0.0.1`.
  return ip !== undefined && isLoopbackAddress(ip.replace(/^::ffff:/i, ""));
}
