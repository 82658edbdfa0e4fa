import type { CopyValue } from "../copy.ts";
import type { Result } from "./results.ts";
import { dayOf } from "./run.ts";
import { answersWith, passPercent } from "./scores.ts";

/** Where results of a kind of assessment are kept: the columns, and the values of one in their order. */
export interface ResultTable {
  name: "quiz_attempts" | "submissions";
  columns: readonly string[];
  rowOf: (siteId: string, result: Result, now: Date) => CopyValue[];
}

const common = ["site_id", "id", "lecture_id", "enrollment_id", "student_id", "course_id", "external_id", "metadata"];
const times = ["submitted_at", "created_at", "updated_at"];

/** The one attempt of a student at a quiz: nothing says when it was begun. */
const attempts: ResultTable = {
  name: "quiz_attempts",
  columns: [...common, ...times, "quiz_version", "attempt_no", "started_at", "answers", "score_percent", "passed"],
  rowOf(siteId, result, now) {
    const { at, score } = result;
    const answers = score === null ? "[]" : answersText(score);
    return [...commonOf(siteId, result, now), 1, 1, at, answers, score, score === null ? null : score >= passPercent];
  },
};

/** When one was marked is not known: on the day on which it was handed in. */
const submissions: ResultTable = {
  name: "submissions",
  columns: [...common, ...times, "status", "due_at", "given_score", "score", "graded_at"],
  rowOf(siteId, result, now) {
    const { at, score, assessment } = result;
    const dueAt = assessment.dueDay === null ? null : dayOf(assessment.run, assessment.dueDay);
    const status = score === null ? "submitted" : "graded";
    return [...commonOf(siteId, result, now), status, dueAt, score, score, score === null ? null : at];
  },
};

export const tableOf = ({ assessment }: Result): ResultTable => (assessment.kind === "quiz" ? attempts : submissions);

function commonOf(siteId: string, result: Result, now: Date): CopyValue[] {
  const { id, assessment, enrollmentId, memberId, externalId, isBanked, at } = result;
  const metadata = isBanked ? '{"banked":"true"}' : "{}";
  const about = [siteId, id, assessment.id, enrollmentId, memberId, assessment.run.courseId, externalId, metadata];
  return [...about, at, now, now];
}

/** There are a hundred and one of them. */
function answersText(score: number): string {
  const text = written.get(score) ?? JSON.stringify(answersWith(score));
  written.set(score, text);
  return text;
}
const written = new Map<number, string>();
