import { OAuthError } from "./error.ts";

/** The protected resources of a site; they all denote its origin (RFC 8707 §2). */
const paths = ["", "/", "/mcp", "/member/graphql"];

/** Rejects every resource other than this site. Repeated values are allowed. */
export function requireOwnResource(resources: readonly string[], origin: string): void {
  for (const resource of resources) {
    if (!paths.some((path) => resource === origin + path)) {
      throw new OAuthError(
        "invalid_target",
        `resource must be ${origin}: this server issues tokens for no other resource.`,
      );
    }
  }
}
