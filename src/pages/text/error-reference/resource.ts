import { type ErrorEntry, rfc } from "./entry.ts";

/** Errors of the registration endpoint. */
export const registrationErrors = {
  invalid_redirect_uri: {
    group: "registration",
    title: "A redirect URI is invalid",
    answered: "400 from the registration endpoint",
    meaning:
      "A redirect URI is neither a loopback address nor the callback of an enabled integration, the callbacks belong to several integrations, or the request mixes loopback and https URIs.",
    fix: [
      "For a program on the user’s computer, register `http://127.0.0.1:<port>/<path>`. `http://[::1]` and `http://localhost` also work. The port is optional and can change later.",
      "A fixed https callback requires an enabled integration. Ask the administrators of the site, or publish a client ID metadata document if the discovery documents list support for it.",
      "Administrators of the site enable integrations in the admin area. The server operator adds new ones with `lectern integration add`, with their callbacks exactly as the client sends them.",
      "A redirect URI has at most 2,000 characters, no custom scheme, no http for other hosts, no fragment and no user name. The host is complete and lowercase: no `*`, no trailing dot, and Punycode (`xn--`) for international names.",
    ],
    specification: [rfc(7591, "3.2.2"), rfc(8252, "7.3")],
  },
  invalid_client_metadata: {
    group: "registration",
    title: "The client metadata is invalid",
    answered: "400 from the registration endpoint",
    meaning:
      "The `client_name` does not match an enabled integration, or a value in the request has an unsupported format.",
    fix: [
      "Without `redirect_uris`, or with the https callback of an integration, `client_name` must be the name of an enabled integration.",
      "`token_endpoint_auth_method` must be `none` (default) or `client_secret_post`. The response for an integration always contains the `client_id` of the platform, `none` and no secret.",
      "Send `redirect_uris` as an array of strings, and the body as `application/json`.",
    ],
    specification: [rfc(7591, "3.2.2")],
  },
} satisfies Record<string, ErrorEntry>;

/** Errors of requests with an access token. */
export const resourceErrors = {
  invalid_token: {
    group: "resource",
    title: "The access token is invalid",
    answered:
      "401 with `WWW-Authenticate`, which links to the protected-resource metadata; also from introspection with a bearer token",
    meaning:
      "The token is missing, malformed, expired, revoked or issued by another site, or the member no longer has a role at this site.",
    fix: [
      "Send `Authorization: Bearer <token>`. The server ignores tokens in the query.",
      "Refresh the token. Access tokens are valid for two hours by default.",
      "If the refresh fails too, start a new authorization.",
      "Read `resource_metadata` in the challenge. A token works only at the origin it was issued for.",
    ],
    specification: [rfc(6750, "3.1"), rfc(9728, "5.1")],
  },
  insufficient_scope: {
    group: "resource",
    title: "The token lacks a required scope",
    answered: "403 with `WWW-Authenticate`, which names the scopes",
    meaning:
      "The token is valid, but it lacks a scope that this request requires. A `:write` scope does not include the `:read` scope.",
    fix: [
      "Authorize again with all scopes in the challenge.",
      "The challenge names only scopes that a role of the member grants. If no role grants a required scope, the response is `role_required`.",
    ],
    specification: [rfc(6750, "3.1")],
  },
  insufficient_user_authentication: {
    group: "resource",
    title: "The member must sign in again",
    answered: "401 with `WWW-Authenticate`, which names the class in `acr_values` and the age in `max_age`",
    meaning:
      "The school requires a stronger or more recent sign-in for sensitive operations, such as changes of roles and exports of people. The token is valid for everything else.",
    fix: [
      "Start a new authorization with the `acr_values` and `max_age` of the challenge, then repeat the request with the new token. A refresh keeps the earlier sign-in.",
      "If the member cannot prove the class, the authorization returns `unmet_authentication_requirements`. They add a passkey or an authenticator app at `/account/security`.",
      "API keys have no person who could sign in, so they are not asked.",
    ],
    specification: [rfc(9470, "3")],
  },
  role_required: {
    group: "resource",
    title: "The member’s roles do not allow this",
    answered: "403, without a challenge",
    meaning:
      "The request requires a scope that no role of the member grants, even if the token has it. A new authorization would not help, so the response has no challenge.",
    fix: [
      "Inform the user. After an administrator restores the role, the same access token works again until it expires.",
      "Refresh tokens with the scope were revoked with the role and stay revoked (`invalid_grant`). Start a new authorization for the scopes that the member’s roles grant.",
      "Do not start it automatically: while the role is missing, it does not grant the scope.",
    ],
    specification: [rfc(9110, "15.5.4")],
  },
  rate_limited: {
    group: "resource",
    title: "Too many requests",
    answered: "429 with `Retry-After`",
    meaning: "This network address, client or account has exceeded the rate limit.",
    fix: [
      "Wait for the number of seconds in `Retry-After`, then send requests more slowly.",
      "Register a client once and store its `client_id`. Reuse an access token until it expires.",
    ],
    specification: [rfc(6585, "4"), rfc(9110, "10.2.3")],
  },
  not_found: {
    group: "resource",
    title: "Not found",
    answered: "404",
    meaning:
      "The path does not exist at this site, or the resource does not exist, was deleted or belongs to another site. The response is the same in all cases.",
    fix: [
      "Take the endpoints from `/.well-known/oauth-authorization-server` and `/.well-known/openid-configuration`.",
      "Check that you send the request to the site that returned the ID.",
    ],
    specification: [rfc(9110, "15.5.5")],
  },
  method_not_allowed: {
    group: "resource",
    title: "Method not allowed",
    answered: "405 with `Allow`, from any path: the authorization server, the APIs, the MCP server and pages",
    meaning: "The path exists, but it does not support this method.",
    fix: [
      "Read `Allow`, which lists the supported methods. HEAD is available wherever GET is.",
      "The token, revocation, introspection and registration endpoints and `/mcp` require POST. `/member/graphql` accepts GET for queries, and requires POST for mutations.",
      "`/openapi.json` lists the methods of every path of the operator API.",
    ],
    specification: [rfc(9110, "15.5.6"), rfc(9110, "9.1")],
  },
} satisfies Record<string, ErrorEntry>;
