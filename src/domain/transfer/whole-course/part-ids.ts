import type { NewQuestion } from "#domain/catalog/curriculum/quizzes/question.ts";

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
