import { type IdKind, parseId } from "#domain/platform/ids.ts";
import { submissionFilters, type SubmissionNarrowing } from "../../views/admin/submissions/submission-addresses.ts";

/** Parses the filters of the list. The form of a submission sends them too, to return to the same list. */
export const narrowingIn = (query: {
  status?: unknown;
  course?: unknown;
  assignment?: unknown;
}): SubmissionNarrowing => ({
  filter: submissionFilters.find((name) => name === query.status) ?? "submitted",
  course: idIn("course", query.course),
  assignment: idIn("lecture", query.assignment),
});

const done = ["graded", "returned", "undone", "notified"] as const;

/** Parses which submission was graded last, for the message about it. */
export const gradedIn = (query: { done?: unknown; last?: unknown }) => ({
  notice: done.find((name) => name === query.done),
  last: idIn("submission", query.last) || undefined,
});

/** Ignores malformed ids. */
const idIn = (kind: IdKind, value: unknown): string =>
  typeof value === "string" && parseId(kind, value) !== undefined ? value : "";
