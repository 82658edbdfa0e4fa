import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { database } from "../../support/databases/database.ts";
import { until } from "../../support/until.ts";
import { anInterruptedSite } from "../../support/worlds/interrupted-site.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import type { AMember } from "../../support/world.ts";

const names = (page: Page) => page.evaluate<string[]>("caches.keys()");
const text = (page: Page) => page.locator("body").innerText();

/** Addresses that the browser keeps. */
const kept = (page: Page) =>
  page.evaluate<string[]>(
    "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url))",
  );

void describe("A course that a student keeps on their device", () => {
  let live: Awaited<ReturnType<typeof anInterruptedSite>>;
  let browser: Browser;
  let course: Awaited<ReturnType<typeof aCourse>>;

  before(async () => {
    live = await anInterruptedSite();
    browser = await launchBrowser();
    course = await aCourse(live.site, [
      [
        { bodyMarkdown: "A bowline does not slip." },
        { kind: "quiz", title: "Which knot?" },
        { bodyMarkdown: "A hitch." },
      ],
    ]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** A student who has kept the course. */
  async function aKeeper(): Promise<{ page: Page; member: AMember; enrollment: string }> {
    live.connection.isOpen = true;
    const member = await live.site.member();
    const enrollment = await enrollMember(live.site, member, course);
    const page = await aPerson(browser);
    await page.goto(live.origin + course.path);
    await signIn(page, member);
    await page.getByRole("button", { name: "Keep offline" }).click();
    await page.getByText("Kept on this device:").waitFor();
    await until(() => page.evaluate<boolean>("navigator.serviceWorker.controller !== null"), "a worker");
    return { page, member, enrollment };
  }

  const open = (page: Page, path: string) => page.goto(live.origin + path);

  async function cannotRead(page: Page): Promise<void> {
    live.connection.isOpen = false;
    await assert.rejects(open(page, course.lessons[0]!.path), /ERR_/);
    live.connection.isOpen = true;
  }

  void test("is read without a connection, and what was done then is sent afterwards", async () => {
    const { page, member, enrollment } = await aKeeper();
    live.connection.isOpen = false;
    await open(page, course.lessons[0]!.path);
    assert.match(await text(page), /A bowline does not slip/);
    assert.match(await text(page), /the copy that this device keeps/);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Mark as done" }).click();
    await page.getByText("Done. This is sent as soon as there is a connection.").waitFor();
    await page.getByLabel("New note").fill("Ask about ");
    await page.reload();
    assert.equal(await page.getByLabel("New note").inputValue(), "Ask about ");
    await page.getByLabel("New note").fill("Ask about the hitch");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Your note is kept").waitFor();
    await page.getByRole("link", { name: "Which knot?" }).click();
    await page.getByText("The quiz needs a connection").waitFor();
    await open(page, "/learn");
    await page.getByText("Waiting for a connection to be sent: 2").waitFor();
    assert.match(await text(page), /Kept on this device\s+Knots/);
    assert.deepEqual(await violationsOf(page), []);

    live.connection.isOpen = true;
    await open(page, "/learn");
    const isDone = () =>
      database.first`select from lecture_progress where enrollment_id = ${enrollment}
        and lecture_id = ${course.lessons[0]!.id} and completed_at is not null`;
    await until(async () => (await isDone()) !== undefined, "the lecture to be done");
    const notes = () => database.many<{ text: string }>`select text from lecture_notes where member_id = ${member.id}`;
    await until(async () => (await notes()).length > 0, "the note");
    await open(page, course.lessons[0]!.path);
    await page.locator(".note-text", { hasText: "Ask about the hitch" }).waitFor();
    assert.deepEqual(await notes(), [{ text: "Ask about the hitch" }]);
    await page.context().close();
  });

  void test("is gone after sign-out", async () => {
    const { page } = await aKeeper();
    assert.equal((await names(page)).length, 1);
    await open(page, "/sign-out");
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out").waitFor();
    assert.deepEqual(await names(page), []);
    await cannotRead(page);
    await page.context().close();
  });

  void test("is gone when the session has ended elsewhere, as soon as the server is reached", async () => {
    const { page, member } = await aKeeper();
    await database.run`update sessions set revoked_at = now() where member_id = ${member.id}`;
    await open(page, "/");
    await until(async () => (await names(page)).length === 0, "an empty browser");
    await cannotRead(page);
    await page.context().close();
  });

  void test("is not shown without the cookie of its person, even before the server is reached", async () => {
    const { page } = await aKeeper();
    await page.context().clearCookies();
    live.connection.isOpen = false;
    await assert.rejects(open(page, course.lessons[0]!.path), /ERR_/);
    assert.deepEqual(await names(page).catch(() => []), []);
    await page.context().close();
  });

  void test("is gone when another person signs in", async () => {
    const { page, member } = await aKeeper();
    await database.run`update sessions set revoked_at = now() where member_id = ${member.id}`;
    const other = await live.site.member();
    // The first request of the other person is the sign-in.
    await open(page, "/sign-in");
    await signIn(page, other);
    await page.waitForURL(/\/learn$/);
    await until(async () => (await names(page)).length === 0, "an empty browser");
    await cannotRead(page);
    await page.context().close();
  });

  void test("loses its lectures with the access", async () => {
    const { page, enrollment } = await aKeeper();
    await database.run`update enrollments set status = 'revoked' where id = ${enrollment}`;
    await open(page, "/learn");
    const isWithdrawn = async () => !(await kept(page)).includes(live.origin + course.lessons[0]!.path);
    await until(isWithdrawn, "an empty cache");
    live.connection.isOpen = false;
    await open(page, course.lessons[0]!.path);
    assert.doesNotMatch(await text(page), /bowline/);
    await page.getByText("This device keeps no courses").waitFor();
    await page.context().close();
  });
});
