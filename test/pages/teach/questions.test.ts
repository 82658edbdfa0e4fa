import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, keptComments, newest, post, refusalOf } from "../support/discussions.ts";

const path = "/admin/questions";

/** A question of a student this many minutes ago. */
async function aQuestion(
  site: ASite,
  course: { id: string; lessons: { id: string }[] },
  { id: authorId }: AMember,
  { body, minutesAgo = 0, ...fields }: { body: string; minutesAgo?: number; status?: "pending" | "hidden" },
): Promise<string> {
  const place = { commentableType: "lecture", commentableId: course.lessons[0]!.id, courseId: course.id } as const;
  const createdAt = new Date(now().getTime() - minutesAgo * 60_000);
  const { id } = await insertComment(
    { db: database, site: site.site },
    { ...place, id: newId(), authorId, authorRole: "student", body, createdAt, ...fields },
    createdAt,
  );
  return formatId("comment", id);
}

async function aTeacher(site: ASite, course: { id: string }, role: "lecturer" | "teaching_assistant") {
  const member = await site.member({ roles: [role], name: "Idris Bell" });
  await letTeach({ site, member }, formatId("course", course.id));
  return site.signedIn(member);
}

void describe("Questions to answer", () => {
  void test("are the unanswered comments of students in the own courses, oldest first, for each role that teaches", async () => {
    const { site, course, ana, tom, manager } = await aDiscussion();
    const other = await aCourse(site, [[{}]]);
    await aQuestion(site, course, ana.member, { body: "Newer question", minutesAgo: 1 });
    await aQuestion(site, course, tom.member, { body: "Older question", minutesAgo: 5 });
    await aQuestion(site, course, tom.member, { body: "Hidden question", status: "hidden" });
    await aQuestion(site, other, ana.member, { body: "Foreign question" });
    const taught = [/Questions.*Tom Reed ?, on Lecture 1 in Knots .*Older question.*Newer question/, 2] as const;
    for (const role of ["lecturer", "teaching_assistant"] as const) {
      const browser = await aTeacher(site, course, role);
      const list = textOf(await browser.open(path));
      assert.match(list, taught[0], role);
      assert.doesNotMatch(list, /Hidden question|Foreign question/, role);
      assert.match(textOf(await browser.open("/admin")), /Unanswered questions 2 /, role);
      assert.match((await browser.open("/admin")).body, /href="\/admin\/questions"/, role);
    }
    assert.match(textOf(await manager.open(path)), /Foreign question/);
    assert.match(textOf(await manager.open("/admin")), /Unanswered questions 3 /);
    assert.equal((await ana.browser.request("GET", path)).statusCode, 403);
  });

  void test("get no answer if they were hidden meanwhile", async () => {
    const { site, course, ana } = await aDiscussion();
    const id = await aQuestion(site, course, ana.member, { body: "Where?" });
    const assistant = await aTeacher(site, course, "teaching_assistant");
    const page = await assistant.open(`${path}/${id}`);
    await database.run`update comments set status = 'hidden' where site_id = ${site.site.id}`;
    const refused = await assistant.submit(page, { act: "next", answer: "Here." }, `${path}/${id}#problem`);
    assert.ok(refused.status >= 400, String(refused.status));
    const { count } = await database.one<{ count: number }>`
      select count(*)::integer as count from comments where site_id = ${site.site.id}`;
    assert.equal(count, 1);
  });

  void test("are answered in place, one after another, and the student is notified", async () => {
    const { site, course, path: lecture, ana, tom } = await aDiscussion();
    const first = await aQuestion(site, course, ana.member, { body: "Where is the rope?", minutesAgo: 5 });
    const second = await aQuestion(site, course, tom.member, { body: "Which knot?", minutesAgo: 1 });
    const assistant = await aTeacher(site, course, "teaching_assistant");
    const page = await assistant.open(`${path}/${first}`);
    assert.match(page.body, new RegExp(`href="${path}/${second}" rel="next"`));
    const blank = await assistant.submit(page, { act: "next", answer: " \n" }, `${path}/${first}#problem`);
    assert.match(textOf(blank), /Enter an answer with at most 5,000 characters\./);
    const next = await assistant.submit(
      page,
      { act: "next", answer: "<b>In</b> the locker." },
      `${path}/${first}#problem`,
    );
    assert.equal(next.address, `${path}/${second}?done=answered&last=${first}#content`);
    const { authorRole, parentId, body } = await newest(site);
    assert.deepEqual(
      { authorRole, body, question: formatId("comment", parentId!) },
      { authorRole: "teaching_assistant", body: "<b>In</b> the locker.", question: first },
    );
    assert.match((await ana.browser.open(lecture)).body, /&lt;b&gt;In&lt;\/b&gt; the locker\./);
    assert.match(textOf(await ana.browser.open("/account/notifications")), /Idris Bell/);
    const repeated = await assistant.submit(
      page,
      { act: "next", answer: "<b>In</b> the locker." },
      `${path}/${first}#problem`,
    );
    assert.equal(repeated.address, next.address);
    assert.equal((await keptComments(site)).length, 3, "A repeated form answers once.");
    assert.doesNotMatch(textOf(await assistant.open(path)), /Where is the rope/);
    assert.match(textOf(await assistant.open(`${path}/${first}`)), /This question is answered\./);
  });

  void test("are not answered past a reply that the person has not seen", async () => {
    const { site, course, path: lecture, ana, tom } = await aDiscussion();
    const question = await aQuestion(site, course, ana.member, { body: "Where is the rope?" });
    const lecturer = await aTeacher(site, course, "lecturer");
    const page = await lecturer.open(`${path}/${question}`);
    await post(tom.browser, `${lecture}/comments/${question}`, { act: "reply", reply: "In the boat." });
    const kept = await keptComments(site);
    const refused = await lecturer.submit(
      page,
      { act: "answer", answer: "In the locker." },
      `${path}/${question}#problem`,
    );
    assert.match(
      textOf(refused),
      /The question has new replies\..*In the boat\..*|In the boat\..*The question has new/s,
    );
    assert.match(refused.body, /In the locker\.<\/textarea>/, "What was typed is kept.");
    assert.equal((await keptComments(site)).length, kept.length);
    await lecturer.submit(refused, { act: "answer", answer: "In the locker." }, `${path}/${question}#problem`);
    assert.equal((await newest(site)).body, "In the locker.");
  });

  void test("can be settled without an answer, and returned", async () => {
    const { site, course, ana, manager } = await aDiscussion();
    const thanks = await aQuestion(site, course, ana.member, { body: "Thank you!" });
    const page = await manager.open(`${path}/${thanks}`);
    const settled = await manager.submit(page, { act: "settle" }, `${path}/${thanks}#problem`);
    assert.match(textOf(settled), /The question needs no answer\..*No questions wait for an answer\./);
    const returned = await manager.submit(settled, { act: "reopen" }, `${path}/${thanks}`);
    assert.match(textOf(returned), /The question waits for an answer again\./);
    assert.match(textOf(await manager.open(path)), /Thank you!/);
    assert.deepEqual(
      (await auditOf(site)).flatMap(({ action }) => (action === "settleQuestion" ? [action] : [])),
      ["settleQuestion", "settleQuestion"],
    );
  });

  void test("are not found in other courses and schools, and cannot be answered or settled", async () => {
    const [here, there] = [await aDiscussion(), await aDiscussion()];
    const other = await aCourse(here.site, [[{}]]);
    const lecturer = await aTeacher(here.site, here.course, "lecturer");
    const foreign = await aQuestion(here.site, other, here.ana.member, { body: "Other course" });
    const elsewhere = await aQuestion(there.site, there.course, there.ana.member, { body: "Other school" });
    for (const id of [foreign, elsewhere]) {
      assert.equal((await lecturer.request("GET", `${path}/${id}`)).statusCode, 404);
      for (const form of [{ act: "answer", answer: "Yes", seen: "9" }, { act: "settle" }] as Record<string, string>[]) {
        assert.equal(await refusalOf(lecturer, `${path}/${id}`, form), 404);
      }
    }
    assert.equal(await refusalOf(here.ana.browser, `${path}/${foreign}`, { act: "settle" }), 403);
    assert.equal(
      (await keptComments(here.site)).length + (await keptComments(there.site)).length,
      2,
      "No answer was stored.",
    );
  });
});
