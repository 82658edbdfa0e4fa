import type { FastifyReply } from "fastify";
import { defaultScope, formatScopes, type Scope } from "#access/scopes.ts";
import type { AuthenticationDemand } from "#domain/platform/authentication/step-up.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { errorPage } from "#oauth/error.ts";
import { recordError } from "#telemetry/record-error.ts";

/** Error codes of a protected resource (RFC 6750 §3.1). `role_required` is an extension, without a challenge. */
export type RefusalCode = "invalid_token" | "insufficient_scope" | "insufficient_user_authentication" | "role_required";

/**
 * Denied access at a protected resource. Each surface puts the challenge into the header and the message into its
 * body.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The scopes to request: those already granted plus the needed ones. */
  readonly scopes: readonly Scope[];
  /** The `scope` parameter of the challenge. */
  readonly scope: string;

  /** Authentication that the person must prove (RFC 9470 §3). */
  readonly demand: AuthenticationDemand | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    scopes: readonly Scope[] | typeof defaultScope = [],
    demand?: AuthenticationDemand,
  ) {
    super(message);
    this.demand = demand;
    this.name = "Refusal";
    this.code = code;
    this.scopes = scopes === defaultScope ? [] : scopes;
    this.scope = scopes === defaultScope ? scopes : formatScopes(scopes);
  }

  get status(): 401 | 403 {
    return this.code === "invalid_token" || this.code === "insufficient_user_authentication" ? 401 : 403;
  }
}

/** Resources with metadata of their own (RFC 9728 §3.1). Strict clients compare its `resource` with their address. */
export type ResourcePath = "" | "/mcp";

/**
 * RFC 6750 §3 and RFC 9470 §3, with the metadata URL of RFC 9728 §5.1, for the resource at a path. A missing role gets no challenge,
 * because another authorization cannot help.
 */
export function challengeOf(site: Site, refusal: Refusal, path: ResourcePath = ""): string | undefined {
  if (refusal.code === "role_required") return undefined;
  const parameters = [
    ["error", refusal.code],
    ["error_description", refusal.message],
    ["resource_metadata", `${site.origin}/.well-known/oauth-protected-resource${path}`],
    ...(refusal.scope === "" ? [] : [["scope", refusal.scope]]),
    ...(refusal.demand ? [["acr_values", refusal.demand.acr]] : []),
    ...(refusal.demand?.maxAge == null ? [] : [["max_age", String(refusal.demand.maxAge)]]),
  ];
  return `Bearer ${parameters.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}

/**
 * Sends the response for denied access, equal for all resources: RFC 6750 §3 in the header, RFC 6749 §5.2 in the body.
 */
export function sendRefusal(reply: FastifyReply, site: Site, refusal: Refusal, path: ResourcePath = ""): FastifyReply {
  const challenge = challengeOf(site, refusal, path);
  if (challenge) reply.header("www-authenticate", challenge);
  recordError(refusal.code, reply.request.scope);
  return reply.code(refusal.status).send({
    error: refusal.code,
    error_description: refusal.message,
    error_uri: errorPage(site.origin, refusal.code),
  });
}
