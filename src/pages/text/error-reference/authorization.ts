import { type ErrorEntry, openIdCore, rfc } from "./entry.ts";

/** Errors that authorization returns to the client by redirect, with `state` and `iss`. */
export const authorizationErrors = {
  unsupported_response_type: {
    group: "oauth",
    title: "Only response_type=code is supported",
    answered: "a redirect from authorization",
    meaning: "`response_type` is not `code`. This server never returns tokens in a URL.",
    fix: ["Send `response_type=code` with PKCE, and exchange the code at the token endpoint."],
    specification: [rfc(6749, "4.1.2.1"), rfc(9700, "2.1.2")],
  },
  access_denied: {
    group: "oauth",
    title: "The member denied the request",
    answered: "a redirect from authorization",
    meaning: "The member chose Deny on the consent page. No code and no token were issued.",
    fix: [
      "Treat this as the user’s decision, not as a failure. Do not redirect them back immediately.",
      "Request fewer scopes, and request them only when you need them.",
    ],
    specification: [rfc(6749, "4.1.2.1")],
  },
  login_required: {
    group: "oauth",
    title: "Sign-in is required",
    answered: "a redirect from authorization with `prompt=none`",
    meaning:
      "With `prompt=none`, the server cannot show a page. The browser has no session, the sign-in is older than `max_age`, or `id_token_hint` names another member or was signed with a withdrawn key.",
    fix: ["Start a new request without `prompt=none`, so that the user can sign in."],
    specification: [openIdCore("3.1.2.6", "AuthError")],
  },
  unmet_authentication_requirements: {
    group: "oauth",
    title: "The member cannot prove the requested class",
    answered: "a redirect from authorization with `acr_values`",
    meaning:
      "The school requires a class of authentication for sensitive operations, and the member has no second factor that proves one in `acr_values`. At other schools, `acr_values` is voluntary.",
    fix: [
      "Ask the member to add a passkey or an authenticator app at `/account/security`, then start a new request.",
      "Omit `acr_values` to get a token for everything else.",
    ],
    specification: [rfc(9470, "5")],
  },
  consent_required: {
    group: "oauth",
    title: "Consent is required",
    answered: "a redirect from authorization with `prompt=none`",
    meaning:
      "With `prompt=none`, the server cannot show a page. The member has not consented to these scopes for this client and redirect URI. Consent is stored for https redirect URIs only: loopback redirects always require consent. A client without a secret that asks for access to the API of the school needs a member who signed in within ten minutes.",
    fix: [
      "Start a new request without `prompt=none`.",
      "In a program on the user’s computer, store the refresh token instead of authorizing silently.",
    ],
    specification: [openIdCore("3.1.2.6", "AuthError")],
  },
  request_not_supported: {
    group: "oauth",
    title: "Request objects are not supported",
    answered: "a redirect from authorization",
    meaning: "The request has a `request` parameter (a signed request object), which this server does not support.",
    fix: ["Send the parameters in the query or, with POST, in the form body."],
    specification: [openIdCore("3.1.2.6", "AuthError"), openIdCore("6", "JWTRequests")],
  },
  request_uri_not_supported: {
    group: "oauth",
    title: "Requests by reference are not supported",
    answered: "a redirect from authorization",
    meaning:
      "The request has a `request_uri` parameter. This server does not fetch request objects and does not support pushed authorization requests.",
    fix: ["Send the parameters in the query or, with POST, in the form body."],
    specification: [openIdCore("3.1.2.6", "AuthError"), openIdCore("6", "JWTRequests")],
  },
  temporarily_unavailable: {
    group: "oauth",
    title: "Temporarily unavailable",
    answered:
      "429 with `Retry-After` from the registration endpoint; 503 or 507 with `Retry-After` from every endpoint while the database is unavailable",
    meaning:
      "Too many registrations from one network address, and no client was registered. Or the server cannot use its database.",
    fix: [
      "Wait for the number of seconds in `Retry-After`.",
      "After 503, repeat the request once the database is back. A code or a refresh token may already be used: then start a new authorization.",
      "Register a client once and store its `client_id`. It does not expire after a member has authorized it.",
    ],
    specification: [rfc(6585, "4"), rfc(9110, "10.2.3")],
  },
  server_error: {
    group: "oauth",
    title: "Internal server error",
    answered: "500 with JSON; an error page from authorization",
    meaning: "An unexpected error occurred on the server. Your request is not the cause.",
    fix: [
      "Retry once. The request may have taken effect: an authorization code may already be used.",
      "If the error persists, report the time and the request ID from the `X-Request-Id` header to the administrators of the site.",
    ],
    specification: [rfc(9110, "15.6.1")],
  },
} satisfies Record<string, ErrorEntry>;
