import { defineResource } from "#domain/platform/resource.ts";

/** Staff notes about members. */
export const memberNotes = defineResource({
  ids: { memberNote: "mnt" },
  scopes: { read: "members:read", write: "members:write" },
  tables: [
    {
      table: "member_notes",
      holds: "Staff notes about a person",
      kind: "memberNote",
      owner: { column: "member_id" },
      actors: "author_id",
      personal: "body external_id metadata",
      impersonal: "site_id id version created_at updated_at deleted_at",
      exportedAs: "notes",
      merging: { how: "move" },
      erasure: {
        how: "delete",
        why: "Notes about the person are deleted. Notes that they wrote about others lose the author.",
      },
    },
  ],
  audit: {
    names: {},
    actions: {
      createMemberNote: { en: "A note on a member was created", "zh-TW": "建立成員備註" },
      deleteMemberNote: { en: "A note on a member was deleted", "zh-TW": "刪除成員備註" },
    },
  },
});
