import { defineResource } from "#domain/platform/resource.ts";

/** Identity providers with which people sign in, and their identities there. */
export const identityProviders = defineResource({
  ids: { identityProvider: "idp" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "identity_providers",
      holds: "Identity providers of the school",
      kind: "identityProvider",
      secret: "client_secret",
      impersonal:
        "site_id id name protocol preset issuer client_id team_id key_id saml scopes domains groups_claim group_roles creates_members passwords_off active created_at updated_at",
      erasure: { how: "keep", why: "School data." },
    },
    {
      table: "identities",
      holds: "Identities with which people sign in at identity providers",
      owner: { column: "member_id" },
      personal: "subject email",
      impersonal: "site_id id provider_id linked_by group_roles created_at last_used_at",
      fixed: "linked_by group_roles",
      exportedAs: "identities",
      merging: { how: "end" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
    {
      table: "provider_requests",
      holds: "Sign-ins under way at identity providers, for 15 minutes, as digests, and encrypted responses to them",
      secret: "digest browser_digest response",
      impersonal: "site_id provider_id purpose session_id authorization_id return_to created_at expires_at",
      erasure: { how: "keep", why: "They name no person and are deleted after 15 minutes." },
    },
    {
      table: "used_logout_tokens",
      holds: "Messages of identity providers that were used, as digests",
      secret: "digest",
      impersonal: "site_id expires_at",
      erasure: { how: "keep", why: "They name no person and are deleted when they expire." },
    },
  ],
  audit: {
    names: { identity_provider: { en: "Identity provider", "zh-TW": "登入服務" } },
    actions: {
      createIdentityProvider: { en: "An identity provider was added", "zh-TW": "新增登入服務" },
      saveIdentityProvider: { en: "An identity provider was changed", "zh-TW": "變更登入服務" },
      deleteIdentityProvider: { en: "An identity provider was deleted", "zh-TW": "刪除登入服務" },
      connectIdentity: { en: "An identity was connected to a member", "zh-TW": "將登入服務的身分連結到成員" },
      disconnectIdentity: { en: "An identity was disconnected", "zh-TW": "中斷登入服務的身分" },
      joinWithProvider: { en: "A person became a member with an identity provider", "zh-TW": "透過登入服務成為成員" },
      applyGroupRoles: { en: "Roles followed the groups at an identity provider", "zh-TW": "依登入服務的群組變更角色" },
      endProviderSessions: {
        en: "A logout at an identity provider ended sessions",
        "zh-TW": "登入服務的登出結束工作階段",
      },
    },
  },
});
