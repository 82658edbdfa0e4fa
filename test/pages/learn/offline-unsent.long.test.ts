import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { database } from "../../support/databases/database.ts";
import { until } from "../../support/until.ts";
import { aKeptCourse, cacheNames, contactOnce, endSessions, type Keeper } from "../../support/worlds/kept-course.ts";
import { signIn } from "../../support/worlds/person.ts";

const text = (page: Page) => page.locator("body").innerText();
const notes = () => database.many<{ memberId: string; text: string }>`select member_id, text from lecture_notes`;

/** Waiting notes stay. */
const areGone = async (page: Page) => (await cacheNames(page)).every((name) => name.startsWith("lectern-waiting "));

/** The cookie for the sign-in page, which has no scripts. */
const hasNotice = async (page: Page) => (await page.context().cookies()).some(({ name }) => name.includes("_waiting"));

void describe("A note that waits for a connection", () => {
  let school: Awaited<ReturnType<typeof aKeptCourse>>;

  before(async () => {
    school = await aKeptCourse([{ title: "Bowlines", bodyMarkdown: "A bowline does not slip." }]);
  });
  after(() => school.close());

  /** Someone who has done a lecture and written a note in it without a connection. */
  async function aWriter(note: string): Promise<Keeper> {
    const keeper = await school.aKeeper();
    const { page } = keeper;
    school.live.connection.isOpen = false;
    await school.open(page, school.course.lessons[0]!.path);
    await page.getByRole("button", { name: "Mark as done" }).click();
    await page.getByText("Done. This is sent as soon as there is a connection.").waitFor();
    await page.getByLabel("New note").fill(note);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Your note is kept").waitFor();
    return keeper;
  }

  /** Their session has ended elsewhere, which the browser has noticed. */
  async function aFormerWriter(note: string): Promise<Keeper> {
    const writer = await aWriter(note);
    await endSessions(writer.member);
    school.live.connection.isOpen = true;
    await school.open(writer.page, "/");
    await until(() => areGone(writer.page), "no copies");
    return writer;
  }

  void test("is sent when its author signs in again after the end of the session, and is on no page until then", async () => {
    const { page, member } = await aFormerWriter("Ask about the hitch");
    assert.equal((await cacheNames(page)).length, 1);
    assert.doesNotMatch(await text(page), /hitch/);
    await school.cannotRead(page);
    await school.open(page, "/sign-in");
    assert.match(await text(page), /This device keeps notes that were written here without a connection\./);
    await signIn(page, member);
    await page.waitForURL(/\/learn$/);
    const sent = async () => (await notes()).filter(({ memberId }) => memberId === member.id);
    await until(async () => (await sent()).length > 0, "the note");
    assert.deepEqual(await sent(), [{ memberId: member.id, text: "Ask about the hitch" }]);
    await until(async () => (await cacheNames(page)).length === 0, "nothing that waits");
    await until(async () => !(await hasNotice(page)), "no word of it");
    await page.context().close();
  });

  void test("is deleted when another person signs in, and never sent", async () => {
    const { page } = await aFormerWriter("Secret of the first");
    await school.open(page, "/sign-in");
    await signIn(page, await school.live.site.member());
    await page.waitForURL(/\/learn$/);
    await until(async () => (await cacheNames(page)).length === 0, "an empty browser");
    assert.doesNotMatch(await text(page), /Secret of the first/);
    assert.ok((await notes()).every(({ text: sent }) => sent !== "Secret of the first"));
    await page.context().close();
  });

  void test("is deleted seven days after the session", async () => {
    const { page } = await aFormerWriter("Too late");
    const age = (days: number) =>
      page.evaluate(`caches.keys().then(([name]) => caches.open(name)).then((cache) =>
        cache.put("/learn/kept.ended", Response.json(Date.now() - ${days} * 86_400_000)))`);
    await age(6.9);
    await contactOnce(page);
    assert.equal((await cacheNames(page)).length, 1);
    await age(7.1);
    await school.open(page, "/");
    await until(async () => (await cacheNames(page)).length === 0, "an empty browser");
    const workers = () => page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)");
    await until(async () => (await workers()) === 0, "no worker");
    await page.context().close();
  });

  void test("is shown with its text to copy if the server does not accept it", async () => {
    const { page, enrollment } = await aWriter("Ask about the hitch\ntomorrow");
    await database.run`update enrollments set status = 'revoked' where id = ${enrollment}`;
    school.live.connection.isOpen = true;
    await school.open(page, "/learn");
    const unsent = page.locator("l-unsent");
    await unsent.getByRole("heading", { name: "Could not be sent" }).waitFor();
    assert.match(await unsent.innerText(), /Bowlines\s+Marked as done[^]*Bowlines\s+Ask about the hitch\ntomorrow/);
    assert.deepEqual(await violationsOf(page), []);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await unsent.getByRole("button", { name: "Copy text: Bowlines" }).click();
    await unsent.getByText("Copied").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), "Ask about the hitch\ntomorrow");
    await page.reload();
    await unsent.getByText("Ask about the hitch").waitFor();
    for (const left of [1, 0]) {
      await unsent
        .getByRole("button", { name: /Remove/ })
        .first()
        .click();
      await until(async () => (await unsent.getByRole("listitem").count()) === left, `${left} entries`);
    }
    assert.equal(await unsent.isVisible(), false);
    await page.context().close();
  });
});
