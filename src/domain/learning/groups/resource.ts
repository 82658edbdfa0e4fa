import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Groups of students. */
export const groups = defineResource({
  ids: { group: "grp" },
  tags: { groups: "Groups of students and the courses they are enrolled in." },
  scopes: { read: "students:read", write: "students:write" },
  events: { "group.updated": { about: "The students of a group were updated" } },
  tables: [
    {
      table: "group_members",
      holds: "Memberships in groups",
      owner: { column: "member_id" },
      impersonal: "site_id group_id created_at",
      exportedAs: "groups",
      merging: { how: "own" },
      erasure: { how: "own", why: "The person leaves their groups, whose sizes are updated." },
    },
    schoolData("groups", "School content and offers"),
    schoolData("group_courses", "School content and offers"),
  ],
  audit: {
    names: { group: { en: "Student group", "zh-TW": "學員群組" } },
    actions: {
      addGroupStudents: { en: "Students were added to a group", "zh-TW": "將學員加入群組" },
      createGroup: { en: "A student group was created", "zh-TW": "建立學員群組" },
      deleteGroup: { en: "A student group was deleted", "zh-TW": "刪除學員群組" },
      removeGroupStudent: { en: "A student was removed from a group", "zh-TW": "將學員移出群組" },
      updateGroup: { en: "A student group was updated", "zh-TW": "修改學員群組" },
    },
  },
  exports: ["groups"],
});
