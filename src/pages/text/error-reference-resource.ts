import { type ErrorEntry, rfc } from "./error-reference-entry.ts";

/** What the registration endpoint answers. */
export const registrationErrors = {
  invalid_redirect_uri: {
    group: "registration",
    title: "A redirect URI is invalid",
    answered: "400 from the registration endpoint",
    meaning:
      "A redirect URI is neither a loopback address nor the callback of an integration that this site has enabled, the callbacks belong to several integrations, or loopback and https ones are mixed.",
    mend: [
      "A program on the person’s own computer registers `http://127.0.0.1:<port>/<path>`; `http://[::1]` and `http://localhost` are accepted too. The port may be left out or change later.",
      "A fixed https callback needs an integration that the site has enabled: ask the people who run it, or publish a client ID metadata document where discovery says that it is supported.",
      "The people who run the site enable an integration that is known in the admin area or by `lectern integration enable`; `lectern integration add` makes another one known, with its callbacks exactly as they are sent.",
      "No custom scheme, no http to another host, no fragment and no user name in the address, at most 2,000 characters. The host is written out: no `*`, no dot at its end, no capital letters; a name in other letters than these as Punycode (`xn--`).",
    ],
    specification: [rfc(7591, "3.2.2"), rfc(8252, "7.3")],
  },
  invalid_client_metadata: {
    group: "registration",
    title: "The client metadata is invalid",
    answered: "400 from the registration endpoint",
    meaning:
      "The `client_name` does not match an integration that this site has enabled, or a value in the request has a form that the server does not support.",
    mend: [
      "Without `redirect_uris`, or with an integration’s https callback, `client_name` must be that of an integration that the site has enabled.",
      "`token_endpoint_auth_method` is `none` or `client_secret_post`. Left out, it is `none`. An integration is answered the platform’s own `client_id`, with `none` and without a secret, whichever of the two it asked for.",
      "Send `redirect_uris` as an array of strings, and the body as `application/json`.",
    ],
    specification: [rfc(7591, "3.2.2")],
  },
} satisfies Record<string, ErrorEntry>;

/** What calls with an access token are answered. */
export const resourceErrors = {
  invalid_token: {
    group: "resource",
    title: "The access token is invalid",
    answered:
      "401 with `WWW-Authenticate`, which names the protected-resource metadata; from introspection too, where a bearer token asks",
    meaning:
      "There is no token where one is needed, or it is malformed, expired, revoked or given by another site, or the person no longer has a role here.",
    mend: [
      "Send it as `Authorization: Bearer <token>`. A token in the query is ignored.",
      "Refresh it: an access token lives two hours unless the site says otherwise.",
      "If the refresh is refused as well, send the person through authorization again.",
      "Read `resource_metadata` in the challenge: a token works at the origin it was given for, and nowhere else.",
    ],
    specification: [rfc(6750, "3.1"), rfc(9728, "5.1")],
  },
  insufficient_scope: {
    group: "resource",
    title: "The token lacks a required scope",
    answered: "403 with `WWW-Authenticate`, which names the scopes",
    meaning:
      "The token is good, but this call needs a scope that was not granted. A `:write` scope does not include the `:read` one.",
    mend: [
      "Authorize again with the scopes of the challenge: they are all that this call needs.",
      "The challenge names scopes that a role of the person gives. If no role gives a needed scope, the response is `role_required`.",
    ],
    specification: [rfc(6750, "3.1")],
  },
  role_required: {
    group: "resource",
    title: "The person’s roles do not allow this",
    answered: "403, without a challenge",
    meaning:
      "The call needs a scope that no role of the person gives, whether or not the token holds it. A new authorization would not help, so the response has no challenge.",
    mend: [
      "Tell the person. Somebody who manages the site can give the role back; the same access token then works again until its time is over.",
      "Refresh tokens that hold the scope ended when the role was lost, and stay ended: `invalid_grant`. What the person still may do, or may do again, is given by a new authorization.",
      "Do not begin it on your own: as long as the role is missing, it does not give the scope either.",
    ],
    specification: [rfc(9110, "15.5.4")],
  },
  rate_limited: {
    group: "resource",
    title: "Too many requests",
    answered: "429 with `Retry-After`",
    meaning: "This address, client or account has sent more requests than the site allows in this time.",
    mend: [
      "Wait for as many seconds as `Retry-After` says, then go on more slowly.",
      "Register a client once and keep its `client_id`; keep an access token until it expires.",
    ],
    specification: [rfc(6585, "4"), rfc(9110, "10.2.3")],
  },
  not_found: {
    group: "resource",
    title: "Not found",
    answered: "404",
    meaning:
      "The path does not exist at this site, or what the id names does not exist, was deleted or belongs to another site. These are not told apart.",
    mend: [
      "Take the endpoints from `/.well-known/oauth-authorization-server` and `/.well-known/openid-configuration`.",
      "Check that the request goes to the site that the id came from.",
    ],
    specification: [rfc(9110, "15.5.5")],
  },
  method_not_allowed: {
    group: "resource",
    title: "Method not allowed",
    answered: "405 with `Allow`, from any address: the authorization server, the APIs, the MCP server and pages",
    meaning: "There is something at this address, but not for this method.",
    mend: [
      "Read `Allow`: it names the methods that are answered at this address. HEAD goes with every GET.",
      "The token, revocation, introspection and registration endpoints, `/member/graphql` and `/mcp` take POST.",
      "`/openapi.json` lists the methods of every address of the operator API.",
    ],
    specification: [rfc(9110, "15.5.6"), rfc(9110, "9.1")],
  },
} satisfies Record<string, ErrorEntry>;
