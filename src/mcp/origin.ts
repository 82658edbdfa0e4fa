import type { Site } from "#domain/sites/site.ts";
import { codes, RpcError } from "./json-rpc.ts";

/**
 * A page of another site in somebody's browser must not reach a server through it (MCP, transports; DNS rebinding).
 * Programs send no Origin; tools that run on the person's own machine send a loopback one.
 */
export function requireKnownOrigin(origin: string | undefined, site: Site): void {
  if (origin === undefined || origin === site.origin || loopback.test(origin)) return;
  throw new RpcError(codes.invalidRequest, "Pages of this origin may not talk to this server.", { status: 403 });
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
