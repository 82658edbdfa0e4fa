import type { Site } from "#domain/platform/site/site.ts";
import { codes, RpcError } from "./json-rpc.ts";

/**
 * Rejects calls from web pages of other origins (MCP, transports; DNS rebinding). Programs send no Origin, local
 * tools send a loopback origin, and the site can allow others.
 */
export function requireKnownOrigin(origin: string | undefined, site: Site): void {
  if (origin === undefined || origin === site.origin || loopback.test(origin)) return;
  if (site.settings.mcpAllowedOrigins.includes(origin)) return;
  const text =
    "This origin is not allowed to call the MCP server. The server operator can add it to the site setting mcp_allowed_origins.";
  throw new RpcError(codes.invalidRequest, text, { status: 403 });
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
