/** Addresses of the pages of a course that are written by hand. Their operations check the rights of the caller. */
export const coursePaths = {
  course: "/admin/courses/:course",
  lecturers: "/admin/courses/:course/lecturers",
  lectures: "/admin/courses/:course/publish_lectures",
  outline: "/admin/courses/:course/outline",
} as const;

const paths: ReadonlySet<string> = new Set(Object.values(coursePaths));

export const isCoursePath = (path: string): boolean => paths.has(path);

/** By ID or slug. */
export const outlineAddress = (course: string): string => `/admin/courses/${encodeURIComponent(course)}/outline`;

/** The page of a course, by its ID or slug. */
export const courseAddress = ({ course }: { course: string }): string => `/admin/courses/${encodeURIComponent(course)}`;
