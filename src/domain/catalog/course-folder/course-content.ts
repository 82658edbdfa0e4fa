import type { CourseMatter, LectureMatter, SectionMatter } from "./matter.ts";

/** A course as files tell of it: what it refers to by slugs and paths, its parts in their order. */
export interface CourseContent {
  matter: CourseMatter & { slug: string };
  description: string;
  sections: SectionContent[];
}

/** The same of a source that does not know all of a course: what it leaves out stays as it is. */
export type CourseDocument = Omit<CourseContent, "matter" | "description"> & {
  matter: Partial<CourseMatter> & Pick<CourseMatter, "name">;
  description?: string | undefined;
};

export interface SectionContent {
  /** What its folder is called. */
  name: string;
  matter: SectionMatter;
  lectures: LectureContent[];
}

export interface LectureContent {
  /** What its file is called, without its ending. */
  name: string;
  matter: LectureMatter;
  body: string | null;
}

/** Every file that a course names, each once, in the order in which they are named. */
export function filesNamedIn({ matter, sections }: Pick<CourseDocument, "matter" | "sections">): string[] {
  const lectures = sections.flatMap((section) => section.lectures);
  const named = lectures.flatMap(({ matter: { video, attachments } }) => [
    video?.file,
    ...(video?.captions ?? []).map(({ file }) => file),
    ...attachments.map(({ file }) => file),
  ]);
  return [...new Set([matter.cover, ...named].filter((path) => path !== null && path !== undefined))];
}
