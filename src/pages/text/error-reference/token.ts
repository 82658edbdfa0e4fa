import { type ErrorEntry, metadataDocuments, rfc } from "./entry.ts";

/** Errors that authorization and token requests share, and errors of the token endpoint. */
export const tokenErrors = {
  invalid_request: {
    group: "oauth",
    title: "The request is malformed",
    answered:
      "400 from the token, revocation, introspection and registration endpoints; a redirect from authorization, or an error page if the client or redirect URI is not valid",
    meaning:
      "A parameter is missing, repeated or malformed, or the body has the wrong content type. Empty parameters count as missing. Unknown parameters are ignored.",
    fix: [
      "Read `error_description`, which names the parameter.",
      "Send PKCE with every authorization request: `code_challenge` and `code_challenge_method=S256`. `plain` or a missing method is rejected.",
      "Send each parameter once. You can repeat only `resource`, and every value must name this origin.",
      "Send `application/x-www-form-urlencoded` to form endpoints and JSON to the registration endpoint.",
      "Use one method of client authentication: `client_id` alone for public clients, or `client_id` and `client_secret` for confidential clients, in the form or in an `Authorization: Basic` header.",
      "Omit `redirect_uri` only if the client has registered exactly one.",
    ],
    specification: [rfc(6749, "4.1.2.1"), rfc(6749, "5.2"), rfc(7636, "4.4.1")],
  },
  invalid_client: {
    group: "oauth",
    title: "The client is invalid",
    answered: "401 from the token, revocation and introspection endpoints; an error page from authorization",
    meaning:
      "The `client_id` is unknown at this site, deleted, or belongs to a disabled integration, or the client secret is wrong or missing. The server checks the client first, so the code or refresh token is still valid.",
    fix: [
      "Use the `client_id` that this site issued. Every site is a separate issuer with its own clients.",
      "Confidential clients send `client_secret` as a form field (`client_secret_post`), or with the `client_id` in an `Authorization: Basic` header (`client_secret_basic`). Use one method per request.",
      "Public clients (`none`) send no secret.",
      "Clients without any authorization are deleted after 90 days. Register again.",
      "After a rotation, the previous secret works for 24 hours.",
      "If the `client_id` is the URL of a metadata document, the site must accept its host. Administrators of the site set the accepted hosts in the admin area. `client_id_metadata_document_supported` in the discovery documents shows support.",
      "Serve the metadata document at a public address with status 200, JSON of at most 5 KiB, no redirect, and within three seconds. It must contain exactly the same `client_id`, `token_endpoint_auth_method` `none`, and `redirect_uris` at its own host or loopback addresses.",
    ],
    specification: [rfc(6749, "5.2"), metadataDocuments],
  },
  invalid_grant: {
    group: "oauth",
    title: "The authorization code or refresh token is invalid",
    answered: "400 from the token endpoint, and from revocation for a token of another client",
    meaning:
      "The authorization code or refresh token is unknown, expired, revoked, already used or issued to another client, or `redirect_uri` or `code_verifier` does not match the authorization request. The response does not always name the cause.",
    fix: [
      "Exchange a code once, within its lifetime (60 seconds by default). A second exchange with an otherwise valid request revokes the tokens of the first one.",
      "Send the `code_verifier` that matches the `code_challenge`. A wrong verifier invalidates the code: start a new authorization.",
      "Send exactly the same `redirect_uri` as to the authorization endpoint.",
      "Replace the stored refresh token after each refresh. Reuse of an old refresh token revokes the whole token family.",
      "If a refresh token is rejected, start a new authorization. The member may have revoked access.",
      "A refresh token is also revoked when the member loses a role that one of its scopes requires. Restoring the role does not restore the token. A new authorization grants the scopes of the current roles: read `scope` in the token response.",
      "At the revocation endpoint, send the `client_id` that the token was issued to.",
    ],
    specification: [rfc(6749, "5.2"), rfc(7636, "4.6"), rfc(9700, "4.14.2"), rfc(7009, "2.1")],
  },
  unsupported_grant_type: {
    group: "oauth",
    title: "The grant type is not supported",
    answered: "400 from the token endpoint",
    meaning:
      "`grant_type` is neither `authorization_code` nor `refresh_token`. Every token acts for a member who signed in and consented.",
    fix: [
      "Use one of these two. The server does not support `client_credentials`, `password`, the device flow, token exchange or JWT assertions.",
      "Do not send ID-JAG assertions or look for an `identity_endpoint`. Agent authorization without a member is not supported.",
    ],
    specification: [rfc(6749, "5.2")],
  },
  unsupported_token_type: {
    group: "oauth",
    title: "The token type cannot be revoked here",
    answered: "400 from the revocation endpoint",
    meaning: "`token` is an API key. It was not issued by the token endpoint.",
    fix: ["Revoke the key in the admin area under Developers, API keys, or with `lectern key revoke`."],
    specification: [rfc(7009, "2.2.1")],
  },
  invalid_scope: {
    group: "oauth",
    title: "The scope is not available",
    answered: "400 from the token and registration endpoints; a redirect from authorization",
    meaning:
      "The client is not allowed to request a scope, no scope is left without unknown scopes and scopes outside the member’s roles, or a refresh requests more than was granted. Unknown scopes are ignored, including `offline_access`: refresh tokens are always issued.",
    fix: [
      "`account:read` and `account:write` are for member clients, which administrators of the site create under Developers, OAuth applications. Clients from the registration endpoint never get them.",
      "Member clients get no operator scopes. Request only the scopes selected for the client among `openid profile email account:read account:write`.",
      "For a metadata document client without a review, request only `openid profile email` and `:read` scopes.",
      "Students cannot grant operator scopes. Lecturers and teaching assistants can grant some. Read `scope` in the token response for the granted scopes.",
      "In a refresh request, omit `scope` or send a subset of the granted scopes.",
    ],
    specification: [rfc(6749, "3.3"), rfc(6749, "4.1.2.1"), rfc(6749, "5.2")],
  },
  invalid_target: {
    group: "oauth",
    title: "The resource is not this site",
    answered: "400 from the token endpoint; a redirect from authorization",
    meaning:
      "`resource` does not name this origin, is not an absolute URI or has a fragment, or the token request omits or changes the value of the authorization request.",
    fix: [
      "Send the `resource` value of `/.well-known/oauth-protected-resource`. The same value with a trailing slash, `/mcp`, another address of the MCP server or `/member/graphql` is equivalent.",
      "Send the same value in the code exchange.",
      "Each site is a separate resource. Authorize once per site.",
    ],
    specification: [rfc(8707, "2")],
  },
} satisfies Record<string, ErrorEntry>;
