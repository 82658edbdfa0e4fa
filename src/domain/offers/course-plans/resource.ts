import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Prices of courses. */
export const coursePlans = defineResource({
  ids: { coursePlan: "cpl" },
  tags: { course_plans: "Prices of a course: free, one-time payment, installments or subscription." },
  scopes: { read: "courses:read", write: "courses:write" },
  events: {
    "course_plan.created": { about: "A course plan was created" },
    "course_plan.updated": { about: "A course plan was updated or archived" },
  },
  tables: [schoolData("course_plans", "School content and offers")],
  audit: {
    names: { course_plan: { en: "Course plan", "zh-TW": "課程方案" } },
    actions: {
      createCoursePlan: { en: "A course plan was created", "zh-TW": "建立課程方案" },
      deleteCoursePlan: { en: "A course plan was deleted", "zh-TW": "刪除課程方案" },
      updateCoursePlan: { en: "A course plan was updated", "zh-TW": "修改課程方案" },
    },
  },
});
