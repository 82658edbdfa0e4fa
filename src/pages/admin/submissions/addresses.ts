import { type IdKind, parseId } from "#domain/platform/ids.ts";
import { submissionFilters, type SubmissionNarrowing } from "../../views/admin/submissions/submissions.ts";

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

/** Ignores malformed ids. */
const idIn = (kind: IdKind, value: unknown): string =>
  typeof value === "string" && parseId(kind, value) !== undefined ? value : "";
