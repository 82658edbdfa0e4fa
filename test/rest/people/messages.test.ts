import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, hour, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { runMessages, runStep } from "../../support/worlds/messages.ts";
import { auditOf, muteTopic, unverifyEmail } from "../../support/worlds/records.ts";
import { aSite, type AMember, type ASite } from "../../support/world.ts";
import { operatorOf, problemOf, anOperator, type Operator } from "../support/operator.ts";

const scopes = "members:read members:write students:read students:write events:read subscriptions:read";

interface Sent {
  id: string;
  status: string;
  recipient_count: number;
  emailed_count: number;
  inbox_count: number;
  unsubscribed_count: number;
  unreachable_count: number;
  bounced_count: number;
  body_html: string;
}

const ago = (days: number) => new Date(now().getTime() - days * day);

const toAll = { kind: "members" };

async function send({ post }: Operator, audience: object, extra: object = {}): Promise<Sent> {
  const text = { subject: "We start on Monday", body_markdown: "Bring a **rope**.\n\n[Map](/events)" };
  const made = await post("/messages", { audience, ...text, ...extra });
  assertStatus(made, 201);
  return made.json<Sent>();
}

const resultOf = async ({ get }: Operator, { id }: Sent) => (await get(`/messages/${id}`)).json<Sent>();

const inboxOf = ({ site }: ASite, { id }: AMember) =>
  database.many<{ title: string; body: string }>`
    select title, body from notifications where site_id = ${site.id} and member_id = ${id} and topic = 'announcement'`;

void describe("A message", () => {
  void test("reaches the active students of a course by email and in their inbox, and no others", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const course = await aCourse(site, [[{}]]);
    const [ana, ended, other] = [await site.member(), await site.member(), await site.member()];
    await enrollMember(site, ana, course);
    await enrollMember(site, ended, course, { status: "revoked" });
    const sent = await send(operator, { kind: "course", course_id: formatId("course", course.id) });
    assert.deepEqual([sent.status, sent.recipient_count], ["sending", 1]);
    await runMessages(site.site.id);
    const result = await resultOf(operator, sent);
    assert.deepEqual([result.status, result.emailed_count, result.inbox_count], ["sent", 1, 1]);
    assert.deepEqual(await inboxOf(site, ana), [{ title: "We start on Monday", body: "Bring a rope .\n\nMap" }]);
    const [mail] = await mailsTo(ana.email);
    assert.equal(mail!.email.subject, "We start on Monday");
    assert.match(String(mail!.email.html), new RegExp(`<strong>rope</strong>[^]*href="${site.site.origin}/events"`));
    assert.match(JSON.stringify([...mail!.email.headers]), /List-Unsubscribe=One-Click/);
    for (const member of [ended, other]) assert.deepEqual(await inboxOf(site, member), []);
  });

  void test("reaches students without activity since a time, in a course or in all their courses, and no others", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const [one, two] = [await aCourse(site, [[{}]]), await aCourse(site, [[{}]])];
    const enrolled = async (course: typeof one, enrolledAt: Date, lastActivityAt: Date | null, member?: AMember) => {
      const student = member ?? (await site.member());
      const id = await enrollMember(site, student, course);
      await database.run`
        update enrollments set enrolled_at = ${enrolledAt}, starts_at = ${enrolledAt}, last_activity_at = ${lastActivityAt}
         where site_id = ${site.site.id} and id = ${id}`;
      return student;
    };
    const [stopped, neverStarted] = [await enrolled(one, ago(40), ago(20)), await enrolled(one, ago(30), null)];
    const elsewhere = await enrolled(one, ago(40), ago(20));
    await enrolled(two, ago(40), ago(1), elsewhere);
    await enrolled(one, ago(40), ago(2));
    await enrolled(one, ago(3), null);
    const since = { kind: "inactive", inactive_since: ago(14).toISOString() };
    const inCourse = await send(operator, { ...since, course_id: formatId("course", one.id) });
    assert.equal(inCourse.recipient_count, 3);
    const anywhere = await send(operator, since);
    assert.equal(anywhere.recipient_count, 2);
    await runMessages(site.site.id);
    assert.equal((await resultOf(operator, anywhere)).emailed_count, 2);
    const counts = await Promise.all(
      [stopped, neverStarted, elsewhere].map(async (one) => (await inboxOf(site, one)).length),
    );
    assert.deepEqual(counts, [2, 2, 1]);
  });

  void test("leaves out who unsubscribed, and sends no email to addresses that are not verified or bounced", async () => {
    const operator = await anOperator(scopes);
    const { site, post } = operator;
    const people = [await site.member(), await site.member(), await site.member(), await site.member()] as const;
    const [reached, muted, unverified, bouncing] = people;
    await muteTopic(site, muted, "announcement", "email");
    await muteTopic(site, muted, "announcement", "inbox");
    await unverifyEmail(unverified);
    await database.run`
      insert into suppressed_addresses (site_id, id, email, email_key, reason, created_at, updated_at)
      values (${site.site.id}, ${crypto.randomUUID()}, ${bouncing.email}, ${bouncing.email.toLowerCase()}, 'bounce', ${now()}, ${now()})`;
    for (const { sub } of people) assertStatus(await post("/members/bulk", tagging(sub)), 200);
    const sent = await send(operator, { kind: "members", tag: "crew" });
    assert.equal(sent.recipient_count, 4);
    await runMessages(site.site.id);
    const { emailed_count, inbox_count, unsubscribed_count, unreachable_count } = await resultOf(operator, sent);
    assert.deepEqual(
      { emailed_count, inbox_count, unsubscribed_count, unreachable_count },
      {
        emailed_count: 1,
        inbox_count: 3,
        unsubscribed_count: 1,
        unreachable_count: 2,
      },
    );
    assert.deepEqual(await inboxOf(site, muted), []);
    assert.equal(await mailsInAll(reached.email), 1);
    for (const { email } of [muted, unverified, bouncing]) assert.equal(await mailsInAll(email), 0);
  });

  void test("reaches each recipient once, whatever is repeated after a crash", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const ana = await site.member();
    const sent = await send(operator, { kind: "member", member_id: ana.sub });
    const id = parseId("message", sent.id)!;
    await Promise.all([runStep(site.site.id, id), runStep(site.site.id, id)]);
    await database.run`update messages set status = 'sending', position = null where site_id = ${site.site.id} and id = ${id}`;
    await runMessages(site.site.id);
    assert.equal((await inboxOf(site, ana)).length, 1);
    assert.equal(await mailsInAll(ana.email), 1);
    assert.equal((await resultOf(operator, sent)).emailed_count, 1);
  });

  void test("waits for its time, and can be canceled until it is sent", async () => {
    const operator = await anOperator(scopes);
    const { site, post } = operator;
    const ana = await site.member();
    const at = new Date(now().getTime() + hour).toISOString();
    const audience = { kind: "member", member_id: ana.sub };
    const [kept, dropped] = [
      await send(operator, audience, { scheduled_at: at }),
      await send(operator, audience, { scheduled_at: at }),
    ];
    assert.equal(kept.status, "scheduled");
    await runStep(site.site.id, parseId("message", kept.id)!);
    assert.deepEqual(await inboxOf(site, ana), []);
    assertStatus(await post(`/messages/${dropped.id}/cancel`), 200);
    await runMessages(site.site.id, () => new Date(now().getTime() + 2 * hour));
    assert.equal((await inboxOf(site, ana)).length, 1);
    const again = await post(`/messages/${kept.id}/cancel`);
    assert.deepEqual([again.statusCode, problemOf(again).code], [409, "invalid_state"]);
    for (const wrong of [new Date(now().getTime() - hour), new Date(now().getTime() + 400 * day)]) {
      const refused = await post("/messages", {
        audience,
        subject: "Late",
        body_markdown: "Late.",
        scheduled_at: wrong.toISOString(),
      });
      assert.deepEqual(problemOf(refused).pointers, ["/scheduled_at"]);
    }
    const actions = new Set((await auditOf(site)).map(({ action }) => action));
    for (const action of ["createMessage", "cancelMessage", "sendMessage"]) assert.ok(actions.has(action), action);
  });

  void test("continues in batches, in the order of members, and counts them all", async () => {
    const operator = await anOperator(scopes);
    const { site, post } = operator;
    const emails = Array.from({ length: 501 }, (_, number) => `crew-${number}-${site.site.id}@harbour.example`);
    const operations = emails.map((email) => ({ op: "upsert", data: { email, roles: ["student"], tags: ["crew"] } }));
    for (const from of [0, 200, 400]) {
      assertStatus(await post("/members/bulk", { operations: operations.slice(from, from + 200) }), 200);
    }
    const sent = await send(operator, toAll);
    const id = parseId("message", sent.id)!;
    await runStep(site.site.id, id);
    const half = await resultOf(operator, sent);
    assert.equal(half.status, "sending");
    assert.ok(half.inbox_count <= 500);
    await runMessages(site.site.id);
    const whole = await resultOf(operator, sent);
    assert.deepEqual([whole.status, whole.inbox_count], ["sent", whole.recipient_count]);
    assert.ok(whole.recipient_count >= 501);
  });

  void test("is previewed with the number of recipients, and tested at the own address", async () => {
    const { site, member, post } = await anOperator(scopes);
    const text = { subject: "Hello", body_markdown: "![A rope](/files/x) *Hi*" };
    const preview = await post("/messages/preview", { audience: { kind: "member", member_id: member.sub }, ...text });
    assertStatus(preview, 200);
    const shown = preview.json<{ recipient_count: number; body_html: string }>();
    assert.equal(shown.recipient_count, 1);
    assert.match(shown.body_html, /A rope <em>Hi<\/em>/);
    assertStatus(await post("/messages/test", text), 200);
    assert.equal((await mailsTo(member.email))[0]!.email.subject, "Hello");
    assert.deepEqual(await inboxOf(site, member), []);
  });

  void test("is refused beyond the limit of recipients that the operator of the server has set", async () => {
    const site = await aSite({ messageRecipientsPerDay: 1 });
    const operator = await operatorOf(site, scopes);
    const ana = await site.member();
    await send(operator, { kind: "member", member_id: ana.sub });
    const text = { subject: "Again", body_markdown: "Again." };
    const refused = await operator.post("/messages", { audience: { kind: "member", member_id: ana.sub }, ...text });
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [429, "rate_limited"]);
  });

  void test("counts the recipients of a scheduled message when it starts, and waits for the limit to reset", async () => {
    const site = await aSite({ messageRecipientsPerDay: 1 });
    const operator = await operatorOf(site, scopes);
    const [ana, bo] = [await site.member(), await site.member()];
    const at = new Date(now().getTime() + hour).toISOString();
    const sent: Sent[] = [];
    for (const { sub } of [ana, bo]) {
      sent.push(await send(operator, { kind: "member", member_id: sub }, { scheduled_at: at }));
    }
    const received = async (milliseconds: number) => {
      const clock = () => new Date(now().getTime() + milliseconds);
      for (const { id } of sent) await runStep(site.site.id, parseId("message", id)!, clock);
      return (await inboxOf(site, ana)).length + (await inboxOf(site, bo)).length;
    };
    assert.equal(await received(2 * hour), 1);
    assert.equal(await received(3 * hour), 1);
    assert.equal(await received(2 * day), 2);
  });

  void test("is canceled if its author has lost the right to send it before it starts", async () => {
    const operator = await anOperator(scopes);
    const { site, member } = operator;
    const ana = await site.member();
    const at = new Date(now().getTime() + hour).toISOString();
    const { id } = await send(operator, { kind: "member", member_id: ana.sub }, { scheduled_at: at });
    await database.run`
      update members set status = 'suspended' where site_id = ${site.site.id} and id = ${member.id}`;
    await runMessages(site.site.id, () => new Date(now().getTime() + 2 * hour));
    assert.deepEqual(await inboxOf(site, ana), []);
    const later = await operatorOf(site, scopes);
    assert.equal((await later.get(`/messages/${id}`)).json<Sent>().status, "canceled");
  });

  void test("is shown and canceled only with the scope that lists its audience", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const course = await aCourse(site, [[{}]]);
    await enrollMember(site, await site.member(), course);
    const { id } = await send(operator, { kind: "course", course_id: formatId("course", course.id) });
    const narrow = await operatorOf(site, "members:read members:write");
    assert.deepEqual((await narrow.get("/messages")).json<{ data: object[] }>().data, []);
    assertStatus(await narrow.get(`/messages/${id}`), 403);
    assertStatus(await narrow.post(`/messages/${id}/cancel`), 403);
    assert.equal((await operator.get("/messages")).json<{ data: object[] }>().data.length, 1);
  });

  void test("needs the scope that lists its audience, and an audience with members", async () => {
    const { site, post } = await anOperator("members:read members:write");
    const course = await aCourse(site, [[{}]]);
    const text = { subject: "Hello", body_markdown: "Hello." };
    for (const path of ["/messages", "/messages/preview"]) {
      const refused = await post(path, {
        audience: { kind: "course", course_id: formatId("course", course.id) },
        ...text,
      });
      assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
    }
    const unknown = { kind: "member", member_id: "mbr_01m8m7hj8sfyyayaky090st26e" };
    assert.deepEqual(problemOf(await post("/messages", { audience: unknown, ...text })).pointers, [
      "/audience/member_id",
    ]);
    const empty = await post("/messages", { audience: { kind: "members", tag: "nothing" }, ...text });
    assert.deepEqual(problemOf(empty).pointers, ["/audience"]);
    for (const role of ["lecturer", "teaching_assistant", "student"] as const) {
      const person = await site.signedIn(await site.member({ roles: [role] }));
      assert.equal((await person.open("/admin/messages/new")).status, 403, role);
    }
  });

  void test("to one person is deleted when the person is erased, and the counts of others stay", async () => {
    const operator = await anOperator(scopes);
    const { site, post, get } = operator;
    const ana = await site.member();
    const [own, all] = [await send(operator, { kind: "member", member_id: ana.sub }), await send(operator, toAll)];
    await runMessages(site.site.id);
    assertStatus(await post(`/members/${ana.sub}/erase`, { confirm_email: ana.email, reason: "Requested" }), 202);
    await runJobsOf(site.site);
    assert.equal((await get(`/messages/${own.id}`)).statusCode, 404);
    assert.ok((await resultOf(operator, all)).inbox_count >= 2);
    const left = await database.many`
      select member_id from message_recipients where site_id = ${site.site.id} and member_id = ${ana.id}`;
    assert.deepEqual(left, []);
  });
});

const tagging = (id: string) => ({ operations: [{ op: "tag_add", id, tags: ["crew"] }] });
