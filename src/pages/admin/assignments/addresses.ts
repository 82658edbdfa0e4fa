export const assignmentPaths = { edit: "/admin/lectures/:id/assignment/edit" } as const;

export const assignmentPath = (lectureId: string): string =>
  assignmentPaths.edit.replace(":id", encodeURIComponent(lectureId));
