import { adminSections } from "../../../admin/sections.ts";

/** The filters of the list. `course`: an encoded ID, or empty for all courses. */
export interface QuestionNarrowing {
  course: string;
}

const { path } = adminSections.questions;

export const questionQuery = ({ course }: QuestionNarrowing): Record<string, string> => ({ ...(course && { course }) });

const withQuery = (address: string, narrowing: QuestionNarrowing): string => {
  const query = new URLSearchParams(questionQuery(narrowing)).toString();
  return query === "" ? address : `${address}?${query}`;
};

export const questionsAddress = (narrowing: QuestionNarrowing): string => withQuery(path, narrowing);

/** The address of a question, which leads back to the same list. */
export const questionAddress = (id: string, narrowing: QuestionNarrowing): string =>
  withQuery(`${path}/${encodeURIComponent(id)}`, narrowing);
