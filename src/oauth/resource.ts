import { OAuthError } from "./error.ts";

/** The protected resources of a site; they all denote its origin (RFC 8707 §2). */
const paths: ReadonlySet<string> = new Set(["", "/", "/mcp", "/member/graphql"]);
/** Addresses of the MCP server with a selection of tools. */
const mcpAddress = /^\/mcp\/[a-z,/]{1,200}$/;

/** Rejects every resource other than this site. Repeated values are allowed. */
export function requireOwnResource(resources: readonly string[], origin: string): void {
  for (const resource of resources) {
    if (!isOwn(resource, origin)) {
      throw new OAuthError(
        "invalid_target",
        `resource must be ${origin}: this server issues tokens for no other resource.`,
      );
    }
  }
}

/** Returns true if the resource is an address of the MCP server. */
export const isToolServer = (resource: string, origin: string): boolean =>
  isOwn(resource, origin) && /^\/mcp(\/|$)/.test(resource.slice(origin.length));

function isOwn(resource: string, origin: string): boolean {
  if (!resource.startsWith(origin)) return false;
  const path = resource.slice(origin.length);
  return paths.has(path) || mcpAddress.test(path);
}
