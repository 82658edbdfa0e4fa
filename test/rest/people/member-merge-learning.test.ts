import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { insertExercises } from "../../support/worlds/inhabited-course.ts";
import { enrollMember } from "../../support/worlds/lessons.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { runRollups } from "../../support/processes/run-rollups.ts";
import type { AMember } from "../../support/world.ts";
import { mergeBoth, twoMembers } from "../support/member-merges.ts";
import type { Operator } from "../support/operator.ts";
import { aCourse, aLecture, aSection } from "../support/taught-course.ts";

const scope =
  "members:read members:write students:read students:write courses:read courses:write curriculum:read curriculum:write";

const open = { status: "published", completion_rule: { kind: "manual" } };

/** A course with two lectures, in which both members are enrolled, and have completed one lecture each. */
async function aSharedCourse() {
  const { operator, site, from, into } = await twoMembers(scope);
  const course = await aCourse(operator);
  const id = parseId("course", course)!;
  await database.run`update courses set certificate_months = 0 where site_id = ${site.site.id} and id = ${id}`;
  const section = await aSection(operator, course, { title: "First", status: "published" });
  const [one, two] = [await aLecture(operator, section, open), await aLecture(operator, section, open)];
  const soon = new Date(now().getTime() + day);
  const theirs = await enrollMember(site, from, { id }, { daysAgo: 9 });
  const own = await enrollMember(site, into, { id }, { daysAgo: 2, expiresAt: soon });
  await database.run`update courses set enrollment_count = 2 where site_id = ${site.site.id} and id = ${id}`;
  return { operator, site, from, into, courseId: id, lectures: [one.id, two.id], own, theirs };
}

async function complete(operator: Operator, enrollment: string, lecture_id: string): Promise<void> {
  const events = [{ id: newId(), lecture_id, kind: "completed", occurred_at: now().toISOString() }];
  assertOk(await operator.post(`/enrollments/${formatId("enrollment", enrollment)}/progress`, { events }));
}

const enrollmentsOf = async (operator: Operator, { sub }: AMember) =>
  (await operator.get(`/enrollments?student_id=${sub}`)).json<{ data: Record<string, unknown>[] }>().data;

void describe("A merge of two students of one course", () => {
  void test("unites the progress, keeps the longer access, and completes the course once", async () => {
    const { operator, site, from, into, courseId, lectures, own, theirs } = await aSharedCourse();
    await complete(operator, theirs, lectures[0]!);
    await complete(operator, own, lectures[1]!);
    await runRollups(site);
    const { records } = await mergeBoth(operator, from, into);
    assert.deepEqual(
      records.find(({ kind }) => kind === "enrollments"),
      { kind: "enrollments", moved: 0, combined: 1, dropped: 0 },
    );
    const [enrollment, ...others] = await enrollmentsOf(operator, into);
    assert.deepEqual(others, []);
    const { id, status, expires_at, progress } = enrollment as { progress: { percent: number } } & typeof enrollment;
    assert.deepEqual([id, status, expires_at, progress.percent], [formatId("enrollment", own), "completed", null, 100]);
    const events = await outboxOf(site);
    assert.equal(events.filter(({ type }) => type === "enrollment.completed").length, 1);
    assert.equal(events.filter(({ type }) => type === "certificate.issued").length, 1);
    const course = await database.one<{ enrollmentCount: number }>`
      select enrollment_count from courses where site_id = ${site.site.id} and id = ${courseId}`;
    assert.equal(course.enrollmentCount, 1);
    await runRollups(site);
    assert.deepEqual(await counters(site.site.id), { enrollments: 1, courses_completed: 1, lectures_completed: 2 });
  });

  void test("keeps a lecture completed that one of both completed, and counts it once", async () => {
    const { operator, site, from, into, lectures, own, theirs } = await aSharedCourse();
    await complete(operator, theirs, lectures[0]!);
    await complete(operator, own, lectures[0]!);
    await runRollups(site);
    await mergeBoth(operator, from, into);
    await runRollups(site);
    const progress = await database.many`select id from lecture_progress where site_id = ${site.site.id}`;
    assert.equal(progress.length, 1);
    assert.deepEqual(await counters(site.site.id), { enrollments: 1, lectures_completed: 1 });
    const [enrollment] = await enrollmentsOf(operator, into);
    assert.equal(enrollment!["status"], "active");
  });

  void test("keeps both certificates, of which that of the survivor stays valid", async () => {
    const { operator, site, from, into, lectures, own, theirs } = await aSharedCourse();
    for (const enrollment of [own, theirs])
      for (const lecture of lectures) await complete(operator, enrollment, lecture);
    await mergeBoth(operator, from, into);
    const listed = await operator.get(`/certificates?enrollment_id=${formatId("enrollment", own)}`);
    const certificates = listed.json<{ data: { status: string; student_id: string }[] }>().data;
    assert.deepEqual(certificates.map(({ status }) => status).toSorted(), ["revoked", "valid"]);
    assert.ok(certificates.every(({ student_id }) => student_id === into.sub));
    assert.equal((await outboxOf(site)).filter(({ type }) => type === "certificate.revoked").length, 1);
  });

  void test("numbers the quiz attempts of both, and keeps the later submission with the earlier one as a version", async () => {
    const { operator, site, from, into, courseId, lectures, own, theirs } = await aSharedCourse();
    const lectureId = parseId("lecture", lectures[0]!)!;
    await insertExercises(site, lectureId, "Knots");
    const common = (enrollmentId: string, { id: studentId }: AMember) => ({
      siteId: site.site.id,
      id: newId(),
      lectureId,
      enrollmentId,
      studentId,
      courseId,
      createdAt: now(),
      updatedAt: now(),
    });
    const attempt = (enrollmentId: string, member: AMember, attemptNo: number, submittedAt: Date | null) =>
      database.run`insert into quiz_attempts ${rows({ ...common(enrollmentId, member), quizVersion: 1, attemptNo, startedAt: at(5), submittedAt })}`;
    for (const [enrollment, member] of [
      [own, into],
      [theirs, from],
    ] as const) {
      await attempt(enrollment, member, 1, at(4));
      await attempt(enrollment, member, 2, null);
    }
    const submit = (enrollmentId: string, member: AMember, text: string, submittedAt: Date) =>
      database.run`insert into submissions ${rows({ ...common(enrollmentId, member), status: "submitted", text, submittedAt })}`;
    await submit(own, into, "First", at(4));
    await submit(theirs, from, "Second", at(3));
    await mergeBoth(operator, from, into);
    const attempts = await database.many<{ attemptNo: number; submittedAt: Date | null }>`
      select attempt_no, submitted_at from quiz_attempts
       where site_id = ${site.site.id} and student_id = ${into.id} and enrollment_id = ${own} order by attempt_no`;
    assert.deepEqual(
      attempts.map(({ attemptNo, submittedAt }) => [attemptNo, submittedAt !== null]),
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    );
    const submissions = await database.many<{ text: string; earlierVersions: { text: string }[] }>`
      select text, earlier_versions from submissions where site_id = ${site.site.id} and enrollment_id = ${own}`;
    assert.equal(submissions.length, 1);
    assert.deepEqual(
      [submissions[0]!.text, submissions[0]!.earlierVersions.map(({ text }) => text)],
      ["Second", ["First"]],
    );
  });

  void test("moves other enrollments, and keeps the newer of two reviews", async () => {
    const { operator, site, from, into, courseId } = await aSharedCourse();
    const second = await aCourse(operator, "Knots");
    await enrollMember(site, from, { id: parseId("course", second)! });
    for (const [member, rating, hours] of [
      [into, 2, 2],
      [from, 5, 1],
    ] as const) {
      const at = new Date(now().getTime() - hours * 3_600_000);
      const review = { id: newId(), courseId, memberId: member.id, rating, body: "", status: "published" };
      await database.run`
        insert into reviews ${rows({ siteId: site.site.id, ...review, createdAt: at, updatedAt: at })}`;
    }
    const { records } = await mergeBoth(operator, from, into);
    assert.deepEqual(records, [
      { kind: "enrollments", moved: 1, combined: 1, dropped: 0 },
      { kind: "reviews", moved: 1, combined: 0, dropped: 1 },
    ]);
    const course = (await operator.get(`/courses/${formatId("course", courseId)}`)).json<Record<string, unknown>>();
    assert.deepEqual([course["rating_average"], course["rating_count"]], [5, 1]);
    assertStatus(await operator.get(`/students/${into.sub}`), 200);
  });

  void test("counts one like of a comment that both like", async () => {
    const { operator, site, from, into, courseId } = await aSharedCourse();
    const author = await site.member();
    const said = {
      commentableType: "course",
      commentableId: courseId,
      courseId,
      authorId: author.id,
      body: "Ahoy",
    } as const;
    const [shared, other] = await Promise.all(
      [1, 2].map(() =>
        insertComment({ db: database, site: site.site }, { ...said, id: newId(), authorRole: "student" }, now()),
      ),
    );
    for (const [comment, member] of [
      [shared!, from],
      [shared!, into],
      [other!, from],
    ] as const) {
      const like = { siteId: site.site.id, commentId: comment.id, memberId: member.id, createdAt: now() };
      await database.run`insert into comment_likes ${rows(like)}`;
      await database.run`
        update comments set like_count = like_count + 1 where site_id = ${site.site.id} and id = ${comment.id}`;
    }
    await mergeBoth(operator, from, into);
    const counts = await database.many<{ likeCount: number; likes: number }>`
      select like_count, (select count(*) from comment_likes
                           where comment_likes.site_id = comments.site_id and comment_id = comments.id) as likes
        from comments where site_id = ${site.site.id}`;
    assert.deepEqual(counts, [
      { likeCount: 1, likes: 1 },
      { likeCount: 1, likes: 1 },
    ]);
  });
});

const at = (days: number) => new Date(now().getTime() - days * day);

/** All-time counters of a site that are not zero. */
async function counters(siteId: string): Promise<Record<string, number>> {
  const found = await database.many<{ counter: string; value: string }>`
    select counter, sum(value)::text as value from rollups
     where site_id = ${siteId} and dimension = '' and grain = 'ever'
       and counter in ('enrollments', 'courses_completed', 'lectures_completed')
     group by counter having sum(value) <> 0`;
  return Object.fromEntries(found.map(({ counter, value }) => [counter, Number(value)]));
}
