import { defineResource } from "#domain/platform/resource.ts";

/** Directories that provision members by SCIM, such as the identity provider of a company. */
export const provisioning = defineResource({
  ids: { provisioningKey: "pvk" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "provisioning_keys",
      holds: "Keys of directories that provision members, as digests, and what they may do",
      kind: "provisioningKey",
      actors: "member_id",
      secret: "digest",
      impersonal:
        "site_id id name ending email_domains roles group_roles created_at updated_at revoked_at last_used_at last_used_address",
      fixed: "ending roles last_used_address",
      kept: {
        name: { why: "School content. The school changes what it says about people." },
        email_domains: { why: "Domains of organizations." },
        group_roles: { why: "Names of groups of a directory." },
      },
      merging: { how: "move" },
      erasure: { how: "pseudonymize", why: "The key belongs to the school. The person who created it is removed." },
    },
    {
      table: "provisioned_members",
      holds: "What a directory said about a member: its ID for them, parts of the name, roles",
      owner: { column: "member_id" },
      personal: "external_id given_name family_name",
      impersonal: "site_id key_id roles added_roles suspended_at created_at",
      fixed: "roles added_roles",
      exportedAs: "directories",
      merging: { how: "once", columns: "key_id", keeps: "survivor" },
      erasure: { how: "delete", why: "The directory's record ends with the person." },
    },
    {
      table: "provisioned_groups",
      holds: "Groups that a directory created, with its ID for them",
      impersonal: "site_id key_id group_id external_id created_at",
      fixed: "external_id",
      erasure: { how: "keep", why: "No personal data." },
    },
  ],
  audit: {
    names: { provisioning_key: { en: "Provisioning key", "zh-TW": "帳號佈建金鑰" } },
    actions: {
      createProvisioningKey: { en: "A provisioning key was created", "zh-TW": "建立帳號佈建金鑰" },
      updateProvisioningKey: { en: "What a provisioning key may do was changed", "zh-TW": "變更帳號佈建金鑰的權限" },
      replaceProvisioningKey: { en: "A provisioning key was replaced", "zh-TW": "更換帳號佈建金鑰" },
      revokeProvisioningKey: { en: "A provisioning key was revoked", "zh-TW": "撤銷帳號佈建金鑰" },
      provisionMember: { en: "A directory created a member", "zh-TW": "目錄服務新增成員" },
      changeProvisionedMember: { en: "A directory changed a member", "zh-TW": "目錄服務修改成員" },
      removeProvisionedMember: { en: "A directory removed a member", "zh-TW": "目錄服務移除成員" },
      provisionGroup: { en: "A directory created a group", "zh-TW": "目錄服務建立群組" },
      changeProvisionedGroup: { en: "A directory changed a group", "zh-TW": "目錄服務修改群組" },
      removeProvisionedGroup: { en: "A directory deleted a group", "zh-TW": "目錄服務刪除群組" },
    },
  },
});
