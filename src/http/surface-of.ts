import { pathOf } from "./path-of.ts";

/** The first match applies. */
const surfaces: readonly (readonly [beginning: string, surface: string])[] = [
  ["/api/oauth/", "oauth"],
  ["/oauth/", "oauth"],
  ["/.well-known/", "oauth"],
  ["/api/v1", "operator_api"],
  ["/openapi.json", "operator_api"],
  ["/scim/v2", "scim"],
  ["/member/graphql", "member_api"],
  ["/mcp", "mcp"],
  ["/admin", "admin"],
  ["/learn", "learn"],
  ["/healthz", "health"],
  ["/readyz", "health"],
];

/** Returns the part of the product that a URL belongs to, as metrics and traces name it. */
export function surfaceOf(url: string): string {
  const path = pathOf(url);
  return surfaces.find(([beginning]) => path.startsWith(beginning))?.[1] ?? "pages";
}
