import { OAuthError } from "./error.ts";

/** The protected resources of a site; they all mean its origin (RFC 8707 §2). */
const paths = ["", "/", "/mcp", "/member/graphql"];

/** Refuses every resource that is not this site. Repeats are allowed as long as all of them name it. */
export function requireOwnResource(resources: readonly string[], origin: string): void {
  for (const resource of resources) {
    if (!paths.some((path) => resource === origin + path)) {
      throw new OAuthError("invalid_target", `resource must be ${origin}; this server issues tokens for no other.`);
    }
  }
}
