/**
 * Tables without a site, with the columns of the others that are not keyed by one: ARCHITECTURE.md lists the same.
 * Every other table begins its keys with site_id, and every statement on it names site_id.
 */
export const installationWide: readonly string[] = [
  "sites",
  "accounts",
  "account_sites",
  "integrations",
  "rollup_clock",
  "sign_in_attempts",
  "schema_migrations",
  "secret_key_fingerprint",
  "message_hold",
];
