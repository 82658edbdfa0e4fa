import { defineResource } from "#domain/platform/resource.ts";

/** Members with the student role. */
export const students = defineResource({
  tags: { students: "Members with the student role, with their learning data." },
  scopes: { read: "students:read", write: "students:write" },
  events: {
    "student.created": { about: "A member got the student role" },
    "student.updated": { about: "The profile of a student was updated" },
  },
  tables: [],
  audit: {
    names: {},
    actions: {
      bulkStudents: { en: "Students were added in bulk", "zh-TW": "批次新增學員" },
      createStudent: { en: "A student was added", "zh-TW": "新增學員" },
      updateStudent: { en: "A student was updated", "zh-TW": "修改學員資料" },
    },
  },
  exports: ["students"],
  imports: ["students"],
});
