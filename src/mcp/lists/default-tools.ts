/**
 * The tools of callers who can use more than hosts allow or models read well: the most frequent work, and the way to
 * all others. In the order of the tool table.
 */
export const defaultTools: ReadonlySet<string> = new Set([
  "search",
  "fetch",
  "admin_list_courses",
  "admin_get_course",
  "create_course",
  "update_course",
  "set_course_state",
  "save_course_plan",
  "get_curriculum",
  "save_curriculum",
  "save_lecture",
  "move_lecture",
  "get_quiz",
  "save_quiz",
  "list_students",
  "list_enrollments",
  "enroll_students",
  "change_enrollment",
  "get_progress",
  "send_message",
  "list_submissions",
  "grade_submission",
  "get_analytics_overview",
  "get_revenue",
  "save_event",
  "save_event_ticket",
  "set_event_state",
  "list_orders",
  "get_order",
  "save_coupon",
  "get_job",
  "start_export",
]);

/** Limits of a list: hosts allow 40 tools or more, and pass names, descriptions and arguments to the model. */
export const maxListed = 40;
/** In characters, of which four are about one token. */
export const maxListedLength = 48_000;
