import type { NewQuestion } from "#domain/catalog/curriculum/quizzes/question.ts";

/** In characters. A character needs at most 4 of the 255 bytes that file systems allow. */
const maxLength = 50;

/** Converts a title to a file name: letters and digits of any script, joined by hyphens. */
export function nameOfTitle(title: string): string {
  const name = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  // A character has at most two code units.
  return Array.from(name.slice(0, 2 * maxLength))
    .slice(0, maxLength)
    .join("")
    .normalize("NFC")
    .replace(/^-+|(?<!-)-+$/g, "");
}

/** Returns a file name that sorts by position: `02-knots`, or `02` if the title has no usable characters. */
export const partName = (title: string, index: number, count: number): string =>
  numberedName(nameOfTitle(title), index, count);

/** The same for the name of a title. */
export function numberedName(name: string, index: number, count: number): string {
  const number = String(index + 1).padStart(Math.max(2, String(count).length), "0");
  return name === "" ? number : `${number}-${name}`;
}

/** Removes the number: `02-knots` becomes `knots`. */
export const withoutNumber = (name: string): string => name.replace(/^\d+[-_. ]?/, "");

/** Compares by number, then by text. Names without a number come last. */
export function byNumber(a: string, b: string): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export const numberOf = (name: string): number => Number(/^\d{1,9}/.exec(name)?.[0] ?? Number.POSITIVE_INFINITY);

interface Quiz {
  questions: NewQuestion[];
}

/** Assigns IDs by position, such as `q1` and `c2`, to questions and choices without an ID. */
export const withPartIds = <Written extends Quiz>(quiz: Written): Written => ({
  ...quiz,
  questions: identified(quiz.questions, "q").map((question) => ({
    ...question,
    choices: identified(question.choices, "c"),
  })),
});

/** Avoids IDs that other items have explicitly. */
function identified<Part extends { id?: string | undefined }>(parts: readonly Part[], letter: "q" | "c"): Part[] {
  const usedIds = new Set(parts.map(({ id }) => id));
  return parts.map((part, index) => {
    let id = part.id ?? `${letter}${index + 1}`;
    while (part.id === undefined && usedIds.has(id)) id += "_";
    return { ...part, id };
  });
}

/** Removes IDs that follow from the position, and the HTML rendered from Markdown. Inverse of `withPartIds`. */
export const withoutPartIds = <Written extends Quiz>(quiz: Written): Written => ({
  ...quiz,
  questions: quiz.questions.map(({ id, promptHtml: _html, ...question }, index) => ({
    ...(id !== `q${index + 1}` && { id }),
    ...question,
    choices: question.choices.map(({ id: own, ...choice }, lectureIndex) => ({
      ...(own !== `c${lectureIndex + 1}` && { id: own }),
      ...choice,
    })),
  })),
});
