import type { LectureMatter } from "./matter.ts";

type Quiz = NonNullable<LectureMatter["quiz"]>;

/** Questions and choices that have no id are known by their place: `q1`, `c2`. */
export const withPartIds = (quiz: Quiz): Quiz => ({
  ...quiz,
  questions: quiz.questions.map((question, index) => ({
    ...question,
    id: question.id ?? `q${index + 1}`,
    choices: question.choices.map((choice, place) => ({ ...choice, id: choice.id ?? `c${place + 1}` })),
  })),
});

/** The same without the ids that follow from the place, and without what is made of the Markdown. */
export const withoutPartIds = (quiz: Quiz): Quiz => ({
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
