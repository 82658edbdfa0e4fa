import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { countsOf, csvOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aCourse, aLecture, aSection } from "../support/taught-course.ts";

const scopes =
  "school:read school:write students:read students:write members:read courses:read courses:write curriculum:read curriculum:write";

interface AnEnrollment {
  id: string;
  student_id: string;
  course_id: string;
  status: string;
  source: string;
  starts_at: string;
  expires_at: string | null;
  lifetime: boolean;
  enrolled_at: string;
  completed_at: string | null;
  revoked_at: string | null;
  external_id: string | null;
  metadata: Record<string, string>;
  progress: { completed_lectures: number; last_lecture_id: string | null };
}

const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();
const enrollmentsOf = async (operator: Operator) =>
  (await operator.get("/enrollments?sort=created_at&limit=200")).json<{ data: AnEnrollment[] }>().data;
const read = async <Thing>(operator: Operator, path: string) => (await operator.get(path)).json<Thing>();

async function aClass(operator: Operator, { lectures = 2 } = {}) {
  const course = await aCourse(operator, `Course ${newId().slice(-6)}`);
  const { slug } = await read<{ slug: string }>(operator, `/courses/${course}`);
  const section = await aSection(operator, course);
  const made = [];
  for (let index = 0; index < lectures; index++) {
    const manual = { completion_rule: { kind: "manual" } };
    made.push((await aLecture(operator, section, { ...manual, external_id: `${slug}-${index}` })).id);
  }
  return { course, slug, lectures: made };
}

void describe("An import of enrollments", () => {
  void test("enrolls each row's student in its course, with the history", async () => {
    const operator = await anOperator(scopes);
    const { course, slug } = await aClass(operator);
    const [ana, ben, cy] = [await operator.site.member(), await operator.site.member(), await operator.site.member()];
    const inline = csvOf(
      "external_id,student_email,course_slug,starts_at,expires_at,enrolled_at,completed_at,revoked_at,metadata.seat",
      `e-1,${ana.email.toUpperCase()},${slug},${ago(40)},,${ago(50)},${ago(3)},,A1`,
      `e-2,${ben.email},${slug},${ago(40)},${ago(-40)},${ago(41)},,,`,
      `e-3,${cy.email},${slug},${ago(40)},,${ago(41)},,${ago(2)},`,
    );
    const body = { format: "csv", resource: "enrollments", inline };
    assert.deepEqual(countsOf(await imported(operator, body)), [3, 0, 0, 0]);
    const made = await enrollmentsOf(operator);
    assert.deepEqual(
      made
        .toSorted((a, b) => a.external_id!.localeCompare(b.external_id!))
        .map(({ student_id, course_id, status, source, lifetime }) => [
          student_id,
          course_id,
          status,
          source,
          lifetime,
        ]),
      [
        [ana.sub, course, "completed", "import", true],
        [ben.sub, course, "active", "import", false],
        [cy.sub, course, "revoked", "import", true],
      ],
    );
    const counted = async () =>
      (await read<{ enrollment_count: number }>(operator, `/courses/${course}`)).enrollment_count;
    assert.equal(await counted(), 2);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 3, 0]);

    const changed = csvOf("external_id,revoked_at,expires_at", `e-3,,${ago(-10)}`, `e-2,,${ago(-50)}`);
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: changed })), [0, 2, 0, 0]);
    assert.equal(await counted(), 3);
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: changed })), [0, 0, 2, 0]);
    const third = (await enrollmentsOf(operator)).find(({ external_id: id }) => id === "e-3");
    assert.deepEqual([third!.status, third!.revoked_at, third!.lifetime], ["active", null, false]);

    const again = ndjsonOf(...(await enrollmentsOf(operator)));
    assert.deepEqual(
      countsOf(await imported(operator, { format: "ndjson", resource: "enrollments", inline: again })),
      [0, 0, 3, 0],
    );
    assert.ok(!(await outboxOf(operator.site)).some(({ type }) => type.startsWith("enrollment.")));
  });

  void test("matches students and courses by any identifier that rows of one file use", async () => {
    const operator = await anOperator(scopes);
    const { course, slug } = await aClass(operator);
    const { sub, email } = await operator.site.member();
    const rows = [
      { student_id: sub, course_id: course },
      { student_email: email, course_slug: slug },
      { student_email: email, course_id: course, external_id: "late" },
    ];
    const job = await imported(operator, { format: "ndjson", resource: "enrollments", inline: ndjsonOf(...rows) });
    assert.deepEqual([countsOf(job), await faultsOf(operator, job)], [[1, 1, 1, 0], []]);
    const made = await enrollmentsOf(operator);
    assert.deepEqual(
      made.map(({ external_id: id }) => id),
      ["late"],
    );
    const { enrollment_count: count } = await read<{ enrollment_count: number }>(operator, `/courses/${course}`);
    assert.equal(count, 1);
  });

  void test("uses seats of plans up to their limit", async () => {
    const operator = await anOperator(scopes);
    const { course } = await aClass(operator);
    const plan = (
      await operator.post(`/courses/${course}/plans`, {
        name: "Seats",
        plan_type: "free",
        seats: 1,
        access: { kind: "days", days: 10 },
        external_id: "seats",
      })
    ).json<{ id: string }>().id;
    const students = [await operator.site.member(), await operator.site.member()];
    const rows = students.map(({ sub }) => ({ student_id: sub, course_id: course, plan_external_id: "seats" }));
    const job = await imported(operator, { format: "ndjson", resource: "enrollments", inline: ndjsonOf(...rows) });
    assert.deepEqual(
      [...countsOf(job), await faultsOf(operator, job)],
      [1, 0, 0, 1, [["enrollments.ndjson:2", "sold_out"]]],
    );
    const { seats_taken: taken } = await read<{ seats_taken: number }>(operator, `/course_plans/${plan}`);
    assert.equal(taken, 1);
    const [enrollment] = await enrollmentsOf(operator);
    assert.equal(Date.parse(enrollment!.expires_at!) - Date.parse(enrollment!.starts_at), 10 * day);
  });

  void test("notifies members and emits events on request", async () => {
    const operator = await anOperator(scopes);
    const { course } = await aClass(operator);
    const { id, sub } = await operator.site.member();
    const inline = ndjsonOf({ student_id: sub, course_id: course });
    await imported(operator, { format: "ndjson", resource: "enrollments", inline, emit_events: true, notify: true });
    assert.ok((await outboxOf(operator.site)).some(({ type }) => type === "enrollment.created"));
    const notifications = await database.pool.query(
      "select id from notifications where site_id = $1 and member_id = $2",
      [operator.site.site.id, id],
    );
    assert.equal(notifications.rows.length, 1);
  });

  void test("reports each invalid row, in dry runs too", async () => {
    const operator = await anOperator(scopes);
    const elsewhere = await anOperator(scopes);
    const { course, slug } = await aClass(operator);
    const other = await aClass(operator);
    const foreign = await aClass(elsewhere);
    const [ana, ben] = [await operator.site.member(), await operator.site.member()];
    const stranger = await elsewhere.site.member();
    const pair = { student_id: ana.sub, course_id: course };
    const rows = [
      pair,
      { student_id: stranger.sub, course_id: course },
      { student_id: ana.sub, course_id: foreign.course },
      { student_email: "unknown@example.test", course_slug: slug },
      { course_slug: slug },
      { student_id: ana.sub },
      { student_id: ana.sub, student_email: ben.email, course_slug: slug },
      { ...pair, plan_id: "cpl_01k9g2c8p4e6t0v3x5y7z9b1d3" },
      { student_id: ben.sub, course_id: course, expires_at: ago(2), starts_at: ago(1) },
      { student_id: ben.sub, course_id: course, expires_at: ago(-2), lifetime: true },
      { student_id: ben.sub, course_id: course, starts_at: "yesterday" },
      { id: "enr_01k9g2c8p4e6t0v3x5y7z9b1d3" },
      { student_id: ben.sub, course: slug },
    ];
    const body = { format: "ndjson", resource: "enrollments", inline: ndjsonOf(...rows) };
    const expected = [
      "/student_id not_found",
      "/course_id not_found",
      "/student_email not_found",
      "/student_id required",
      "/course_id required",
      "/student_email conflict",
      "/plan_id not_found",
      "/expires_at too_small",
      "/expires_at exclusive",
      "/starts_at invalid_format",
      "/id not_found",
      "/course unknown_field",
    ].map((fault, index) => [`enrollments.ndjson:${index + 2}`, fault]);
    const dry = await imported(operator, { ...body, dry_run: true });
    assert.deepEqual(await faultsOf(operator, dry), expected);
    assert.deepEqual(await enrollmentsOf(operator), []);
    const real = await imported(operator, body);
    assert.deepEqual([countsOf(real), await faultsOf(operator, real)], [[1, 0, 0, 12], expected]);
    const named = { external_id: "one", ...pair };
    await imported(operator, { ...body, inline: ndjsonOf(named) });
    const moved = await imported(operator, { ...body, inline: ndjsonOf({ ...named, course_id: other.course }) });
    assert.deepEqual(await faultsOf(operator, moved), [["enrollments.ndjson:1", "/external_id conflict"]]);
    const created = await imported(operator, { ...body, mode: "create", inline: ndjsonOf(pair) });
    assert.deepEqual(await faultsOf(operator, created), [["enrollments.ndjson:1", "already_exists"]]);
  });
});

async function enrolled(operator: Operator) {
  const taught = await aClass(operator);
  const { sub, email } = await operator.site.member();
  const inline = ndjsonOf({ student_id: sub, course_id: taught.course, external_id: `of-${email}` });
  await imported(operator, { format: "ndjson", resource: "enrollments", inline });
  const enrollment = (await enrollmentsOf(operator)).find(({ student_id: id }) => id === sub);
  return { ...taught, student: sub, email, enrollment: enrollment!.id };
}

void describe("An import of progress", () => {
  void test("stores students' progress and completes finished lectures", async () => {
    const operator = await anOperator(scopes);
    const { slug, lectures, email, enrollment } = await enrolled(operator);
    const inline = csvOf(
      "student_email,course_slug,lecture_external_id,completed,completed_at,position_seconds,watched_seconds,updated_at",
      `${email},${slug},${slug}-0,true,${ago(5)},120,300,${ago(4)}`,
      `${email},${slug},${slug}-1,false,,60,60,${ago(3)}`,
    );
    const body = { format: "csv", resource: "lecture_progress", inline };
    assert.deepEqual(countsOf(await imported(operator, body)), [2, 0, 0, 0]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2, 0]);
    const halfway = await read<AnEnrollment>(operator, `/enrollments/${enrollment}`);
    assert.deepEqual(
      [halfway.status, halfway.progress.completed_lectures, halfway.progress.last_lecture_id],
      ["active", 1, lectures[1]],
    );
    const rows = [
      { enrollment_id: enrollment, lecture_id: lectures[1], completed: true, updated_at: ago(1) },
      { enrollment_id: enrollment, lecture_id: lectures[0], position_seconds: 1, updated_at: ago(10) },
    ];
    const later = await imported(operator, {
      format: "ndjson",
      resource: "lecture_progress",
      inline: ndjsonOf(...rows),
    });
    assert.deepEqual(countsOf(later), [0, 1, 1, 0], "later progress is not overwritten by older reports");
    const done = await read<AnEnrollment>(operator, `/enrollments/${enrollment}`);
    assert.deepEqual(
      [done.status, done.completed_at, done.progress.completed_lectures],
      ["completed", rows[0]!.updated_at, 2],
    );
    const { data } = await read<{ data: object[] }>(operator, "/lecture_progress");
    const again = await imported(operator, {
      format: "ndjson",
      resource: "lecture_progress",
      inline: ndjsonOf(...data),
    });
    assert.deepEqual(countsOf(again), [0, 0, 2, 0]);
  });

  void test("reports each invalid row", async () => {
    const operator = await anOperator(scopes);
    const { enrollment, lectures, student, course } = await enrolled(operator);
    const other = await aClass(operator);
    const foreign = await enrolled(await anOperator(scopes));
    const rows = [
      { enrollment_id: foreign.enrollment, lecture_id: lectures[0] },
      { enrollment_id: enrollment, lecture_id: foreign.lectures[0] },
      { enrollment_id: enrollment, lecture_id: other.lectures[0] },
      { enrollment_id: enrollment },
      { lecture_id: lectures[0] },
      { student_id: student, course_id: other.course, lecture_id: other.lectures[0] },
      { enrollment_id: enrollment, lecture_id: lectures[0], position_seconds: -1 },
      { enrollment_id: enrollment, lecture_id: lectures[0], completed: false, completed_at: ago(1) },
      { enrollment_id: enrollment, lecture_id: lectures[0], updated_at: ago(-1) },
      { student_id: student, course_id: course, lecture_external_id: "nowhere" },
    ];
    const body = { format: "ndjson", resource: "lecture_progress", inline: ndjsonOf(...rows) };
    const expected = [
      "/enrollment_id not_found",
      "/lecture_id not_found",
      "/lecture_id not_found",
      "/lecture_id required",
      "/enrollment_id required",
      "/student_id not_found",
      "/position_seconds too_small",
      "/completed_at conflict",
      "/updated_at too_big",
      "/lecture_external_id not_found",
    ].map((fault, index) => [`lecture_progress.ndjson:${index + 1}`, fault]);
    assert.deepEqual(await faultsOf(operator, await imported(operator, { ...body, dry_run: true })), expected);
    assert.deepEqual(await faultsOf(operator, await imported(operator, body)), expected);
    assert.deepEqual((await read<{ data: object[] }>(operator, "/lecture_progress")).data, []);
  });
});
