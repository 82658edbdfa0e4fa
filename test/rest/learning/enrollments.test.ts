import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { day, later } from "../../support/clock.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { anEmail, type AnEnrollment, enroll } from "../support/an-enrollment.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, aLecture, aSection, letTeach } from "../support/taught-course.ts";

const scopes =
  "students:read students:write courses:read courses:write curriculum:read curriculum:write members:read members:write";
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const idsOf = async (operator: Operator, query: string) =>
  (await operator.get(`/enrollments${query}`)).json<{ data: AnEnrollment[] }>().data.map(({ id }) => id);
const daysFrom = (start: string, end: string) => Math.round((Date.parse(end) - Date.parse(start)) / day);

void test("A person is enrolled by address once, new or not, and repeating it returns the existing enrollment", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const email = anEmail();
  const fields = { course_id: course, email, name: "Lee", external_id: "sis/e1", metadata: { term: "spring" } };
  const made = await operator.post("/enrollments", fields);
  assertStatus(made, 201);
  const enrollment = made.json<AnEnrollment>();
  assert.deepEqual(
    [enrollment.created, enrollment.status, enrollment.source, enrollment.lifetime, enrollment.expires_at],
    [true, "active", "manual", true, null],
  );
  assert.deepEqual(enrollment.metadata, { term: "spring" });
  const student = (await operator.get(`/students/${enrollment.student_id}`)).json<Record<string, unknown>>();
  assert.deepEqual([student["email"], student["name"], student["enrollment_count"]], [email, "Lee", 1]);
  const again = await operator.post("/enrollments", { course_id: course, student_id: enrollment.student_id });
  assert.deepEqual([again.statusCode, again.json<AnEnrollment>().id], [200, enrollment.id]);
  assert.equal(again.json<AnEnrollment>().created, false);
  const refused = await operator.post("/enrollments", { course_id: course, email, on_existing: "error" });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "already_exists"]);
  const read = await operator.get(`/enrollments/${enrollment.id}`);
  const { created: _created, ...rest } = enrollment;
  assert.deepEqual(read.json(), rest);
  const { enrollment_count: count } = (await operator.get(`/courses/${course}`)).json<{ enrollment_count: number }>();
  assert.equal(count, 1);
});

void test("The access duration comes from the request, the plan or the course", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  await operator.patch(`/courses/${course}`, { access: { kind: "days", days: 30 } });
  const lasting = async (fields: object) => {
    const { starts_at: start, expires_at: end } = await enroll(operator, course, fields);
    return end === null ? null : daysFrom(start, end);
  };
  const plan = await operator.post(`/courses/${course}/plans`, {
    name: "Year",
    plan_type: "free",
    access: { kind: "days", days: 365 },
    seats: 1,
  });
  const plan_id = plan.json<{ id: string }>().id;
  assert.deepEqual(
    [
      await lasting({}),
      await lasting({ access_days: 7 }),
      await lasting({ lifetime: true }),
      await lasting({ expires_at: inDays(10) }),
      await lasting({ plan_id }),
    ],
    [30, 7, null, 10, 365],
  );
  const refusals: [object, number, string][] = [
    [{ plan_id }, 409, "sold_out"],
    [{ access_days: 7, lifetime: true }, 422, "validation_failed"],
    [{ expires_at: inDays(-1) }, 422, "validation_failed"],
    [{ plan_id: "cpl_00000000000000000000000000" }, 422, "validation_failed"],
    [{ course_id: "crs_00000000000000000000000000" }, 422, "validation_failed"],
    [{ student_id: "mbr_00000000000000000000000000", email: undefined }, 422, "validation_failed"],
    [{ student_id: operator.member.sub }, 422, "validation_failed"],
  ];
  for (const [fields, status, code] of refusals) {
    const response = await operator.post("/enrollments", { course_id: course, email: anEmail(), ...fields });
    assert.deepEqual([response.statusCode, problemOf(response).code], [status, code], JSON.stringify(fields));
  }
  await operator.post(`/courses/${course}/archive`);
  const closed = await operator.post("/enrollments", { course_id: course, email: anEmail() });
  assert.deepEqual([closed.statusCode, problemOf(closed).code], [409, "invalid_state"]);
});

void test("Every allowed state transition succeeds, and every other is rejected", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const act = (id: string, move: string, body: object = {}) => operator.post(`/enrollments/${id}/${move}`, body);
  const states: Record<string, () => Promise<string>> = {
    active: async () => (await enroll(operator, course)).id,
    scheduled: async () => (await enroll(operator, course, { starts_at: inDays(3) })).id,
    expired: async () => {
      const { id } = await enroll(operator, course, { access_days: 5 });
      await act(id, "expire");
      return id;
    },
    revoked: async () => {
      const { id } = await enroll(operator, course);
      await act(id, "revoke", { reason: "Refunded" });
      return id;
    },
  };
  const transitions: Record<string, Record<string, string>> = {
    active: { expire: "expired", revoke: "revoked", extend: "active" },
    scheduled: { expire: "expired", revoke: "revoked", extend: "scheduled" },
    expired: { reactivate: "active", extend: "active" },
    revoked: { reactivate: "active", extend: "active" },
  };
  for (const [state, make] of Object.entries(states)) {
    for (const move of ["expire", "revoke", "extend", "reactivate"]) {
      const id = await make();
      const response = await act(id, move, move === "extend" ? { days: 3 } : {});
      const to = transitions[state]![move];
      const about = `${state} ${move} ${response.body}`;
      if (to === undefined) {
        assert.deepEqual([response.statusCode, problemOf(response).code], [409, "invalid_state"], about);
        assert.ok(response.json<{ allowed: string[] }>().allowed.length > 0);
      } else {
        assert.equal(response.statusCode, 200, about);
        assert.equal(response.json<AnEnrollment>().status, to, about);
        assert.equal((await operator.get(`/enrollments/${id}`)).json<AnEnrollment>().status, to);
      }
    }
  }
});

void test("Access is extended from its current end, ended at a given time, and restored", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const { id, starts_at: start } = await enroll(operator, course, { access_days: 10 });
  const act = async (move: string, body: object = {}) => {
    const response = await operator.post(`/enrollments/${id}/${move}`, body);
    assertStatus(response, 200);
    return response.json<AnEnrollment>();
  };
  assert.equal(daysFrom(start, (await act("extend", { days: 5 })).expires_at!), 15);
  assert.equal(daysFrom(start, (await act("extend", { until: inDays(20) })).expires_at!), 20);
  assert.deepEqual(problemOf(await operator.post(`/enrollments/${id}/extend`, { until: inDays(2) })).pointers, [
    "/until",
  ]);
  assert.equal((await operator.post(`/enrollments/${id}/extend`, { days: 1, lifetime: true })).statusCode, 422);
  const revoked = await act("revoke", { reason: "Chargeback" });
  assert.deepEqual([revoked.status, revoked.revoke_reason], ["revoked", "Chargeback"]);
  const back = await act("reactivate");
  assert.deepEqual([back.status, back.revoke_reason, daysFrom(start, back.expires_at!)], ["active", null, 20]);
  assert.equal((await act("expire", { at: inDays(2) })).status, "active");
  await later(3 * day, async () => {
    const then = await operatorOf(operator.site, scopes);
    assert.equal((await then.get(`/enrollments/${id}`)).json<AnEnrollment>().status, "expired");
    assert.deepEqual(await idsOf(then, "?status=expired"), [id]);
    assert.deepEqual(await idsOf(then, "?status=active,completed,scheduled,revoked"), []);
    assert.equal((await then.patch(`/enrollments/${id}`, { lifetime: true })).statusCode, 409);
    const again = (await then.post(`/enrollments/${id}/reactivate`)).json<AnEnrollment>();
    assert.deepEqual([again.status, again.lifetime], ["active", true]);
  });
});

void test("The end, plan and metadata of an enrollment change with If-Match", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const { id } = await enroll(operator, course);
  const { etag } = (await operator.get(`/enrollments/${id}`)).headers;
  const changed = await operator.patch(
    `/enrollments/${id}`,
    { expires_at: inDays(9), metadata: { a: "1" } },
    { "if-match": etag! },
  );
  assertStatus(changed, 200);
  assert.deepEqual([changed.json<AnEnrollment>().lifetime, changed.json<AnEnrollment>().metadata], [false, { a: "1" }]);
  assert.equal((await operator.patch(`/enrollments/${id}`, { lifetime: true }, { "if-match": etag! })).statusCode, 412);
  const forLife = (await operator.patch(`/enrollments/${id}`, { lifetime: true })).json<AnEnrollment>();
  assert.deepEqual([forLife.lifetime, forLife.expires_at], [true, null]);
  for (const body of [{ lifetime: false }, { lifetime: true, expires_at: inDays(3) }, { expires_at: inDays(-9) }]) {
    assert.equal((await operator.patch(`/enrollments/${id}`, body)).statusCode, 422, JSON.stringify(body));
  }
});

void test("Enrollments can be filtered by every property, including progress", async () => {
  const operator = await anOperator(scopes);
  const [knots, stars] = [await aCourse(operator, "Knots"), await aCourse(operator, "Stars")];
  const section = await aSection(operator, knots, { status: "published" });
  const lecture = await aLecture(operator, section, { status: "published" });
  const email = anEmail();
  const one = await enroll(operator, knots, { email, external_id: "e/1" });
  const two = await enroll(operator, stars, { email, access_days: 5 });
  const three = await enroll(operator, stars, { starts_at: inDays(1) });
  const group = (await operator.post("/groups", { name: "Spring" })).json<{ id: string }>().id;
  await operator.post(`/groups/${group}/students`, { student_ids: [three.student_id] });
  const expectations: [string, string[]][] = [
    [`?course_id=${knots}`, [one.id]],
    [`?student_id=${one.student_id}&sort=created_at`, [one.id, two.id]],
    [`?email=${email.toUpperCase()}&course_id=${stars}`, [two.id]],
    ["?status=scheduled", [three.id]],
    ["?status=active&sort=enrolled_at", [one.id, two.id]],
    ["?status=scheduled,expired", [three.id]],
    ["?status=active,scheduled&source=manual,group&sort=created_at", [one.id, two.id, three.id]],
    ["?external_id=e/1", [one.id]],
    ["?source=purchase", []],
    [`?group_id=${group}`, [three.id]],
    ["?expires_at[is]=null&sort=created_at", [one.id, three.id]],
    [`?expires_at[lt]=${inDays(6)}`, [two.id]],
    ["?completed_at[is]=null&sort=-created_at", [three.id, two.id, one.id]],
    [`?progress_percent[lt]=50&course_id=${knots}`, [one.id]],
    [`?progress_percent[gte]=50&course_id=${knots}`, []],
    ["?last_activity_at[is]=null&sort=last_activity_at", [one.id, two.id, three.id]],
  ];
  for (const [query, ids] of expectations) assert.deepEqual(await idsOf(operator, query), ids, query);
  const unsorted = problemOf(await operator.get("/enrollments?sort=progress"));
  assert.match(unsorted.detail, /progress_percent, -progress_percent\. To sort by progress, use `progress_percent`\./);
  const stuck = async (query: string) => {
    const { data } = (await operator.get(`/students?${query}`)).json<{ data: { id: string; name: string }[] }>();
    return data.map(({ id }) => id);
  };
  const inactive = `course_id=${knots}&inactive_since=${inDays(-1)}`;
  assert.deepEqual(await stuck(inactive), [one.student_id], "never started");
  assert.deepEqual(await stuck(`${inactive}&progress_percent[gte]=50`), []);
  const events = [{ id: crypto.randomUUID(), lecture_id: lecture.id, kind: "opened", occurred_at: inDays(0) }];
  assertStatus(await operator.post(`/enrollments/${one.id}/progress`, { events }), 200);
  assert.deepEqual(await stuck(inactive), []);
  assert.deepEqual(await stuck(`course_id=${knots}&inactive_since=${inDays(1)}`), [one.student_id]);
  assert.equal(one.progress.total_lectures, 1);
  // Created by a clock that was ahead.
  const early = await later(2 * day, async () => (await enroll(await operatorOf(operator.site, scopes), knots)).id);
  assert.deepEqual(await idsOf(operator, "?status=scheduled&sort=created_at"), [three.id, early]);
});

void test("Enrollment changes are emitted as events, sent to the student, and written to the audit log", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator, "Knots");
  const member = await operator.site.member();
  const { id } = await enroll(operator, course, { email: member.email, access_days: 3 });
  for (const [move, body] of [
    ["extend", { days: 1 }],
    ["revoke", {}],
    ["reactivate", {}],
    ["expire", {}],
  ] as const) {
    await operator.post(`/enrollments/${id}/${move}`, body);
  }
  await enroll(operator, course, { email: member.email, on_existing: "extend", lifetime: true });
  const emitted = (await outboxOf(operator.site)).filter(({ objectId }) => objectId === id);
  assert.deepEqual(
    emitted.map(({ type }) => type.replace("enrollment.", "")),
    ["created", "extended", "revoked", "reactivated", "expired", "extended"],
  );
  assert.deepEqual(
    emitted.map(({ data }) => [data["student_id"], data["course_id"], data["status"]]),
    ["active", "active", "revoked", "active", "expired", "active"].map((status) => [member.sub, course, status]),
  );
  const inbox = await (await operator.site.signedIn(member)).open("/account/notifications");
  assert.match(inbox.body, /Knots/);
  const actions = (await auditActions(operator.site)).filter((action) => /nroll/.test(action));
  assert.deepEqual(actions, [
    "enrollStudent",
    "extendEnrollment",
    "revokeEnrollment",
    "reactivateEnrollment",
    "expireEnrollment",
    "enrollStudent",
  ]);
});

void test("A lecturer creates and sees enrollments of their own courses only", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await operatorOf(operator.site, "students:read students:write", { roles: ["lecturer"] });
  const [own, foreign] = [await aCourse(operator, "Own"), await aCourse(operator, "Foreign")];
  await letTeach(lecturer, own);
  const theirs = await enroll(operator, foreign);
  const mine = await enroll(lecturer, own);
  assert.deepEqual(await idsOf(lecturer, ""), [mine.id]);
  assert.equal((await lecturer.get(`/enrollments/${theirs.id}`)).statusCode, 404);
  assert.equal((await lecturer.post(`/enrollments/${theirs.id}/revoke`)).statusCode, 404);
  assert.equal((await lecturer.patch(`/enrollments/${theirs.id}`, { lifetime: true })).statusCode, 404);
  const refused = await lecturer.post("/enrollments", { course_id: foreign, email: anEmail() });
  assert.deepEqual(problemOf(refused).pointers, ["/course_id"]);
});
