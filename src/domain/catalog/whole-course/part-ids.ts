import type { NewQuestion } from "#domain/catalog/curriculum/question.ts";

interface Quiz {
  questions: NewQuestion[];
}

/** Questions and choices that have no id are known by their place: `q1`, `c2`. */
export const withPartIds = <Written extends Quiz>(quiz: Written): Written => ({
  ...quiz,
  questions: identified(quiz.questions, "q").map((question) => ({
    ...question,
    choices: identified(question.choices, "c"),
  })),
});

/** A place whose name another part has of its own is called a little differently. */
function identified<Part extends { id?: string | undefined }>(parts: readonly Part[], letter: "q" | "c"): Part[] {
  const given = new Set(parts.map(({ id }) => id));
  return parts.map((part, index) => {
    let id = part.id ?? `${letter}${index + 1}`;
    while (part.id === undefined && given.has(id)) id += "_";
    return { ...part, id };
  });
}

/** The same without the ids that follow from the place, and without what is made of the Markdown. */
export const withoutPartIds = <Written extends Quiz>(quiz: Written): Written => ({
  ...quiz,
  questions: quiz.questions.map(({ id, promptHtml: _html, ...question }, index) => ({
    ...(id !== `q${index + 1}` && { id }),
    ...question,
    choices: question.choices.map(({ id: own, ...choice }, place) => ({
      ...(own !== `c${place + 1}` && { id: own }),
      ...choice,
    })),
  })),
});
