import type { PersonalTable } from "../personal-table.ts";

/** Sign-in, sessions and application access. */
export const access: readonly PersonalTable[] = [
  {
    table: "authorizations",
    holds: "Authorization requests of the last day, valid in a browser for 15 minutes",
    kind: "authorization",
    personal: "request",
    secret: "browser_digest",
    impersonal: "site_id id client_id created_at expires_at answered_at outcome",
    erasure: { how: "search", why: "Requests that name the person are deleted. The others expire." },
  },
  {
    table: "consents",
    holds: "Scopes that a person granted to an application",
    owner: { column: "grant_id", through: "grants" },
    personal: "redirect_uri scopes",
    impersonal: "site_id id created_at updated_at",
    exportedAs: "permissions",
    erasure: { how: "delete", why: "Permissions end with the person." },
  },
  {
    table: "authorization_codes",
    holds: "Authorization codes of the last day, as digests",
    secret: "digest code_challenge nonce",
    impersonal:
      "site_id grant_id family_id client_id redirect_uri redirect_uri_named scopes resource_named auth_time created_at expires_at spent_at",
    erasure: { how: "keep", why: "They refer to a deleted permission, no longer work, and are deleted after a day." },
  },
  {
    table: "tokens",
    holds: "Tokens, as digests",
    secret: "digest",
    impersonal: "site_id family_id kind scopes created_at expires_at spent_at",
    erasure: {
      how: "own",
      why: "Refresh tokens are deleted. Access tokens stop working, refer to deleted records, and are deleted within two hours.",
    },
  },
  {
    table: "families",
    holds: "Token families: the tokens from one code exchange",
    owner: { column: "grant_id", through: "grants" },
    impersonal: "site_id id created_at expires_at revoked_at",
    erasure: { how: "delete", why: "Permissions end with the person." },
  },
  {
    table: "grants",
    holds: "Applications that a person allowed to act for them",
    kind: "grant",
    owner: { column: "member_id" },
    impersonal: "site_id id client_id created_at updated_at revoked_at",
    exportedAs: "applications",
    erasure: { how: "delete", why: "Permissions end with the person." },
  },
  {
    table: "clients",
    holds: "Applications",
    kind: "client",
    actors: "reviewed_by",
    impersonal:
      "site_id id name origin audience token_endpoint_auth_method application_type redirect_uris post_logout_redirect_uris introspects_all_tokens scopes secret_digest previous_secret_digest previous_secret_expires_at first_authorized_at metadata version created_at updated_at deleted_at external_id description blocked_at metadata_url document_fetched_at document_expires_at review reviewed_redirects_digest reviewed_at agent_since",
    erasure: {
      how: "pseudonymize",
      why: "Applications belong to the school or their developers. The reviewer is removed.",
    },
  },
  {
    table: "client_logos",
    holds: "Logos of applications",
    impersonal: "site_id client_id media_type bytes digest created_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "signing_keys",
    holds: "Signing keys of the site",
    impersonal: "site_id id public_jwk private_key created_at active_from retires_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "integrations",
    holds: "Vendor platforms",
    impersonal: "id slug name name_patterns redirect_uris scopes created_at updated_at",
    erasure: { how: "keep", why: "No personal data." },
  },
  {
    table: "rate_limits",
    holds: "Rate limit counters, keyed by digests",
    secret: "digest",
    impersonal: "site_id count expires_at",
    erasure: { how: "keep", why: "Addresses are stored as digests only, until a limit resets: one day at most." },
  },
  {
    table: "sign_in_attempts",
    holds: "Failed sign-ins and mailed links across all sites, keyed by digests",
    secret: "digest",
    impersonal: "count expires_at",
    erasure: { how: "keep", why: "Addresses are stored as digests only, for an hour at most." },
  },
];
