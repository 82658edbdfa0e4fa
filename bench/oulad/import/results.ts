import { csvRows } from "./csv-rows.ts";
import type { ActivitySource } from "./activity-source.ts";
import type { AssessmentOfRun } from "./curriculum.ts";
import { files, pathOf } from "./files.ts";
import { dayOf } from "./run.ts";
import { passPercent } from "./scores.ts";

/** A student's result of an assessment. */
export interface Result {
  id: string;
  enrollmentId: string;
  memberId: string;
  assessment: AssessmentOfRun;
  externalId: string;
  at: Date;
  /** 0 to 100; null if it was not marked. */
  score: number | null;
  /** Transferred from an earlier run. */
  isBanked: boolean;
  /** True if the result completes the lecture. */
  completes: boolean;
}

export async function* readResults(
  { folder, curriculum, rules, names, isIncluded }: ActivitySource,
  onRead: (part: number) => void,
): AsyncGenerator<Result> {
  for await (const row of csvRows(pathOf(folder, files.results), files.results.columns, onRead)) {
    const number = row.integer("id_assessment");
    const assessment = curriculum.assessments.get(number);
    if (!assessment) throw row.wrong("id_assessment", "an assessment in assessment.csv");
    const student = row.integer("id_student");
    const rule = rules.get(assessment.id);
    if (!isIncluded(student) || rule === undefined) continue;
    const score = row.optionalInteger("score");
    if (score !== null && (score < 0 || score > 100))
      throw row.wrong("score", "a score from 0 to 100, or an empty score,");
    const enrollmentId = names.enrollment(assessment.run.code, student);
    const hasPassed = score !== null && score >= passPercent;
    yield {
      id: names.progress(enrollmentId, number, assessment.id),
      enrollmentId,
      memberId: names.member(student),
      assessment,
      externalId: `${assessment.externalId}/${student}`,
      at: dayOf(assessment.run, row.days("date_submitted")),
      score,
      isBanked: row.text("is_banked") === "1",
      completes: rule === "view" || rule === "submit" || (rule === "pass_quiz" && hasPassed),
    };
  }
}
