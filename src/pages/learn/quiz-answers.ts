import type { PresentedQuestion } from "#domain/learning/learning-pages/my-quiz.ts";
import type { Form } from "#oauth/form.ts";
import type { GivenAnswer } from "#domain/learning/quiz-attempts/grade.ts";

type Asked = Pick<PresentedQuestion, "id" | "kind" | "choices">;

/** An answer in the form of a quiz. */
export type FormAnswer = GivenAnswer & { questionId: string };

export function answerIn(form: Form, { id, kind, choices }: Asked): FormAnswer {
  const fieldOf = (choice: { id: string }) => form.get(`q.${id}.${choice.id}`);
  const plain = form.get(`q.${id}`);
  const answer = { questionId: id, choiceIds: [], text: null, matches: {} };
  switch (kind) {
    case "single":
    case "true_false":
      return { ...answer, choiceIds: plain === undefined ? [] : [plain.slice(0, 64)] };
    case "multiple":
      return {
        ...answer,
        choiceIds: choices.filter((choice) => fieldOf(choice) !== undefined).map((choice) => choice.id),
      };
    case "ordering": {
      const placed = choices.filter((choice) => fieldOf(choice) !== undefined);
      return {
        ...answer,
        choiceIds: placed.toSorted((a, b) => Number(fieldOf(a)) - Number(fieldOf(b))).map((one) => one.id),
      };
    }
    case "matching":
      return {
        ...answer,
        matches: Object.fromEntries(
          choices.flatMap((one) => {
            const match = fieldOf(one);
            return match === undefined ? [] : [[one.id, match.slice(0, 1000)]];
          }),
        ),
      };
    case "numeric":
    case "short_text":
      return { ...answer, text: plain?.slice(0, 5000) ?? null };
  }
}

/** The fields of the form with this answer, the reverse of `answerIn`. */
export function fieldsOf({ id, kind, choices }: Asked, answer: GivenAnswer | undefined): Record<string, string> {
  if (!answer) return {};
  const { choiceIds, text, matches } = answer;
  const validChoiceIds = choiceIds.filter((choiceId) => choices.some((choice) => choice.id === choiceId));
  switch (kind) {
    case "single":
    case "true_false":
      return validChoiceIds[0] === undefined ? {} : { [`q.${id}`]: validChoiceIds[0] };
    case "multiple":
      return Object.fromEntries(validChoiceIds.map((choiceId) => [`q.${id}.${choiceId}`, choiceId]));
    case "ordering":
      return Object.fromEntries(validChoiceIds.map((choiceId, index) => [`q.${id}.${choiceId}`, String(index + 1)]));
    case "matching":
      return Object.fromEntries(
        choices.flatMap((choice) => {
          const match = matches[choice.id];
          return match ? [[`q.${id}.${choice.id}`, match]] : [];
        }),
      );
    case "numeric":
    case "short_text":
      return text ? { [`q.${id}`]: text } : {};
  }
}

export function answerTextsOf(
  { choices }: Pick<Asked, "choices">,
  { choiceIds, text, matches }: GivenAnswer,
): string[] {
  if (text !== null) return [text];
  const choiceTexts = new Map(choices.map((choice) => [choice.id, choice.text]));
  const pairs = Object.entries(matches).map(([id, match]) => `${choiceTexts.get(id) ?? ""} – ${match}`);
  return [...choiceIds.flatMap((id) => choiceTexts.get(id) ?? []), ...pairs];
}

/** Performs a button of an ordering question: `up.{question}.{item}`, `down.…` or `keep.{question}`. */
export function arranged(
  act: string,
  questions: readonly Asked[],
  answers: readonly FormAnswer[],
): { answers: FormAnswer[]; questionId: string | undefined } {
  const [way = "", questionId, itemId = ""] = act.split(".");
  const question = questions.find(({ id, kind }) => id === questionId && kind === "ordering");
  if (!question) return { answers: [...answers], questionId: undefined };
  return {
    questionId,
    answers: answers.map((answer) => {
      if (answer.questionId !== question.id) return answer;
      const order = [...new Set([...answer.choiceIds, ...question.choices.map(({ id }) => id)])];
      return { ...answer, choiceIds: moved(order, itemId, way) };
    }),
  };
}

function moved(order: readonly string[], item: string, way: string): string[] {
  const from = order.indexOf(item);
  const by = way === "up" ? -1 : way === "down" ? 1 : 0;
  const to = from + by;
  if (from === -1 || to < 0 || to >= order.length) return [...order];
  const without = order.filter((id) => id !== item);
  return [...without.slice(0, to), item, ...without.slice(to)];
}
