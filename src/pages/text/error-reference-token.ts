import { type ErrorEntry, metadataDocuments, rfc } from "./error-reference-entry.ts";

/** What authorization and token requests have in common, and what only the token endpoint answers. */
export const tokenErrors = {
  invalid_request: {
    group: "oauth",
    title: "The request is malformed",
    answered:
      "400 from the token, revocation, introspection and registration endpoints; a redirect from authorization, or an error page where the client or its redirect URI cannot be trusted",
    meaning:
      "A parameter is missing, is repeated, or has a form that this server does not accept, or the body has the wrong content type. An empty parameter counts as missing; an unknown one is ignored.",
    mend: [
      "Read `error_description`: it names the parameter.",
      "Send PKCE with every authorization request: `code_challenge` and `code_challenge_method=S256`. The method `plain`, or none at all, is refused.",
      "Send each parameter once. Only `resource` may be repeated, and every value must then name this origin.",
      "Send form endpoints `application/x-www-form-urlencoded`, and the registration endpoint JSON.",
      "Send one kind of client credentials only: `client_id` for a public client, `client_id` and `client_secret` in the form for a confidential one.",
      "`redirect_uri` may be left out only when the client has registered exactly one.",
    ],
    specification: [rfc(6749, "4.1.2.1"), rfc(6749, "5.2"), rfc(7636, "4.4.1")],
  },
  invalid_client: {
    group: "oauth",
    title: "The client is invalid",
    answered: "401 from the token, revocation and introspection endpoints; an error page from authorization",
    meaning:
      "The `client_id` is unknown at this site, was deleted, is that of an integration that the site has disabled, or its secret is wrong or missing. The client is checked before anything else, so the code or refresh token has not been used up.",
    mend: [
      "Use the `client_id` that this site gave. Every site is an issuer of its own; a client of one is unknown to the others.",
      "A confidential client sends `client_secret` as a form field (`client_secret_post`). `client_secret_basic`, in the Authorization header, is not accepted.",
      "A public client (`none`) sends no secret at all.",
      "A registered client that nobody ever authorized is deleted after 90 days: register again.",
      "After a rotation the old secret works for 24 hours.",
      "Where the `client_id` is the address of a metadata document, its host must be one that this site accepts, which the people who run the site decide in their admin area. `client_id_metadata_document_supported` in the discovery documents tells whether it accepts any.",
      "Answer for such a document with 200, JSON of at most 5 KiB and no redirect, within three seconds and at a public address, and name in it the same `client_id`, letter by letter, `token_endpoint_auth_method` `none`, and `redirect_uris` at the document’s own host or on the person’s computer.",
    ],
    specification: [rfc(6749, "5.2"), metadataDocuments],
  },
  invalid_grant: {
    group: "oauth",
    title: "The authorization code or refresh token is invalid",
    answered: "400 from the token endpoint, and from revocation for a token of another client",
    meaning:
      "The authorization code or refresh token is unknown, expired, revoked, used already or given to another client, or `redirect_uri` or `code_verifier` does not match what the authorization began with. Which of these it was is not always said.",
    mend: [
      "Exchange a code once, and within 60 seconds. A second use with an otherwise valid request revokes the tokens that the first one gave.",
      "Send the `code_verifier` from which the `code_challenge` was made. A wrong one uses up the code: begin a new authorization.",
      "Repeat `redirect_uri` exactly as it was sent to the authorization endpoint.",
      "Store the new refresh token from each refresh and forget the old one. Using an old one again ends every token of that exchange.",
      "When a refresh token is refused, send the person through authorization again: they may have withdrawn their permission.",
      "A refresh token also ends when the person loses the role that one of its scopes came from, and giving the role back does not bring it back. A new authorization gives what their role still does: read `scope` in its token response.",
      "At the revocation endpoint, send the `client_id` that the token was given to.",
    ],
    specification: [rfc(6749, "5.2"), rfc(7636, "4.6"), rfc(9700, "4.14.2"), rfc(7009, "2.1")],
  },
  unsupported_grant_type: {
    group: "oauth",
    title: "The grant type is not supported",
    answered: "400 from the token endpoint",
    meaning:
      "`grant_type` is something other than `authorization_code` and `refresh_token`. Every token here acts for a person who signed in and agreed.",
    mend: [
      "Use one of the two. There is no `client_credentials`, no `password`, no device flow, no token exchange and no JWT assertion.",
      "Do not send an ID-JAG assertion and do not look for an `identity_endpoint`: agent authorization without a person is not offered.",
    ],
    specification: [rfc(6749, "5.2")],
  },
  invalid_scope: {
    group: "oauth",
    title: "The scope is not available",
    answered: "400 from the token and registration endpoints; a redirect from authorization",
    meaning:
      "The request names a scope that exists but that this client may not hold, or nothing is left of the request after narrowing it to the scopes that exist and to the person’s role, or a refresh asks for more than was granted. A scope that does not exist is ignored, `offline_access` too: refresh tokens always come.",
    mend: [
      "`account:read` and `account:write` are for member clients, which the people who run the site create under Developers, OAuth applications. A client of the registration endpoint never gets them.",
      "A member client gets no operator scopes: leave out everything but `openid profile email account:read account:write`, and of these what was picked for it.",
      "A metadata-document client that nobody has reviewed asks for `openid profile email` and `:read` scopes only.",
      "Students can give no operator scope at all; lecturers and teaching assistants can give some. Read `scope` in the token response to see what was granted.",
      "When refreshing, leave `scope` out or name a part of what was granted.",
    ],
    specification: [rfc(6749, "3.3"), rfc(6749, "4.1.2.1"), rfc(6749, "5.2")],
  },
  invalid_target: {
    group: "oauth",
    title: "The resource is not this site",
    answered: "400 from the token endpoint; a redirect from authorization",
    meaning:
      "`resource` names something other than this origin, is not an absolute URI, has a fragment, or was sent to the authorization endpoint and is missing or different at the token endpoint.",
    mend: [
      "Send the `resource` value of `/.well-known/oauth-protected-resource`. The same with a final slash, with `/mcp` or with `/member/graphql` is understood as that value.",
      "Repeat it in the code exchange.",
      "Each site is a resource of its own: authorize once for each.",
    ],
    specification: [rfc(8707, "2")],
  },
} satisfies Record<string, ErrorEntry>;
