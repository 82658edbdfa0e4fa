import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aClass, assignmentScopes as scopes } from "../../rest/support/assigned-class.ts";
import { anOperator, type Operator } from "../../rest/support/operator.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { textOf } from "../support/asked.ts";
import { endTheMinute } from "../support/held-grades.ts";

const path = "/admin/submissions";

const rubric = [
  { title: "Tightness *of* [knot]", points: 6 },
  { title: "1. Beauty", points: 4 },
];

const managerOf = async ({ site }: Operator) => site.signedIn(await site.member({ roles: ["manager"] }));

const formAt = (address: string) => `${address.split("?")[0]!}#problem`;

const firstListed = ({ body }: { body: string }) =>
  /<h2><a href="(\/admin\/submissions\/sbm_[^"]+)"/.exec(body)![1]!.replaceAll("&amp;", "&");

const to = (page: { body: string }, rel: string) =>
  new RegExp(`href="([^"]+)"\\s+rel="${rel}"`).exec(page.body)?.[1]?.replaceAll("&amp;", "&");

const fieldIn = ({ body }: { body: string }, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1];

/** Enrolls more students in the class, who submit a text each. */
async function moreSubmissions(
  operator: Operator,
  { course, lecture }: Awaited<ReturnType<typeof aClass>>,
  count: number,
) {
  for (let number = 1; number <= count; number++) {
    const member = await operator.site.member({ email: `${newId()}@example.test` });
    const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
    assertStatus(enrolled, 201);
    const { id } = enrolled.json<{ id: string }>();
    const text = `Work ${number}.`;
    assertStatus(await operator.post("/submissions", { enrollment_id: id, lecture_id: lecture, text }), 201);
  }
}

void describe("Grading in the admin area", () => {
  void test("grades 20 submissions with two criteria in at most 60 actions, without scripts", async () => {
    const operator = await anOperator(scopes);
    const aClassOfMany = await aClass(operator, { rubric });
    await moreSubmissions(operator, aClassOfMany, 20);
    const browser = await managerOf(operator);
    let page = await browser.open(path);
    let address = firstListed(page);
    page = await browser.open(address);
    // An action is a field that is filled or a button that is pressed. The first submission is open.
    let actions = 0;
    for (let number = 1; number <= 20; number++) {
      assert.match(textOf(page), new RegExp(`Work ${number}\\.`), "The longest waiting one is next.");
      const isLast = number === 20;
      assert.equal(page.body.includes('value="next"'), !isLast);
      const fields = { "points-1": "5", "points-2": "3,5", act: isLast ? "grade" : "next" };
      page = await browser.submit(page, fields, formAt(address));
      assert.match(textOf(page), /The submission is graded\. The student is notified in a minute\..* Change the grade/);
      actions += Object.keys(fields).length;
      address = page.address;
    }
    assert.ok(actions <= 60, `${actions} actions`);
    assert.match(textOf(page), /Nothing to grade\./);
    await endTheMinute(operator.site);
    const graded = await operator.get("/submissions?status=graded&limit=50");
    const { data } = graded.json<{ data: { score: number; feedback_html: string }[] }>();
    assert.deepEqual(new Set(data.map(({ score }) => score)), new Set([8.5]));
    assert.match(
      data[0]!.feedback_html,
      /<li>Tightness \*of\* \[knot\]: 5 \/ 6<\/li>\s*<li>1\. Beauty: 3\.5 \/ 4<\/li>/,
    );
  });

  void test("shows the points of each criterion again, apart from the feedback, and lets them be changed", async () => {
    const operator = await anOperator(scopes);
    await moreSubmissions(operator, await aClass(operator, { rubric }), 1);
    const browser = await managerOf(operator);
    const address = firstListed(await browser.open(path));
    const page = await browser.open(address);
    for (const [fields, message] of [
      [{ "points-1": "7", "points-2": "1" }, /points for “Tightness \*of\* \[knot\]” are a number from 0 to 6/],
      [{ "points-1": "6", "points-2": "x" }, /points for “1\. Beauty” are a number from 0 to 4/],
      [{ "points-1": "6", "points-2": "" }, /Enter the points of every criterion, or the total points/],
    ] as const) {
      const refused = await browser.submit(page, { ...fields, feedback: "Kept", act: "grade" }, formAt(address));
      assert.equal(refused.status, 422);
      assert.match(textOf(refused), message);
      assert.match(textOf(refused), fields["points-2"] === "1" ? /criteria: 8 of 10/ : /criteria: 6 of 10/);
      assert.equal(fieldIn(refused, "points-1"), fields["points-1"]);
      assert.match(refused.body, />\nKept<\/textarea>/);
    }
    const fields = { "points-1": "6", "points-2": "2", feedback: "Well tied", act: "grade" };
    const done = await browser.submit(page, fields, formAt(address));
    await endTheMinute(operator.site);
    const [, change] = /<a href="([^"]+)">Change the grade/.exec(done.body)!;
    const again = await browser.open(change!.replaceAll("&amp;", "&"));
    assert.match(textOf(again), /Sum of the criteria: 8 of 10/);
    assert.deepEqual(
      ["points-1", "points-2", "score"].map((name) => fieldIn(again, name)),
      ["6", "2", ""],
    );
    assert.match(again.body, />\nWell tied<\/textarea>/);
    await browser.submit(again, { "points-2": "4", act: "grade" }, formAt(address));
    await endTheMinute(operator.site);
    assert.match(textOf(await browser.open(address)), /10 of 10/);
    const total = await browser.open(address);
    await browser.submit(total, { score: "9", act: "grade" }, formAt(address));
    await endTheMinute(operator.site);
    assert.equal(fieldIn(await browser.open(address), "score"), "9", "The total wins over the sum.");
  });

  void test("leads to the next and the previous submission of the same list", async () => {
    const operator = await anOperator(scopes);
    const one = await aClass(operator);
    await moreSubmissions(operator, one, 2);
    await moreSubmissions(operator, await aClass(operator), 1);
    await moreSubmissions(operator, one, 1);
    const browser = await managerOf(operator);
    const list = `${path}?status=submitted&course=${one.course}`;
    const first = await browser.open(firstListed(await browser.open(list)));
    assert.equal(to(first, "prev"), undefined);
    const second = await browser.open(to(first, "next")!);
    const third = await browser.open(to(second, "next")!);
    assert.equal(to(third, "next"), undefined, "The submission of another course is not in the list.");
    assert.equal((await browser.open(to(third, "prev")!)).address, second.address);
  });

  void test("shows files of students from the address of the school, under a policy without other sources", async () => {
    const operator = await anOperator(scopes);
    const student = await aClass(operator);
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await student.handIn({}, [
      { name: "knot.txt", type: "text/plain", bytes: Buffer.from("A <b>knot</b>") },
      { name: "knot.png", type: "image/png", bytes: png },
      { name: "knot.pdf", type: "application/pdf", bytes: Buffer.from("%PDF-1.4\n%%EOF") },
      { name: "knot.mp3", type: "audio/mpeg", bytes: Buffer.concat([Buffer.from("ID3\u0003"), Buffer.alloc(64)]) },
    ]);
    const browser = await managerOf(operator);
    const page = await browser.open(firstListed(await browser.open(path)));
    const own = operator.site.origin.replaceAll(".", String.raw`\.`);
    assert.match(page.body, /<pre[^>]*tabindex="0"[^>]*>\nA &lt;b&gt;knot&lt;\/b&gt;<\/pre>/);
    assert.match(page.body, new RegExp(`<img\\s+src="${own}/files/fil_\\w+\\?[^"]+"\\s+alt="knot\\.png"`));
    assert.match(page.body, new RegExp(`<audio\\s+src="${own}/files/`));
    assert.match(page.body, new RegExp(`href="${own}/files/[^"]+"><bdi[^>]*>knot\\.pdf`));
    const policy = String(page.response.headers["content-security-policy"]);
    assert.match(page.body, new RegExp(`<iframe src="${own}/files/fil_\\w+\\?[^"]+" title="knot\\.pdf"`));
    assert.match(policy, /default-src 'none';.*media-src 'self'; frame-src 'self'/);
    assert.doesNotMatch(policy, /unsafe|object-src/);
    const pdf = /<iframe src="([^"]+)"/.exec(page.body)![1]!.replaceAll("&amp;", "&").replace(operator.site.origin, "");
    const file = await browser.request("GET", pdf);
    assert.match(String(file.headers["content-security-policy"]), /default-src 'none';.*frame-ancestors 'self'/);
    assert.deepEqual(
      [file.headers["content-type"], file.headers["x-content-type-options"]],
      ["application/pdf", "nosniff"],
    );
  });

  void test("lets a grade be undone within a minute, and tells the student nothing before", async () => {
    const operator = await anOperator(scopes);
    const student = await aClass(operator, { rubric });
    await student.handIn({ text: "Mine" });
    const browser = await managerOf(operator);
    const address = firstListed(await browser.open(path));
    const fields = { "points-1": "6", "points-2": "2", feedback: "Well tied", act: "grade" };
    const done = await browser.submit(await browser.open(address), fields, formAt(address));
    const pathOfIt = address.split("?")[0]!;
    assert.doesNotMatch(await student.page(), /Well tied|Score:/);
    assert.doesNotMatch((await student.browser.open("/account/notifications")).body, /graded/i);
    const waiting = await browser.open(address);
    assert.match(textOf(waiting), /Graded a moment ago\. .*Points: 8 of 10/);
    assert.doesNotMatch(waiting.body, /name="score"/, "It is undone before it is changed.");
    const undone = await browser.submit(done, { act: "undo" }, pathOfIt);
    assert.match(textOf(undone), /Undone\. The student was not notified\./);
    assert.equal(fieldIn(undone, "points-1"), "6", "What was entered is in the form again.");
    assert.match(undone.body, />\nWell tied<\/textarea>/);
    await endTheMinute(operator.site);
    assert.doesNotMatch(await student.page(), /Score:/);
    assert.equal(firstListed(await browser.open(path)).split("?")[0], pathOfIt, "It waits again.");

    const again = await browser.submit(undone, { ...fields, "points-2": "3" }, formAt(address));
    await endTheMinute(operator.site);
    assert.match(await student.page(), /Score: 9 of 10/);
    const late = await browser.submit(again, { act: "undo" }, pathOfIt);
    assert.match(textOf(late), /Too late to undo: the student has been notified\./);
    assert.match(await student.page(), /Well tied/);
  });

  void test("does not send a grade for work that a colleague has graded meanwhile", async () => {
    const operator = await anOperator(scopes);
    const student = await aClass(operator);
    await student.handIn({ text: "Mine" });
    const browser = await managerOf(operator);
    const address = firstListed(await browser.open(path));
    await browser.submit(await browser.open(address), { score: "3", act: "grade" }, formAt(address));
    const { data } = (await operator.get("/submissions")).json<{ data: { id: string }[] }>();
    assertStatus(await operator.post(`/submissions/${data[0]!.id}/grade`, { score: 10 }), 200);
    await endTheMinute(operator.site);
    assert.match(await student.page(), /Score: 10 of 10/);
    // What this person gave is shown again, with the reason.
    const form = await browser.open(address);
    assert.equal(fieldIn(form, "score"), "3");
    assert.match(form.body, /class="notice grave"/);
  });

  void test("saves comments of one person, and inserts and deletes them without losing what is typed", async () => {
    const operator = await anOperator(scopes);
    await moreSubmissions(operator, await aClass(operator), 1);
    const browser = await managerOf(operator);
    const address = firstListed(await browser.open(path));
    const form = formAt(address);
    const typed = { score: "4", feedback: "Show <how> you got there." };
    const kept = await browser.submit(await browser.open(address), { ...typed, act: "keep" }, form);
    const [, id] = /value="insert:([^"]+)"/.exec(kept.body)!;
    assert.match(kept.body, /Show &lt;how&gt; you got there\./);
    assert.equal(fieldIn(kept, "score"), "4");
    const inserted = await browser.submit(kept, { score: "4", feedback: "Good.", act: `insert:${id}` }, form);
    assert.match(inserted.body, />\nGood\.\nShow &lt;how&gt; you got there\.<\/textarea>/);
    const long = { ...typed, feedback: "x".repeat(1001), act: "keep" };
    const refused = await browser.submit(inserted, long, form);
    assert.equal(refused.status, 422);
    assert.match(textOf(refused), /A saved comment has 1 to 1,000 characters/);
    const other = await managerOf(operator);
    assert.doesNotMatch((await other.open(address)).body, /insert:/, "Comments belong to one person.");
    const forgotten = await browser.submit(inserted, { ...typed, act: `forget:${id}` }, form);
    assert.doesNotMatch(forgotten.body, /insert:/);
    assert.equal(fieldIn(forgotten, "score"), "4");
  });
});
