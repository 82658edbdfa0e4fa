const lecture = "/admin/lectures/:id";

/** Addresses of the editor of a lecture. Their operations check the rights of the caller. */
export const lecturePaths = {
  edit: `${lecture}/edit`,
  draft: `${lecture}/draft`,
  discard: `${lecture}/draft/discard`,
  duplicate: `${lecture}/duplicate`,
  move: `${lecture}/move`,
  preview: `${lecture}/preview`,
  revisions: `${lecture}/revisions`,
  revision: `${lecture}/revisions/:rev`,
} as const;

const paths: ReadonlySet<string> = new Set(Object.values(lecturePaths));

export const isLecturePath = (path: string): boolean => paths.has(path);

/** The address of a page of a lecture, by its ID. */
export const lectureAddress = (page: keyof typeof lecturePaths, id: string, rev = ""): string =>
  lecturePaths[page].replace(":id", encodeURIComponent(id)).replace(":rev", encodeURIComponent(rev));
