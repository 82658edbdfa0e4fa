import { defineResource } from "#domain/platform/resource.ts";

/** Accounts, which all sites of the installation share. */
export const accounts = defineResource({
  scopes: { read: null, write: null },
  tables: [
    {
      table: "mail_links",
      holds: "Active links sent by email, with the recipient address",
      personal: "member_id email name",
      secret: "digest password_hash browser_digest",
      shared: "account_id",
      impersonal: "site_id purpose authorization_id return_to created_at expires_at spent_at",
      fixed: "purpose return_to",
      merging: { how: "own" },
      erasure: {
        how: "own",
        why: "Links of the account and its addresses are deleted. The others expire within two weeks.",
      },
    },
    {
      table: "account_sites",
      holds: "Sites at which an account is a member",
      personal: "member_id",
      shared: "account_id",
      impersonal: "site_id",
      merging: { how: "own" },
      erasure: { how: "own", why: "The erasing site's entry is deleted. Those of other sites stay." },
    },
    {
      table: "accounts",
      holds: "Sign-in data, shared by all sites of the installation",
      personal: "email email_key email_verified_at locale",
      secret: "password_hash",
      shared: "id created_at updated_at password_site_id password_set_at",
      impersonal: "",
      exportedAs: "account",
      erasure: {
        how: "own",
        why: "The account is deleted with its last membership. While the person is a member of another site, it stays.",
      },
    },
  ],
  audit: {
    names: {},
    actions: {
      changeEmail: { en: "A sign-in email address was changed", "zh-TW": "變更登入用的電子郵件地址" },
      clearPassword: {
        en: "A password that others knew ended, because a mailed code proved the address",
        "zh-TW": "以信中驗證碼證明地址後，移除他人知道的密碼",
      },
      changePassword: { en: "A password was changed", "zh-TW": "變更密碼" },
      requestEmailChange: {
        en: "A change of the sign-in email address was requested",
        "zh-TW": "要求變更登入用的電子郵件地址",
      },
      requestEmailVerification: { en: "A verification email was requested", "zh-TW": "要求寄送地址驗證信" },
      requestPasswordReset: { en: "A password reset email was requested", "zh-TW": "要求寄送密碼重設信" },
      requestSignUp: { en: "A sign-up was requested", "zh-TW": "要求註冊" },
      setPassword: { en: "A password was set through an email link", "zh-TW": "透過信中連結設定密碼" },
      signUp: { en: "A person signed up", "zh-TW": "註冊" },
      verifyEmail: { en: "An email address was verified", "zh-TW": "驗證電子郵件地址" },
    },
  },
});
