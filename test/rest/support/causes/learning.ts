import assert from "node:assert/strict";
import { endEnrollments } from "#domain/learning/enrollments/jobs/end-enrollments.ts";
import { newId } from "#domain/platform/ids.ts";
import { day, now } from "../../../support/clock.ts";
import { aClass } from "../assigned-class.ts";
import type { Operator } from "../operator.ts";
import { aCourse, aLecture, aSection } from "../taught-course.ts";
import { aPublishedCourse } from "./courses.ts";
import { type Causes, done } from "./causes.ts";

async function anEnrollment(operator: Operator, fields: object = {}) {
  const course = await aPublishedCourse(operator);
  const member = await operator.site.member({ email: `${newId()}@example.test` });
  const body = { course_id: course, student_id: member.sub, ...fields };
  const { id } = await done(operator.post("/enrollments", body));
  const tree = await done<{ sections: { lectures: { id: string }[] }[] }>(
    operator.get(`/courses/${course}/curriculum`),
  );
  return { id, course, member, lecture: tree.sections[0]!.lectures[0]!.id };
}

/** Reports progress as an external player does. */
async function report(operator: Operator, { id, lecture }: { id: string; lecture: string }, kind: string) {
  const event = { id: crypto.randomUUID(), lecture_id: lecture, kind, occurred_at: now().toISOString() };
  await done(operator.post(`/enrollments/${id}/progress`, { events: [event] }));
}

const step =
  (...names: readonly string[]) =>
  async (operator: Operator) => {
    const { id } = await anEnrollment(operator, { expires_at: inDays(30) });
    for (const name of names) {
      const body = name === "extend" ? { days: 5 } : {};
      await done(operator.post(`/enrollments/${id}/${name}`, body));
    }
  };

const inDays = (days: number) => new Date(now().getTime() + days * day).toISOString();

/** Runs the clock for an enrollment of ten days that has this many days left. */
const withDaysLeft = (left: number) => async (operator: Operator) => {
  await anEnrollment(operator, { expires_at: inDays(10) });
  const { db, site } = operator.site.context();
  await endEnrollments(db, new Date(now().getTime() + (10 - left) * day), { siteId: site.id });
};

async function anAttempt(operator: Operator, isRight: boolean) {
  const course = await aCourse(operator);
  const { id: lecture } = await aLecture(operator, await aSection(operator, course), { kind: "quiz" });
  const choices = [
    { id: "sun", text: "The sun", correct: true },
    { id: "moon", text: "The moon" },
  ];
  const questions = [{ id: "star", kind: "single", prompt_markdown: "Which is a star?", choices }];
  await done(operator.put(`/lectures/${lecture}/quiz`, { pass_percent: 60, questions }));
  const member = await operator.site.member({ email: `${newId()}@example.test` });
  const enrolled = await done(operator.post("/enrollments", { course_id: course, student_id: member.sub }));
  const answers = [{ question_id: "star", choice_ids: [isRight ? "sun" : "moon"] }];
  await done(operator.post("/quiz_attempts", { enrollment_id: enrolled.id, lecture_id: lecture, answers }));
}

async function aSubmission(operator: Operator): Promise<string> {
  const { lecture, handIn } = await aClass(operator);
  assert.equal((await handIn({ text: "Over, under" })).statusCode, 303);
  const { data } = await done<{ data: { id: string }[] }>(operator.get(`/submissions?assignment_id=${lecture}`));
  return data[0]!.id;
}

async function aCertificate(operator: Operator): Promise<string> {
  const enrollment = await anEnrollment(operator);
  await report(operator, enrollment, "completed");
  return (await done(operator.post("/certificates", { enrollment_id: enrollment.id }))).id;
}

export const causesOfLearning: Causes = {
  "enrollment.created": (operator) => anEnrollment(operator),
  "enrollment.updated": async (operator) => {
    const { id } = await anEnrollment(operator);
    await done(operator.patch(`/enrollments/${id}`, { metadata: { seat: "4" } }));
  },
  "enrollment.extended": step("extend"),
  "enrollment.started": async (operator) => report(operator, await anEnrollment(operator), "opened"),
  "enrollment.completed": async (operator) => report(operator, await anEnrollment(operator), "completed"),
  "enrollment.expiring": withDaysLeft(6),
  "enrollment.expired": withDaysLeft(0),
  "enrollment.revoked": step("revoke"),
  "enrollment.reactivated": step("revoke", "reactivate"),
  "lecture_progress.completed": async (operator) => report(operator, await anEnrollment(operator), "completed"),
  "quiz_attempt.submitted": (operator) => anAttempt(operator, false),
  "quiz_attempt.passed": (operator) => anAttempt(operator, true),
  "submission.created": aSubmission,
  "submission.withdrawn": async (operator) => {
    const { handIn } = await aClass(operator);
    await handIn({ text: "Over, under" });
    assert.equal((await handIn({ act: "withdraw" })).statusCode, 303);
  },
  "submission.graded": async (operator) =>
    done(operator.post(`/submissions/${await aSubmission(operator)}/grade`, { score: 9 })),
  "certificate.issued": aCertificate,
  "certificate.revoked": async (operator) =>
    done(operator.post(`/certificates/${await aCertificate(operator)}/revoke`, { reason: "A mistake" })),
};
