import type { CopyValue } from "./copy.ts";
import type { Result } from "./results.ts";
import { dayOf } from "./run.ts";
import { answersWith, passPercent } from "./scores.ts";

/** The table of results for a kind of assessment: its columns with their types, and the values of a row in that order. */
export interface ResultTable {
  name: "quiz_attempts" | "submissions";
  columns: Readonly<Record<string, string>>;
  rowOf: (siteId: string, result: Result, now: Date) => CopyValue[];
}

const common = {
  site_id: "uuid",
  id: "uuid",
  lecture_id: "uuid",
  enrollment_id: "uuid",
  student_id: "uuid",
  course_id: "uuid",
  external_id: "text",
  metadata: "jsonb",
  submitted_at: "timestamptz",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

/** The single quiz attempt of a student. The start time is unknown. */
const attempts: ResultTable = {
  name: "quiz_attempts",
  columns: {
    ...common,
    quiz_version: "integer",
    attempt_no: "integer",
    started_at: "timestamptz",
    answers: "jsonb",
    score_percent: "integer",
    passed: "boolean",
  },
  rowOf(siteId, result, now) {
    const { at, score } = result;
    const answers = score === null ? "[]" : answersText(score);
    return [...commonOf(siteId, result, now), 1, 1, at, answers, score, score === null ? null : score >= passPercent];
  },
};

/** The marking date is unknown; the submission date is used. */
const submissions: ResultTable = {
  name: "submissions",
  columns: {
    ...common,
    status: "text",
    due_at: "timestamptz",
    given_score: "integer",
    score: "integer",
    graded_at: "timestamptz",
  },
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

/** Cached; there are only 101 scores. */
function answersText(score: number): string {
  const text = written.get(score) ?? JSON.stringify(answersWith(score));
  written.set(score, text);
  return text;
}
const written = new Map<number, string>();
