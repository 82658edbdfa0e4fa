import { parseId } from "#domain/platform/ids.ts";
import type { QuestionNarrowing } from "../../views/admin/questions/question-addresses.ts";
import type { LastQuestion } from "../../views/admin/questions/question-notice.ts";

/** Parses the filters of the list. The form of a question sends them too, to return to the same list. */
export const narrowingIn = ({ course }: { course?: unknown }): QuestionNarrowing => ({
  course: typeof course === "string" && parseId("course", course) !== undefined ? course : "",
});

const done = ["answered", "settled", "reopened"] as const;

/** Parses what was done last, for the message about it. */
export function lastIn(query: { done?: unknown; last?: unknown }): LastQuestion | undefined {
  const name = done.find((one) => one === query.done);
  if (name === undefined) return undefined;
  const { last } = query;
  return { done: name, id: typeof last === "string" && parseId("comment", last) !== undefined ? last : undefined };
}
