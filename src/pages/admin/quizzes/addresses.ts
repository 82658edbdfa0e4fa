export const quizPaths = {
  edit: "/admin/lectures/:id/quiz/edit",
  import: "/admin/lectures/:id/quiz/import",
  try: "/admin/lectures/:id/quiz/try",
} as const;

export const quizPath = (lectureId: string): string => `/admin/lectures/${encodeURIComponent(lectureId)}/quiz`;

export const importPath = (lectureId: string): string => `${quizPath(lectureId)}/import`;

export const tryPath = (lectureId: string): string => `${quizPath(lectureId)}/try`;
