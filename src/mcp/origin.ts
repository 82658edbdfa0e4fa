import type { Site } from "#domain/site/sites/site.ts";
import { codes, RpcError } from "./json-rpc.ts";

/**
 * A page of another site in somebody's browser must not reach a server through it (MCP, transports; DNS rebinding).
 * Programs send no Origin; tools that run on the person's own machine send a loopback one; the site allows others.
 */
export function requireKnownOrigin(origin: string | undefined, site: Site): void {
  if (origin === undefined || origin === site.origin || loopback.test(origin)) return;
  if (site.settings.mcpAllowedOrigins.includes(origin)) return;
  const text = "Pages of this origin may not talk to this server. Who runs it can allow them: mcp_allowed_origins.";
  throw new RpcError(codes.invalidRequest, text, { status: 403 });
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
