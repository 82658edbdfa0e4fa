import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aCourse, readTree } from "../../pages/support/outline.ts";
import { aSite } from "../../support/world.ts";
import { beforeCommits } from "../support/at-once.ts";
import { operatorOf, problemOf, type Operator } from "../support/operator.ts";

/** A student of a published course, a lecture with a quiz and an assignment, and a section of another course. */
async function aLectureWithAStudent() {
  const site = await aSite();
  const operator = await operatorOf(
    site,
    "courses:read courses:write curriculum:read curriculum:write students:read students:write",
  );
  const course = await aCourse(operator, [{ title: "A", lectures: ["one", "two"] }], { course_type: "free" });
  const lecture = (await readTree(operator, course)).sections[0]!.lectures[0]!.id;
  const questions = [{ kind: "short_text", prompt_markdown: "A bowline slips?", accepted_answers: ["No"], points: 1 }];
  await accepted(operator.put(`/lectures/${lecture}/quiz`, { pass_percent: 80, questions }));
  await accepted(operator.put(`/lectures/${lecture}/assignment`, { instructions_markdown: "Tie one.", max_score: 10 }));
  await accepted(operator.post(`/courses/${course}/publish`));
  const student = await site.member({ roles: ["student"] });
  const enrolled = await accepted(operator.post("/enrollments", { course_id: course, student_id: student.sub }));
  const other = await aCourse(operator, [{ title: "Z", lectures: ["last"] }], { name: "Splices" });
  const target = (await readTree(operator, other)).sections[0]!.id;
  return { operator, course, other, lecture, target, enrollment: enrolled.json<{ id: string }>().id };
}

async function accepted(response: ReturnType<Operator["post"]>) {
  const answer = await response;
  assert.ok(answer.statusCode < 300, answer.body);
  return answer;
}

type Situation = Awaited<ReturnType<typeof aLectureWithAStudent>>;

/** The first work of a student in a lecture, by its name. */
const works: Readonly<Record<string, (situation: Situation) => ReturnType<Operator["post"]>>> = {
  "a progress report": ({ operator, enrollment, lecture }) =>
    operator.post(`/enrollments/${enrollment}/progress`, {
      events: [{ id: crypto.randomUUID(), lecture_id: lecture, kind: "opened", occurred_at: new Date().toISOString() }],
    }),
  "a submission": ({ operator, enrollment, lecture }) =>
    operator.post("/submissions", { enrollment_id: enrollment, lecture_id: lecture, text: "Tied." }),
  "a quiz attempt": ({ operator, enrollment, lecture }) =>
    operator.post("/quiz_attempts", {
      enrollment_id: enrollment,
      lecture_id: lecture,
      answers: [],
      submitted_at: new Date().toISOString(),
    }),
};

const move = ({ operator, lecture, target }: Situation) =>
  operator.post(`/lectures/${lecture}/move`, { section_id: target });

const courseOf = async ({ operator, lecture }: Situation) =>
  (await operator.get(`/lectures/${lecture}`)).json<{ course_id: string }>().course_id;

void describe("A lecture stays where students work", () => {
  for (const [name, work] of Object.entries(works)) {
    void test(`if ${name} is being stored while it is moved`, async () => {
      const situation = await aLectureWithAStudent();
      const { operator, course } = situation;
      const [worked, moved] = await beforeCommits(
        operator,
        () => work(situation),
        () => move(situation),
      );
      assert.ok(worked.statusCode < 300, worked.body);
      assert.deepEqual([moved.statusCode, problemOf(moved).code], [409, "has_dependents"]);
      assert.equal(await courseOf(situation), course);
    });

    void test(`and ${name} is refused that waited for the move`, async () => {
      const situation = await aLectureWithAStudent();
      const [moved, worked] = await beforeCommits(
        situation.operator,
        () => move(situation),
        () => work(situation),
      );
      assert.equal(moved.statusCode, 200, moved.body);
      const results = worked.json<{ results?: { status: string }[] }>().results;
      assert.ok(results ? results[0]!.status !== "recorded" : worked.statusCode >= 400, worked.body);
      assert.equal(await courseOf(situation), situation.other);
    });
  }
});
