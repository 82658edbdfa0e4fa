import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { until } from "../../support/until.ts";
import { aKeptCourse, contactOnce, endSessions, hasWorker, keptAddresses } from "../../support/worlds/kept-course.ts";
import { aFile } from "../../support/worlds/lessons.ts";
import { signIn } from "../../support/worlds/person.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { formatId } from "#domain/platform/ids.ts";

/** A page of another site that submits a form as soon as it is opened. */
async function aForeignForm(action: string, fields: Record<string, string>) {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<form method="post" action="${action}">${inputs.join("")}</form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}/`, [Symbol.dispose]: () => void server.close() };
}

void describe("A course on a device", () => {
  let school: Awaited<ReturnType<typeof aKeptCourse>>;

  before(async () => {
    school = await aKeptCourse([{ bodyMarkdown: "A bowline does not slip." }, { bodyMarkdown: "A hitch." }]);
  });
  after(() => school.close());

  void test("sends and keeps nothing that a form of another site contains", async () => {
    const { page, member, enrollment } = await school.aKeeper();
    const [target, other] = school.course.lessons.map(({ path }) => path) as [string, string];
    await contactOnce(page);
    const before = (await keptAddresses(page)).toSorted();
    const notes = `${school.live.origin}${target}/notes`;
    const forms: [string, Record<string, string>][] = [
      [notes, { text: "Foreign" }],
      [notes, { text: "Foreign", note: "../../account/planted" }],
      [notes, { text: "Foreign", note: `..${other.slice("/learn".length)}` }],
      [notes, { text: "Foreign", note: "../kept.contents" }],
      [`${school.live.origin}${target}/done`, { done: "yes" }],
    ];
    for (const [action, fields] of forms) {
      using form = await aForeignForm(action, fields);
      await page.goto(form.address);
      await page.waitForURL((url) => url.origin === school.live.origin);
    }
    await school.open(page, target);
    await contactOnce(page);
    assert.deepEqual((await keptAddresses(page)).toSorted(), before);
    assert.equal(await database.first`select from lecture_notes where member_id = ${member.id}`, undefined);
    assert.equal(
      await database.first`select from lecture_progress
        where enrollment_id = ${enrollment} and completed_at is not null`,
      undefined,
    );
    await page.context().close();
  });

  void test("has pictures of its lectures, but no page that a lecturer has named as a picture", async () => {
    const owner = await school.live.site.member({ roles: ["owner"] });
    const fileId = await aFile(school.live.site, owner, "knot.png", aPicture({ width: 20, height: 20 }));
    const file = `/files/${formatId("file", fileId)}`;
    await database.run`update files set visibility = 'public' where id = ${fileId}`;
    const pictures = ["/account", "/account/data", "/learn", "/learn/../account", "/files/../account", file];
    const body = pictures.map((address) => `<p><img src="${address}" alt="A knot"></p>`).join("");
    await database.run`update lectures set body_html = ${body}, version = version + 1
      where id = ${school.course.lessons[1]!.id}`;
    const { page } = await school.aKeeper();
    const kept = await keptAddresses(page);
    assert.ok(kept.includes(file));
    const others = kept.filter((address) => !/^\/(?:assets|files)\//.test(address));
    const own = [
      "/learn",
      "/learn/kept.contents",
      school.course.path,
      ...school.course.lessons.map(({ path }) => path),
    ];
    assert.deepEqual(others.toSorted(), own.toSorted());
    school.live.connection.isOpen = false;
    await school.open(page, school.course.lessons[1]!.path);
    const width = () => page.evaluate<number>(`document.querySelector('img[src="${file}"]').naturalWidth`);
    await until(async () => (await width()) === 20, "the picture");
    await page.context().close();
  });

  void test("leaves no typed text to the next person", async () => {
    const { page, member } = await school.aKeeper();
    school.live.connection.isOpen = false;
    await school.open(page, school.course.lessons[0]!.path);
    await page.getByLabel("New note").fill("Private thoughts");
    const stored = () => page.evaluate<string>("JSON.stringify(localStorage)");
    await until(async () => (await stored()).includes("Private thoughts"), "the typed text");
    await endSessions(member);
    school.live.connection.isOpen = true;
    await school.open(page, "/sign-in");
    await signIn(page, await school.live.site.member());
    await page.waitForURL(/\/learn$/);
    await until(async () => !(await stored()).includes("Private thoughts"), "an empty storage");
    await page.context().close();
  });

  void test("is not needed for the worker to leave with the session", async () => {
    const { page, member } = await school.aStudent();
    // Notifications on a device use the same worker.
    await page.evaluate(`navigator.serviceWorker.register("/learn/offline-worker.js", { scope: "/" })`);
    await hasWorker(page);
    const workers = () =>
      page.evaluate<number>("navigator.serviceWorker.getRegistrations().then(({ length }) => length)");
    await school.open(page, "/learn");
    await contactOnce(page);
    assert.equal(await workers(), 1);
    await endSessions(member);
    await school.open(page, "/");
    await until(async () => (await workers()) === 0, "no worker");
    await page.context().close();
  });
});
