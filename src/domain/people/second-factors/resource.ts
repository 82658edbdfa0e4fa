import { defineResource } from "#domain/platform/resource.ts";

/** Second factors of members: authenticator apps, recovery codes and passkeys. */
export const secondFactors = defineResource({
  ids: { passkey: "psk" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "authenticator_apps",
      holds: "Authenticator apps for signing in, with their encrypted secrets",
      owner: { column: "member_id" },
      secret: "secret last_step",
      impersonal: "site_id created_at last_used_at",
      exportedAs: "authenticator-app",
      merging: { how: "end" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
    {
      table: "recovery_codes",
      holds: "Recovery codes for signing in, as digests",
      owner: { column: "member_id" },
      secret: "digest",
      impersonal: "site_id created_at used_at",
      merging: { how: "end" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
    {
      table: "passkeys",
      holds: "Passkeys for signing in, with their public keys",
      kind: "passkey",
      owner: { column: "member_id" },
      personal: "name",
      secret: "credential_id public_key counter",
      impersonal: "site_id id transports is_synced rp_id created_at last_used_at",
      fixed: "transports rp_id",
      exportedAs: "passkeys",
      merging: { how: "end" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
    {
      table: "spent_challenges",
      holds: "Used challenges of passkeys, as digests",
      secret: "digest",
      impersonal: "site_id expires_at",
      erasure: { how: "keep", why: "They refer to no person, and are deleted within hours." },
    },
  ],
  audit: {
    names: { passkey: { en: "Passkey", "zh-TW": "通行密鑰" } },
    actions: {
      addAuthenticatorApp: { en: "An authenticator app was set up", "zh-TW": "設定驗證器應用程式" },
      addPasskey: { en: "A passkey was added", "zh-TW": "新增通行密鑰" },
      refuseCode: { en: "A wrong code was entered after the password", "zh-TW": "輸入密碼後驗證碼錯誤" },
      refusePasskey: { en: "A passkey was refused", "zh-TW": "拒絕通行密鑰" },
      removeAuthenticatorApp: { en: "An authenticator app was removed", "zh-TW": "移除驗證器應用程式" },
      removePasskey: { en: "A passkey was removed", "zh-TW": "移除通行密鑰" },
      removeSecondFactors: { en: "All second factors of a member were removed", "zh-TW": "移除成員的所有第二驗證方式" },
      renamePasskey: { en: "A passkey was renamed", "zh-TW": "重新命名通行密鑰" },
      replaceRecoveryCodes: { en: "Recovery codes were replaced", "zh-TW": "更換復原碼" },
      useRecoveryCode: { en: "A person signed in with a recovery code", "zh-TW": "以復原碼登入" },
    },
  },
});
