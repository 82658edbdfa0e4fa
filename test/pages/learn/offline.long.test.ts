import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { database } from "../../support/databases/database.ts";
import { until } from "../../support/until.ts";
import { aKeptCourse, cacheNames as names, endSessions, keptAddresses } from "../../support/worlds/kept-course.ts";
import { signIn } from "../../support/worlds/person.ts";

const text = (page: Page) => page.locator("body").innerText();

void describe("A course that a student keeps on their device", () => {
  let school: Awaited<ReturnType<typeof aKeptCourse>>;

  before(async () => {
    school = await aKeptCourse([
      { bodyMarkdown: "A bowline does not slip." },
      { kind: "quiz", title: "Which knot?" },
      { bodyMarkdown: "A hitch." },
    ]);
  });
  after(() => school.close());

  void test("is read without a connection, and what was done then is sent afterwards", async () => {
    const { page, member, enrollment } = await school.aKeeper();
    school.live.connection.isOpen = false;
    await school.open(page, school.course.lessons[0]!.path);
    assert.match(await text(page), /A bowline does not slip/);
    assert.match(await text(page), /the copy that this device keeps/);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Mark as done" }).click();
    await page.getByText("Done. This is sent as soon as there is a connection.").waitFor();
    await page.getByLabel("New note").fill("Ask about ");
    await page.reload();
    await until(async () => (await page.getByLabel("New note").inputValue()) === "Ask about ", "the typed text");
    await page.getByLabel("New note").fill("Ask about the hitch");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Your note is kept").waitFor();
    await page.getByRole("link", { name: "Which knot?" }).click();
    await page.getByText("The quiz needs a connection").waitFor();
    await school.open(page, "/learn");
    await page.getByText("Waiting for a connection to be sent: 2").waitFor();
    assert.match(await text(page), /Kept on this device\s+Knots/);
    assert.deepEqual(await violationsOf(page), []);

    school.live.connection.isOpen = true;
    await school.open(page, "/learn");
    const isDone = () =>
      database.first`select from lecture_progress where enrollment_id = ${enrollment}
        and lecture_id = ${school.course.lessons[0]!.id} and completed_at is not null`;
    await until(async () => (await isDone()) !== undefined, "the lecture to be done");
    const notes = () => database.many<{ text: string }>`select text from lecture_notes where member_id = ${member.id}`;
    await until(async () => (await notes()).length > 0, "the note");
    await school.open(page, school.course.lessons[0]!.path);
    await page.locator(".note-text", { hasText: "Ask about the hitch" }).waitFor();
    assert.deepEqual(await notes(), [{ text: "Ask about the hitch" }]);
    await page.context().close();
  });

  void test("is gone after sign-out", async () => {
    const { page } = await school.aKeeper();
    assert.equal((await names(page)).length, 1);
    await school.open(page, "/sign-out");
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out").waitFor();
    assert.deepEqual(await names(page), []);
    await school.cannotRead(page);
    await page.context().close();
  });

  void test("is gone when the session has ended elsewhere, as soon as the server is reached", async () => {
    const { page, member } = await school.aKeeper();
    await endSessions(member);
    await school.open(page, "/");
    await until(async () => (await names(page)).length === 0, "an empty browser");
    await school.cannotRead(page);
    await page.context().close();
  });

  void test("is not shown without the cookie of its person, even before the server is reached", async () => {
    const { page } = await school.aKeeper();
    await page.context().clearCookies();
    school.live.connection.isOpen = false;
    await assert.rejects(school.open(page, school.course.lessons[0]!.path), /ERR_/);
    assert.deepEqual(await names(page).catch(() => []), []);
    await page.context().close();
  });

  void test("is gone when another person signs in", async () => {
    const { page, member } = await school.aKeeper();
    await endSessions(member);
    const other = await school.live.site.member();
    // The first request of the other person is the sign-in.
    await school.open(page, "/sign-in");
    await signIn(page, other);
    await page.waitForURL(/\/learn$/);
    await until(async () => (await names(page)).length === 0, "an empty browser");
    await school.cannotRead(page);
    await page.context().close();
  });

  void test("loses its lectures with the access", async () => {
    const { page, enrollment } = await school.aKeeper();
    await database.run`update enrollments set status = 'revoked' where id = ${enrollment}`;
    await school.open(page, "/learn");
    const isWithdrawn = async () => !(await keptAddresses(page)).includes(school.course.lessons[0]!.path);
    await until(isWithdrawn, "an empty cache");
    school.live.connection.isOpen = false;
    await school.open(page, school.course.lessons[0]!.path);
    assert.doesNotMatch(await text(page), /bowline/);
    await page.getByText("This device keeps no courses").waitFor();
    await page.context().close();
  });
});
