import { defineResource } from "#domain/platform/resource.ts";

/** Signed-in browsers. */
export const sessions = defineResource({
  ids: { session: "ses" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "sessions",
      holds: "Signed-in browsers with their IP addresses, and how notifications reach them",
      kind: "session",
      owner: { column: "member_id" },
      personal: "user_agent address",
      secret: "digest push provider_session",
      impersonal: "site_id id authenticated_at amr opened_at last_seen_at expires_at revoked_at identity_provider_id",
      exportedAs: "sessions",
      merging: { how: "end" },
      erasure: { how: "delete", why: "Sessions end with the person." },
    },
    {
      table: "known_browsers",
      holds: "Browsers used for earlier sign-ins, as digests",
      owner: { column: "member_id" },
      secret: "digest",
      impersonal: "site_id id last_used_at",
      merging: { how: "end" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
  ],
  audit: {
    names: { session: { en: "Session", "zh-TW": "工作階段" } },
    actions: {
      acceptMembership: { en: "An invited person became a member by signing in", "zh-TW": "受邀者登入後成為成員" },
      refusePassword: { en: "A wrong password was entered", "zh-TW": "密碼錯誤" },
      refuseSignIn: { en: "Sign-ins were blocked after too many failures", "zh-TW": "登入失敗次數過多，暫時限制登入" },
      revokeOtherSessions: { en: "All other sessions were signed out", "zh-TW": "登出所有其他裝置" },
      revokeOwnSession: { en: "A session was signed out", "zh-TW": "登出一個裝置" },
      signIn: { en: "A person signed in", "zh-TW": "登入" },
      signOut: { en: "A person signed out", "zh-TW": "登出" },
    },
  },
});
