import type { CourseMatter, LectureMatter, SectionMatter } from "./course-front-matter.ts";

/** A course as stored in files. References are slugs and paths; sections and lectures are in order. */
export interface CourseContent {
  matter: CourseMatter & { slug: string };
  description: string;
  sections: SectionContent[];
}

/** A course from a source that may be incomplete. Absent fields stay unchanged. */
export type CourseDocument = Omit<CourseContent, "matter" | "description"> & {
  matter: Partial<CourseMatter> & Pick<CourseMatter, "name">;
  description?: string | undefined;
  /** Paths of images that the description shows by their targets (`fileTarget`). */
  descriptionImages?: readonly string[] | undefined;
};

export interface SectionContent {
  /** Name of the folder. */
  name: string;
  matter: SectionMatter;
  lectures: LectureContent[];
}

export interface LectureContent {
  /** File name without extension. */
  name: string;
  matter: LectureMatter;
  body: string | null;
}

/** Returns every file that a course references, without duplicates, in order of first reference. */
export function filesNamedIn({
  matter,
  sections,
  descriptionImages = [],
}: Pick<CourseDocument, "matter" | "sections" | "descriptionImages">): string[] {
  const lectures = sections.flatMap((section) => section.lectures);
  const named = lectures.flatMap(({ matter: { video, attachments } }) => [
    video?.file,
    ...(video?.captions ?? []).map(({ file }) => file),
    ...attachments.map(({ file }) => file),
  ]);
  return [
    ...new Set([matter.cover, ...descriptionImages, ...named].filter((path) => path !== null && path !== undefined)),
  ];
}

type Quiz = LectureMatter["quiz"];

/** Returns the quiz with other prompts. */
export const withPrompts = (quiz: Quiz, promptOf: (prompt: string) => string): Quiz =>
  quiz && {
    ...quiz,
    questions: quiz.questions.map((question) => ({ ...question, promptMarkdown: promptOf(question.promptMarkdown) })),
  };

/** The texts of a lecture that show files and link to other lectures. */
export const textsWithTargets = ({ body, matter }: { body: string | null; matter: LectureMatter }): string[] => [
  ...(body === null ? [] : [body]),
  ...(matter.quiz?.questions ?? []).map(({ promptMarkdown }) => promptMarkdown),
];
