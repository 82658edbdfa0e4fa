import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { letTeach } from "../../rest/support/taught-course.ts";
import { launchBrowser } from "../../support/browser.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { enrollMember } from "../../support/worlds/lessons.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";

/** A course with a submission and a question, and one of somebody else. */
async function aSchoolDay({ site }: LiveSite, role: "lecturer" | "teaching_assistant") {
  const operator = await operatorOf(site, assignmentScopes);
  const [own, foreign] = [await aClass(operator), await aClass(operator)];
  await own.handIn({ text: "My bowline" });
  const away = await site.member({ name: "Noor Haddad", email: `${newId()}@harbour.example` });
  await enrollMember(site, away, { id: parseId("course", own.course)! }, { daysAgo: 20 });
  const place = { commentableId: parseId("lecture", own.lecture)!, courseId: parseId("course", own.course)! };
  const asked = { id: newId(), authorId: own.member.id, authorRole: "student", body: "Where is the rope?" } as const;
  await insertComment({ db: database, site: site.site }, { ...place, ...asked, commentableType: "lecture" }, now());
  const member = await site.member({ roles: [role], name: "Idris Bell", email: `${newId()}@harbour.example` });
  await letTeach({ site, member }, own.course);
  return { own, foreign, member, question: formatId("comment", asked.id) };
}

/** Opens every link of a page of the admin area: none is dead, and none is refused. */
async function followLinks(page: Page, seen: Set<string>): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const links = await page.locator("a[href^='/']").evaluateAll((found) => found.map((one) => one.getAttribute("href")));
  for (const link of links) {
    const { pathname: path, search } = new URL(link ?? "", origin);
    if (seen.has(path + search)) continue;
    seen.add(path + search);
    const response = await page.request.get(`${origin}${path}${search}`);
    assert.ok(response.status() < 400, `${pathname} leads to ${path}${search}: ${response.status()}`);
  }
}

void describe("A day of work in the browser", () => {
  let live: LiveSite;
  let browser: Browser;

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  const enter = async (member: { email: string }): Promise<Page> => {
    const page = await aPerson(browser, { viewport: { width: 1200, height: 900 } });
    await page.goto(`${live.origin}/sign-in?return_to=/admin`);
    await signIn(page, member);
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    return page;
  };

  const refused = async (page: Page, ...paths: string[]): Promise<void> => {
    for (const path of paths) {
      const response = await page.request.get(`${live.origin}${path}`);
      assert.ok([403, 404].includes(response.status()), `${path}: ${response.status()}`);
    }
  };

  /** Answers the question, and finds the student who was away. */
  async function answerAndLook(page: Page, seen: Set<string>): Promise<void> {
    await page.getByRole("link", { name: /Unanswered questions/ }).click();
    await page.getByRole("link", { name: /^Answer: question by/ }).click();
    await followLinks(page, seen);
    await page.getByLabel("Your answer").fill("In the locker.");
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByText("Your answer has been posted.").waitFor();
    await page.goto(`${live.origin}/admin/submissions/students?show=stuck`);
    await page.getByRole("row", { name: "Noor Haddad 0% Not active for 14 days Not started" }).waitFor();
    await followLinks(page, seen);
  }

  void test("passes for a lecturer: today, a grade, an answer, a stuck student, the own lecture, and nothing of others", async () => {
    const { own, foreign, member } = await aSchoolDay(live, "lecturer");
    const page = await enter(member);
    const seen = new Set<string>();
    await followLinks(page, seen);
    await page.getByRole("link", { name: /Submissions to grade/ }).click();
    await page.getByRole("link", { name: "A bowline" }).click();
    await followLinks(page, seen);
    await page.getByLabel("Points", { exact: true }).fill("8");
    await page.getByRole("button", { name: "Grade", exact: true }).click();
    await page.getByText("The submission is graded.").waitFor();
    await page.goto(`${live.origin}/admin`);
    await answerAndLook(page, seen);
    await page.goto(`${live.origin}/admin/courses/${own.course}`);
    await followLinks(page, seen);
    await page.goto(`${live.origin}/admin/lectures/${own.lecture}/edit`);
    await page.getByLabel("Title", { exact: true }).fill("A better bowline");
    await page
      .getByRole("button", { name: /^(Save|Publish changes)$/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "A better bowline" }).waitFor();
    await followLinks(page, seen);
    await refused(
      page,
      `/admin/courses/${foreign.course}`,
      `/admin/lectures/${foreign.lecture}/edit`,
      "/admin/messages/new",
      "/admin/members",
      "/admin/comments",
      "/admin/orders",
    );
    await page.context().close();
  });

  void test("passes for an assistant: today, submissions to read, an answer, a stuck student, and nothing to change", async () => {
    const { own, foreign, member } = await aSchoolDay(live, "teaching_assistant");
    const page = await enter(member);
    const seen = new Set<string>();
    await followLinks(page, seen);
    await page.getByRole("link", { name: /Submissions to grade/ }).click();
    await page.getByRole("link", { name: "A bowline" }).click();
    await page.getByText(/Teaching assistants read the submissions/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Grade" }).count(), 0);
    await followLinks(page, seen);
    await page.goto(`${live.origin}/admin`);
    await answerAndLook(page, seen);
    await page.goto(`${live.origin}/admin/courses/${own.course}`);
    await followLinks(page, seen);
    await refused(
      page,
      `/admin/courses/${foreign.course}`,
      `/admin/lectures/${own.lecture}/edit`,
      "/admin/messages/new",
      "/admin/members",
      "/admin/orders",
    );
    await page.context().close();
  });
});
