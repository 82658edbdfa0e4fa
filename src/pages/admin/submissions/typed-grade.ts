import type { SubmissionToGrade } from "#domain/learning/submissions/submissions-for-teachers.ts";
import type { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import type { GradeProblem } from "../../views/admin/submissions/grade-form.ts";
import { type CriterionPoints, criterionPointsIn, pointsOf, splitCriteria, sumOf, withCriteria } from "./criteria.ts";

/** The grade of a form, as it was entered. */
export interface Typed {
  score: string;
  criteria: CriterionPoints;
  feedback: string;
}

export const typedIn = (form: Form, { assignment }: SubmissionToGrade): Typed => ({
  score: (form.get("score") ?? "").trim(),
  criteria: criterionPointsIn(form, assignment.rubric),
  // Browsers submit CRLF line endings.
  feedback: (form.get("feedback") ?? "").replaceAll("\r\n", "\n").trim(),
});

/** The total points, or else the sum of the criteria. */
export const scoreIn = ({ score, criteria }: Typed): { score?: number } => {
  const total = score === "" ? sumOf(criteria) : pointsOf(score);
  return total === undefined ? {} : { score: total };
};

/** Unchanged feedback keeps its time. */
export const feedbackIn = ({ feedback, criteria }: Typed, found: SubmissionToGrade): { feedback?: string } => {
  const written = withCriteria(found.assignment.rubric, criteria, feedback);
  return written === currentFeedback(found) ? {} : { feedback: written };
};

/** Feedback on an earlier version stays as it is until there is new feedback. */
const currentFeedback = ({ submission }: SubmissionToGrade): string =>
  submission.isFeedbackOutdated ? "" : (submission.feedbackMarkdown ?? "");

/** The stored grade, or the one that was taken back, as the form shows it. The total stays empty where it is the sum of the criteria. */
export function storedIn(found: SubmissionToGrade): Typed {
  const { held } = found;
  const { points: criteria, feedback } = splitCriteria(
    found.assignment.rubric,
    held?.feedback ?? currentFeedback(found),
  );
  const givenScore = held ? held.score : found.submission.givenScore;
  return { score: givenScore === null || sumOf(criteria) === givenScore ? "" : String(givenScore), criteria, feedback };
}

export function problemIn({ details }: Problem, { score, criteria }: Typed): GradeProblem {
  const isOfFeedback = (details.errors ?? []).some(({ pointer }) => pointer.startsWith("/feedback"));
  if (isOfFeedback) return "feedback";
  if (score !== "" || sumOf(criteria) !== undefined) return "points";
  return criteria.length > 0 ? "criteria" : "missing";
}
