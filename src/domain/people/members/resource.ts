import { sql } from "#database/statements/sql.ts";
import { byColumn } from "#domain/platform/file-use.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Members of a site, whatever their role. */
export const members = defineResource({
  ids: { member: "mbr" },
  tags: { members: "All people at the school: students and staff." },
  scopes: { read: "members:read", write: "members:write" },
  events: {
    "member.created": { about: "A person became a member" },
    "member.invited": { about: "An invitation was sent", object: "invitation" },
    "member.updated": { about: "The profile, tags or consent of a member was updated" },
    "member.roles_changed": { about: "The roles of a member were changed" },
    "member.suspended": { about: "A member was suspended" },
    "member.removed": { about: "A member was removed" },
    "member.merged": {
      about:
        "Two members were merged. `data.object` is the surviving member, `data.previous_attributes.id` the ID of the other",
    },
    "member.erased": { about: "The personal data of a member was erased", object: "member_ref" },
  },
  tables: [
    {
      table: "members",
      holds: "Membership of a site: name, addresses, custom fields, consent, roles",
      kind: "member",
      personal:
        "id name email email_key guest_email_key picture_file_id locale roles status joined_at last_sign_in_at sign_in_count external_id metadata phone time_zone tags custom_fields consent_granted consent_at consent_source last_active_at search_terms counted_joined_at counted_locale counted_sign_ins accepted_at comment_snippets theme",
      shared: "account_id",
      impersonal: "site_id version created_at updated_at deleted_at",
      exportedAs: "profile",
      merging: { how: "own" },
      erasure: {
        how: "own",
        why: "The row is deleted last, in one transaction with the event `member.erased`. Remaining records refer to an empty pseudonymous member, which was created for the erasure and has a new ID.",
      },
    },
  ],
  fileUses: [
    // The condition is the predicate of the partial index. Members are erased, never restored: there is no `without`.
    byColumn(
      "member",
      sql`(select * from members where picture_file_id is not null)`,
      sql`referencing.picture_file_id`,
    ),
  ],
  audit: {
    names: { member: { en: "Member", "zh-TW": "成員" } },
    actions: {
      bulkMembers: { en: "Members were created, updated or tagged in bulk", "zh-TW": "批次新增、修改或標記成員" },
      removeMember: { en: "A member was removed", "zh-TW": "移除成員" },
      eraseMyself: { en: "A member deleted their own account here", "zh-TW": "成員刪除自己在這裡的帳號" },
      eraseMember: { en: "The personal data of a member was erased", "zh-TW": "永久刪除成員的個人資料" },
      exportMemberData: { en: "A data export of a member was requested", "zh-TW": "要求匯出成員的資料" },
      exportOwnData: { en: "A member requested a copy of their data", "zh-TW": "成員要求自己的資料副本" },
      revokeMemberSessions: { en: "All sessions of a member were signed out", "zh-TW": "將成員從所有裝置登出" },
      sendPasswordEmail: {
        en: "A member was sent an email to set a new password",
        "zh-TW": "寄送設定新密碼的郵件給成員",
      },
      startMemberView: { en: "Staff began to see the school as a member", "zh-TW": "開始以成員的身分查看學校" },
      endMemberView: { en: "Staff stopped seeing the school as a member", "zh-TW": "結束以成員的身分查看學校" },
      suspendMember: { en: "A member was suspended", "zh-TW": "將成員停權" },
      tagMember: { en: "The tags of a member were updated", "zh-TW": "修改成員的標籤" },
      unsuspendMember: { en: "A suspended member was reinstated", "zh-TW": "恢復停權的成員" },
      updateMember: { en: "A member was updated", "zh-TW": "修改成員資料" },
      updateOwnPreferences: {
        en: "A member changed their own language or time zone",
        "zh-TW": "成員變更自己的語言或時區",
      },
      updateOwnProfile: { en: "A member updated their own name or picture", "zh-TW": "成員變更自己的姓名或大頭照" },
      upsertMember: { en: "A member was created or updated by another system", "zh-TW": "其他系統新增或修改成員" },
      addMember: { en: "A member was added", "zh-TW": "新增成員" },
      lookUpMembers: { en: "Email addresses were looked up by a dry run", "zh-TW": "以試執行查詢電子郵件地址" },
      addMemberByLink: { en: "A member was added with an invitation link", "zh-TW": "新增成員並建立邀請連結" },
      addMemberWithPassword: { en: "A member was added with a password", "zh-TW": "新增成員並設定密碼" },
      resetPassword: { en: "A password was reset", "zh-TW": "重設密碼" },
      setMemberRoles: { en: "The roles of a member were changed", "zh-TW": "變更角色" },
    },
  },
  exports: ["members"],
  imports: ["members"],
});
