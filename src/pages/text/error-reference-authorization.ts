import { type ErrorEntry, openIdCore, rfc } from "./error-reference-entry.ts";

/** What comes back to an application by a redirect, with `state` and `iss`. */
export const authorizationErrors = {
  unsupported_response_type: {
    group: "oauth",
    title: "Only response_type=code is supported",
    answered: "a redirect from authorization",
    meaning: "`response_type` is something other than `code`. Tokens never travel in an address here.",
    mend: ["Send `response_type=code` with PKCE, and exchange the code at the token endpoint."],
    specification: [rfc(6749, "4.1.2.1"), rfc(9700, "2.1.2")],
  },
  access_denied: {
    group: "oauth",
    title: "The person denied the request",
    answered: "a redirect from authorization",
    meaning: "The person looked at what the application asks for and chose Refuse. No code and no token exist.",
    mend: [
      "Treat it as an answer, not as a failure: do not send the person straight back.",
      "Ask for fewer scopes, and only when they are needed.",
    ],
    specification: [rfc(6749, "4.1.2.1")],
  },
  login_required: {
    group: "oauth",
    title: "Sign-in is required",
    answered: "a redirect from authorization with `prompt=none`",
    meaning:
      "The request allows no page to be shown, and nobody is signed in in this browser, the sign-in is older than `max_age`, or `id_token_hint` names another member or was signed by a key that has been withdrawn.",
    mend: ["Begin again without `prompt=none`, where the person can answer."],
    specification: [openIdCore("3.1.2.6", "AuthError")],
  },
  consent_required: {
    group: "oauth",
    title: "Consent is required",
    answered: "a redirect from authorization with `prompt=none`",
    meaning:
      "The request allows no page to be shown, and this person has not agreed to these scopes for this client and this redirect URI. Consent is remembered for https redirects only: a request that redirects to a loopback address is always asked about.",
    mend: [
      "Begin again without `prompt=none`.",
      "A program on the person’s own computer keeps its refresh token instead of authorizing silently.",
    ],
    specification: [openIdCore("3.1.2.6", "AuthError")],
  },
  request_not_supported: {
    group: "oauth",
    title: "Request objects are not supported",
    answered: "a redirect from authorization",
    meaning: "The request carries a `request` parameter, a signed request object, which this server does not read.",
    mend: ["Send the parameters themselves in the query or, by POST, in the form."],
    specification: [openIdCore("3.1.2.6", "AuthError"), openIdCore("6", "JWTRequests")],
  },
  request_uri_not_supported: {
    group: "oauth",
    title: "Requests by reference are not supported",
    answered: "a redirect from authorization",
    meaning:
      "The request carries a `request_uri` parameter. This server fetches no request from elsewhere and has no endpoint for pushed ones.",
    mend: ["Send the parameters themselves in the query or, by POST, in the form."],
    specification: [openIdCore("3.1.2.6", "AuthError"), openIdCore("6", "JWTRequests")],
  },
  temporarily_unavailable: {
    group: "oauth",
    title: "Temporarily unavailable",
    answered: "429 with `Retry-After` from the registration endpoint",
    meaning:
      "More registrations came from one network address than the site allows in this time. No client was registered.",
    mend: [
      "Wait for as many seconds as `Retry-After` says.",
      "Register a client once and keep its `client_id`: once somebody has authorized it, it does not expire.",
    ],
    specification: [rfc(6585, "4"), rfc(9110, "10.2.3")],
  },
  server_error: {
    group: "oauth",
    title: "Internal server error",
    answered: "500 with JSON; from authorization an error page",
    meaning: "The server met a condition that it did not expect. The mistake is not in your request.",
    mend: [
      "Try again once. Whether the request took effect is not known: a code may have been used up.",
      "If it comes back, give the people who run the site the request id, which stands in the `X-Request-Id` header, and the time.",
    ],
    specification: [rfc(9110, "15.6.1")],
  },
} satisfies Record<string, ErrorEntry>;
