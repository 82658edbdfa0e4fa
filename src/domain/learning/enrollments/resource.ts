import { defineResource } from "#domain/platform/resource.ts";

/** Access of students to courses. */
export const enrollments = defineResource({
  ids: { enrollment: "enr" },
  tags: { enrollments: "Access of students to courses." },
  scopes: { read: "students:read", write: "students:write" },
  events: {
    "enrollment.created": { about: "A student was enrolled in a course" },
    "enrollment.updated": { about: "The end, plan or metadata of an enrollment was updated" },
    "enrollment.extended": { about: "The access of an enrollment was extended" },
    "enrollment.started": { about: "A student started a course" },
    "enrollment.completed": { about: "A student completed all required lectures of a course" },
    "enrollment.expiring": { about: "An enrollment expires in 7 days or in 1 day" },
    "enrollment.expired": { about: "The access of an enrollment ended on schedule" },
    "enrollment.revoked": { about: "An enrollment was revoked" },
    "enrollment.reactivated": { about: "An enrollment was reactivated" },
  },
  tables: [
    {
      table: "enrollments",
      holds: "Course enrollments and progress",
      kind: "enrollment",
      owner: { column: "student_id" },
      personal: "revoke_reason external_id metadata unlocked",
      impersonal:
        "site_id id course_id status source starts_at expires_at enrolled_at completed_at revoked_at revoked_for last_lecture_id last_position_seconds last_activity_at last_watched_at version created_at updated_at deleted_at plan_id source_id counted_enrolled_at counted_completed_at counted_source warned_for warned_days progress_permille",
      fixed: "counted_source",
      exportedAs: "enrollments",
      merging: { how: "own" },
      erasure: {
        how: "pseudonymize",
        blank: {
          revoke_reason: "null",
          unlocked: "null",
          external_id: "null",
          metadata: "'{}'",
          status: "case when status in ('active', 'scheduled') then 'expired' else status end",
          expires_at: "least(expires_at, :now)",
        },
        why: "Course statistics count them. Active enrollments end.",
      },
    },
  ],
  audit: {
    names: { enrollment: { en: "Enrollment", "zh-TW": "選課紀錄" } },
    actions: {
      bulkEnroll: { en: "Students were enrolled in bulk", "zh-TW": "批次將學員加入課程" },
      enrollStudent: { en: "A student was enrolled in a course", "zh-TW": "將學員加入課程" },
      updateEnrollment: { en: "An enrollment was updated", "zh-TW": "修改選課紀錄" },
      extendEnrollment: { en: "A student's access to a course was extended", "zh-TW": "延長學員的上課期限" },
      expireEnrollment: { en: "A student's access to a course was ended", "zh-TW": "結束學員的上課期限" },
      revokeEnrollment: { en: "A student's access to a course was revoked", "zh-TW": "撤銷學員的課程權限" },
      enrollByMembership: {
        en: "A member was enrolled through their membership",
        "zh-TW": "成員開始了會員方案中的課程",
      },
      reactivateEnrollment: { en: "A student's access to a course was restored", "zh-TW": "恢復學員的課程權限" },
    },
  },
  exports: ["enrollments"],
  imports: ["enrollments"],
});
