import { defineResource } from "#domain/platform/resource.ts";

/** Enrollment of members by themselves. */
export const selfEnrollment = defineResource({
  ids: { enrollmentRequest: "erq" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "enrollment_requests",
      holds: "Requests to be enrolled in free courses",
      kind: "enrollmentRequest",
      owner: { column: "member_id" },
      impersonal: "site_id id course_id status created_at decided_at updated_at",
      exportedAs: "enrollment-requests",
      merging: { how: "once", columns: "course_id", keeps: "newer" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
  ],
  audit: {
    names: { enrollment_request: { en: "Enrollment request", "zh-TW": "選課申請" } },
    actions: {
      enrollMyself: {
        en: "A member enrolled in a free course, or requested it",
        "zh-TW": "成員加入免費課程或提出申請",
      },
      decideEnrollmentRequest: {
        en: "An enrollment request was approved or declined",
        "zh-TW": "核准或婉拒選課申請",
      },
    },
  },
});
