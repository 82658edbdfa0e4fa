import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import { type ASite } from "../../support/world.ts";
import { aClass, assignmentScopes as scopes } from "../../rest/support/assigned-class.ts";
import { anOperator, operatorOf } from "../../rest/support/operator.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { textOf } from "../support/asked.ts";
import { endTheMinute } from "../support/held-grades.ts";

const path = "/admin/submissions";

const browserOf = async (site: ASite, role: "manager" | "teaching_assistant" | "student") =>
  site.signedIn(await site.member({ roles: [role] }));

/** Addresses of the submissions that a page lists. */
const listed = ({ body }: { body: string }) =>
  [...body.matchAll(/<h2><a href="(\/admin\/submissions\/sbm_[^"]+)"/g)].map(([, href]) =>
    href!.replaceAll("&amp;", "&"),
  );

const formAt = (address: string) => `${address.split("?")[0]!}#problem`;

void describe("The submissions of a school", () => {
  void test("are listed in the admin area, the longest waiting first, by state, course and assignment", async () => {
    const operator = await anOperator(scopes);
    const browser = await browserOf(operator.site, "manager");
    const empty = await browser.open(path);
    assert.match(textOf(empty), /Nothing to grade\. View all submissions/);
    assert.match(textOf(await browser.open(`${path}?status=all`)), /No submissions yet\..* View your courses/);

    const [first, second] = [await aClass(operator, { due_days: 14 }), await aClass(operator)];
    await first.handIn({ text: "First" });
    await second.handIn({ text: "Second" });
    assert.match(textOf(await browser.open("/admin")), /Submissions to grade 2/);
    const list = await browser.open(path);
    assert.equal(listed(list).length, 2);
    assert.match(textOf(await browser.open(listed(list)[0]!)), /First/, "The longest waiting one is first.");
    const ofCourse = await browser.open(`${path}?status=submitted&course=${second.course}`);
    assert.equal(listed(ofCourse).length, 1);
    assert.match(textOf(await browser.open(listed(ofCourse)[0]!)), /Second/);
    assert.match(ofCourse.body, new RegExp(`<option value="${second.course}" selected`));
    assert.equal(listed(await browser.open(`${path}?assignment=${first.lecture}`)).length, 1);
    assert.equal(listed(await browser.open(`${path}?status=graded`)).length, 0);
    assert.equal((await browser.open(`${path}?course=nonsense&status=nonsense`)).status, 200);
    const staff = await browser.open(first.path);
    assert.match(staff.body, new RegExp(`href="${path}\\?status=submitted&amp;assignment=${first.lecture}"`));
    assert.match(textOf(staff), /Tie it\. Maximum score: 10 Due 14 days after the start of access/);
    assert.doesNotMatch(staff.body, /id="text"/, "Staff submits nothing.");
    assert.doesNotMatch(await first.page(), /admin\/submissions/, "Students see no link to it.");
  });

  void test("are graded on a page with the work and its files, and the student reads the feedback on the lecture page", async () => {
    const operator = await anOperator(scopes);
    const student = await aClass(operator, { rubric: [{ title: "Tightness", points: 10 }] });
    const browser = await browserOf(operator.site, "manager");
    const upload = { name: "knot.txt", type: "text/plain", bytes: Buffer.from("A knot") };
    await student.handIn({ text: "Over <i>under</i>", url: "https://pictures.example/knot" }, [upload]);
    const [address] = listed(await browser.open(path));
    const page = await browser.open(address!);
    assert.match(page.body, /Over &lt;i&gt;under&lt;\/i&gt;[^]*pictures\.example\/knot[^]*knot\.txt/);
    assert.match(textOf(page), /Instructions Tie it\. [^]*Points per criterion Tightness At most 10\./);
    const href = /<a href="(http[^"]*\/files\/[^"]+)"/.exec(page.body)![1]!.replaceAll("&amp;", "&");
    assert.equal((await operator.site.get(href.replace(operator.site.origin, ""))).body, "A knot");

    const form = formAt(address!);
    for (const [fields, message] of [
      [{ act: "grade", feedback: "Kept text" }, /Enter the points of every criterion, or the total points\./],
      [{ act: "grade", score: "11", feedback: "Kept text" }, /Points are a number from 0 to 10/],
      [{ act: "grade", score: "many", feedback: "Kept text" }, /Points are a number from 0 to 10/],
      [{ act: "grade", score: "1", feedback: `Kept text${"x".repeat(20_000)}` }, /Shorten the feedback/],
    ] as const) {
      const refused = await browser.submit(page, fields, form);
      assert.equal(refused.status, 422);
      assert.match(textOf(refused), message);
      assert.match(refused.body, /Kept text/);
    }
    const graded = await browser.submit(page, { act: "grade", score: "8,5", feedback: "Pull\r\n*tighter*" }, form);
    assert.match(graded.address, /^\/admin\/submissions\?status=submitted&done=graded&last=sbm_\w+#content$/);
    assert.match(
      textOf(graded),
      /The submission is graded\. The student is notified in a minute\..* Change the grade.*Nothing to grade\./,
    );
    await endTheMinute(operator.site);
    assert.match(textOf(await browser.open(graded.address)), /The student has been notified\. Change the grade/);

    const inbox = await student.browser.open("/account/notifications");
    const [, link] = /<h2><a href="([^"]+)"/.exec(inbox.body)!;
    assert.match(
      (await student.browser.open(link!.replace(operator.site.origin, ""))).body,
      /Score: 8\.5 of 10[^]*<em>tighter<\/em>/,
    );
    assert.deepEqual((await auditOf(operator.site)).filter(({ action }) => action === "gradeSubmission").length, 1);
  });

  void test("can be returned, and graded again later; unchanged feedback keeps its time", async () => {
    const operator = await anOperator(scopes);
    const student = await aClass(operator);
    const browser = await browserOf(operator.site, "manager");
    await student.handIn({ text: "First" });
    const [address] = listed(await browser.open(path));
    const form = formAt(address!);
    const returned = await browser.submit(await browser.open(address!), { act: "return", feedback: "Tighter" }, form);
    assert.match(returned.address, /^\/admin\/submissions\?status=submitted&done=returned&last=sbm_\w+#content$/);
    await endTheMinute(operator.site);
    const waiting = await browser.open(address!);
    assert.match(textOf(waiting), /Returned .* The student can submit again\. .*Feedback Tighter/);
    assert.doesNotMatch(waiting.body, /name="score"/);

    await student.handIn({ text: "Second" });
    const again = await browser.open(address!);
    assert.match(textOf(again), /Second .*Earlier versions .*First .*Feedback on an earlier version Tighter/);
    const graded = await browser.submit(again, { act: "grade", score: "9" }, form);
    assert.equal(graded.status, 200);
    await endTheMinute(operator.site);
    assert.match(await student.page(), /Feedback on an earlier version/);
    const regrade = await browser.open(address!);
    assert.match(regrade.body, /name="score"[^>]*value="9"/);
    await browser.submit(regrade, { act: "grade", score: "10", feedback: "Good" }, form);
    assert.doesNotMatch(await student.page(), /Good/, "The minute is not over.");
    await endTheMinute(operator.site);
    assert.match(await student.page(), /<h2>Feedback<\/h2>[^]*Good/);
    const last = await browser.open(address!);
    assert.match(last.body, /name="feedback"[^]*>\nGood<\/textarea>/);
    await browser.submit(last, { act: "grade", score: "10", feedback: "" }, form);
    await endTheMinute(operator.site);
    assert.doesNotMatch(await student.page(), /Good/, "Feedback that is emptied is deleted.");
  });

  void test("are not graded in a version that the teacher has not seen", async () => {
    const operator = await anOperator(scopes);
    const student = await aClass(operator);
    const browser = await browserOf(operator.site, "manager");
    await student.handIn({ text: "First" });
    const [address] = listed(await browser.open(path));
    const form = formAt(address!);
    const seen = await browser.open(address!);
    await browser.submit(seen, { act: "return" }, form);
    await endTheMinute(operator.site);
    await student.handIn({ text: "Second" });
    const changed = await browser.submit(seen, { act: "grade", score: "1" }, form);
    assert.equal(changed.status, 409);
    assert.match(textOf(changed), /It was not graded\. .*Second/);
    assert.doesNotMatch(await student.page(), /Score:/);
  });

  void test("are closed to lecturers of other courses, and assistants only read them", async () => {
    const owner = await anOperator(scopes);
    const [own, foreign] = [await aClass(owner), await aClass(owner)];
    const lecturer = await operatorOf(owner.site, scopes, { roles: ["lecturer"] });
    await letTeach(lecturer, own.course);
    await own.handIn({ text: "Mine" });
    await foreign.handIn({ text: "Theirs" });
    const manager = await browserOf(owner.site, "manager");
    const all = listed(await manager.open(path));
    const browser = await owner.site.signedIn(lecturer.member);
    assert.match((await browser.open("/account")).body, /href="\/admin"/);
    assert.match(textOf(await browser.open("/admin")), /Submissions to grade 1 /, "Only those of own courses.");
    const list = await browser.open(path);
    assert.doesNotMatch(list.body, new RegExp(`href="/admin/members"|${foreign.course}`));
    assert.equal(listed(list).length, 1);
    const [mine] = listed(list);
    const theirs = all.find((address) => address !== mine)!;
    assert.equal((await browser.open(theirs)).status, 404);
    const page = await browser.open(mine!);
    const { csrf, version } = Object.fromEntries(
      [...page.body.matchAll(/name="(csrf|version)" value="([^"]+)"/g)].map(([, name, value]) => [name, value!]),
    ) as { csrf: string; version: string };
    const forced = await browser.request("POST", theirs.split("?")[0]!, { csrf, version, act: "grade", score: "1" });
    assert.equal(forced.statusCode, 404);
    assert.match(textOf(await browser.submit(page, { act: "grade", score: "7" }, formAt(mine!))), /is graded/);

    const assistant = await browserOf(owner.site, "teaching_assistant");
    assert.equal((await assistant.open(path)).status, 200);
    assert.equal((await assistant.open(mine!)).status, 404, "The assistant teaches no course.");
    assert.equal((await (await browserOf(owner.site, "student")).open(path)).status, 403);
  });
});
