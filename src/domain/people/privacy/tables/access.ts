import type { PersonalTable } from "../personal-table.ts";

/** Who is let in, and by which application. */
export const access: readonly PersonalTable[] = [
  {
    table: "authorizations",
    holds: "Requests for authorization of the last day, which wait in a browser for a quarter of an hour",
    kind: "authorization",
    personal: "request",
    secret: "browser_digest",
    impersonal: "site_id id client_id created_at expires_at answered_at outcome",
    erasure: { how: "search", why: "Those that name the person go; the others end by themselves." },
  },
  {
    table: "consents",
    holds: "Which scopes somebody allowed an application",
    owner: { column: "grant_id", through: "grants" },
    personal: "redirect_uri scopes",
    impersonal: "site_id id created_at updated_at",
    exportedAs: "permissions",
    erasure: { how: "delete", why: "What was allowed ends with the person." },
  },
  {
    table: "authorization_codes",
    holds: "Codes of the last day, under the digests of them",
    secret: "digest code_challenge nonce",
    impersonal:
      "site_id grant_id family_id client_id redirect_uri redirect_uri_named scopes resource_named auth_time created_at expires_at spent_at",
    erasure: { how: "keep", why: "They name a permission that is gone, work no more, and are deleted a day later." },
  },
  {
    table: "tokens",
    holds: "Tokens, under the digests of them",
    secret: "digest",
    impersonal: "site_id family_id kind scopes created_at expires_at spent_at",
    erasure: {
      how: "own",
      why: "Refresh tokens go. Access tokens work no more, name nothing that is there, and are deleted within two hours.",
    },
  },
  {
    table: "families",
    holds: "The tokens that came of one exchange",
    owner: { column: "grant_id", through: "grants" },
    impersonal: "site_id id created_at expires_at revoked_at",
    erasure: { how: "delete", why: "What was allowed ends with the person." },
  },
  {
    table: "grants",
    holds: "Which applications somebody has allowed to act for them",
    kind: "grant",
    owner: { column: "member_id" },
    impersonal: "site_id id client_id created_at updated_at revoked_at",
    exportedAs: "applications",
    erasure: { how: "delete", why: "What was allowed ends with the person." },
  },
  {
    table: "clients",
    holds: "Applications",
    kind: "client",
    actors: "reviewed_by",
    impersonal:
      "site_id id name origin audience token_endpoint_auth_method application_type redirect_uris post_logout_redirect_uris introspects_all_tokens scopes secret_digest previous_secret_digest previous_secret_expires_at first_authorized_at metadata version created_at updated_at deleted_at external_id description blocked_at metadata_url document_fetched_at document_expires_at review reviewed_redirects_digest reviewed_at agent_since",
    erasure: { how: "pseudonymise", why: "They are the school's or their makers'. Who reviewed one is told no more." },
  },
  {
    table: "client_logos",
    holds: "Pictures of applications",
    impersonal: "site_id client_id media_type bytes digest created_at",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "signing_keys",
    holds: "Keys that sign for the site",
    impersonal: "site_id id public_jwk private_key created_at active_from retires_at",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "integrations",
    holds: "Platforms of vendors",
    impersonal: "id slug name name_patterns redirect_uris scopes created_at updated_at",
    erasure: { how: "keep", why: "Nothing of a person." },
  },
  {
    table: "rate_limits",
    holds: "How often something was tried, under digests",
    secret: "digest",
    impersonal: "site_id count expires_at",
    erasure: { how: "keep", why: "Addresses stand there as digests only, until the end of a limit: a day at most." },
  },
  {
    table: "sign_in_attempts",
    holds: "How often a sign-in failed or a link was mailed, across all sites, under digests",
    secret: "digest",
    impersonal: "count expires_at",
    erasure: { how: "keep", why: "Addresses are stored as digests only, for an hour at most." },
  },
];
