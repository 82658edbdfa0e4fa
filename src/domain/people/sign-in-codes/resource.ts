import { defineResource } from "#domain/platform/resource.ts";

/** Codes and links that sign people in by email. */
export const signInCodes = defineResource({
  scopes: { read: null, write: null },
  tables: [
    {
      table: "sign_in_codes",
      holds: "Codes that sign people in by email, for 15 minutes, as digests, with the address that was entered",
      owner: { column: "member_id" },
      personal: "email",
      secret: "browser_digest link_digest digits_digest",
      impersonal: "site_id tries authorization_id return_to created_at expires_at",
      fixed: "return_to",
      merging: { how: "end" },
      erasure: {
        how: "delete",
        why: "They only serve the person. Those of unknown addresses expire within 15 minutes.",
      },
    },
  ],
  audit: {
    names: {},
    actions: {
      requestSignInCode: { en: "A sign-in code was requested", "zh-TW": "要求寄送登入驗證碼" },
    },
  },
});
