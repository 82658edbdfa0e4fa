import type { LectureMatter } from "./course-front-matter.ts";

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
