/** The form that gives a person access to a course. */
export const giveAccessPath = "/admin/enrollments/new";

export const giveAccessAddress = (to: { course_id: string } | { student_id: string }): string =>
  `${giveAccessPath}?${new URLSearchParams(to).toString()}`;
