import { adminSections } from "../../../admin/sections.ts";

export const submissionFilters = ["submitted", "graded", "returned", "all"] as const;

/** With encoded ids. Empty: all. */
export type SubmissionNarrowing = {
  filter: (typeof submissionFilters)[number];
  course: string;
  /** The lecture of the assignment. */
  assignment: string;
};

const { path } = adminSections.submissions;

export const submissionQuery = ({ filter, course, assignment }: SubmissionNarrowing): Record<string, string> => ({
  status: filter,
  ...(course && { course }),
  ...(assignment && { assignment }),
});

/** The address of the list with these filters. */
export const submissionsAddress = (narrowing: SubmissionNarrowing): string =>
  `${path}?${new URLSearchParams(submissionQuery(narrowing)).toString()}`;

/** The address of a submission, which leads back to the same list. */
export const submissionAddress = (id: string, narrowing: SubmissionNarrowing): string =>
  `${path}/${encodeURIComponent(id)}?${new URLSearchParams(submissionQuery(narrowing)).toString()}`;

/** The address that the forms of a submission are sent to. */
export const submissionPath = (id: string): string => `${path}/${id}`;
