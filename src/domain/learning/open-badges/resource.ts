import { defineResource } from "#domain/platform/resource.ts";

/** Open Badges of certificates, and the keys that sign them. */
export const openBadges = defineResource({
  ids: { credentialKey: "crk" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "credential_keys",
      holds: "Keys that sign Open Badges",
      kind: "credentialKey",
      impersonal: "site_id id public_jwk private_key created_at retired_at",
      erasure: { how: "keep", why: "No personal data." },
    },
    {
      table: "credential_statuses",
      holds: "Number of Open Badges",
      impersonal: "site_id next_index",
      erasure: { how: "keep", why: "No personal data." },
    },
  ],
  audit: {
    names: { credential_key: { en: "Open Badges signing key", "zh-TW": "開放徽章的簽署金鑰" } },
    actions: {
      rotateCredentialKey: { en: "The Open Badges signing key was rotated", "zh-TW": "更換開放徽章的簽署金鑰" },
    },
  },
});
