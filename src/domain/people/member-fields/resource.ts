import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Additional fields of members. */
export const memberFields = defineResource({
  ids: { memberField: "mfd" },
  tags: { member_fields: "Additional fields that a school defines for its members." },
  scopes: { read: "members:read", write: "members:write" },
  tables: [schoolData("member_fields", "School content and offers")],
  audit: {
    names: { member_field: { en: "Member field", "zh-TW": "成員欄位" } },
    actions: {
      createMemberField: { en: "A member field was created", "zh-TW": "建立成員欄位" },
      deleteMemberField: { en: "A member field was deleted", "zh-TW": "刪除成員欄位" },
      updateMemberField: { en: "A member field was updated", "zh-TW": "修改成員欄位" },
    },
  },
});
