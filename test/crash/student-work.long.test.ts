import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { kill } from "../pages/support/kill-page.ts";
import { launchBrowser } from "../support/browser.ts";
import { rounds } from "../support/thorough.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { aPerson } from "../support/worlds/person.ts";

/** `CRASH_ROUNDS=200` repeats it as often as decision 0069 says. */
const kills = Number(process.env["CRASH_ROUNDS"] ?? rounds(6, 24));

/** Every so many kills end the server and its database as well. */
const serverEvery = 4;

type Json = Record<string, unknown> & { id: string };

const text = (page: Page) => page.locator('[name="q.text"], #text');
const choice = (page: Page, n: number) => page.getByRole("radio", { name: `Choice ${n}` });

async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  await page.locator("l-work:defined").first().waitFor({ state: "attached" });
  return page;
}

void describe("A student who works while processes are killed", () => {
  let demo: DemoServer;
  let browser: Browser;

  before(async () => {
    demo = await aDemoServer();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.close();
  });

  async function call<Answer = Json>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${demo.site.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${demo.site.apiKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path}: ${await answer.clone().text()}`);
    return (await answer.json()) as Answer;
  }

  /** The pages of a quiz and an assignment, and the student of both. */
  async function aClass() {
    const student = demo.site.members.find(({ roles }) => !roles.some((role) => role !== "student"));
    assert.ok(student);
    const { data } = await call<{ data: Json[] }>("GET", `/members?q=${encodeURIComponent(student.email)}`);
    const course = await call("POST", "/courses", { name: "Kills" });
    const section = await call("POST", `/courses/${course.id}/sections`, { title: "Section" });
    const lecture = (kind: string) => call("POST", `/sections/${section.id}/lectures`, { title: kind, kind });
    const [quiz, assignment] = [await lecture("quiz"), await lecture("assignment")];
    const questions = [
      { id: "text", kind: "short_text", prompt_markdown: "Text?", accepted_answers: ["yes"] },
      {
        id: "one",
        kind: "single",
        prompt_markdown: "One?",
        choices: [0, 1, 2].map((n) => ({ id: `c${n}`, text: `Choice ${n}`, correct: n === 0 })),
      },
    ];
    await call("PUT", `/lectures/${quiz.id}/quiz`, { questions });
    await call("PUT", `/lectures/${assignment.id}/assignment`, {
      instructions_markdown: "Write.",
      submission_kinds: ["text"],
    });
    await call("POST", "/enrollments", { course_id: course.id, student_id: data[0]!.id });
    const at = (id: string) => `${demo.site.origin}/learn/${course.id}/${id}`;
    return { student, quiz: at(quiz.id), assignment: at(assignment.id) };
  }

  async function aDevice(student: DemoServer["site"]["members"][number], address: string): Promise<BrowserContext> {
    const page = await aPerson(browser);
    await page.goto(`${demo.site.origin}/sign-in?return_to=${new URL(address).pathname}`);
    await page.getByLabel("Email address").fill(student.email);
    await page.getByLabel("Password").fill(student.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/learn\//);
    return page.context();
  }

  void test(`loses nothing that showed "Saved", and no character, in ${kills} kills of the tab and the server`, async () => {
    const { student, quiz, assignment } = await aClass();
    const laptop = await aDevice(student, quiz);
    const [first] = laptop.pages();
    await first!.getByRole("button", { name: "Start quiz" }).click();
    await first!.locator("l-work:defined").first().waitFor({ state: "attached" });
    await first!.close();
    const phone = await aDevice(student, quiz);
    await phone.pages()[0]!.close();
    const typed: Record<string, string> = { [quiz]: "", [assignment]: "" };
    for (let round = 0; round < kills; round++) {
      const address = round % 2 === 0 ? quiz : assignment;
      const page = await open(laptop, address);
      assert.equal(await text(page).inputValue(), typed[address], `round ${round}: typed before`);
      typed[address] = `${typed[address]!.slice(-40)}${round}測`;
      await text(page).fill(typed[address]);
      if (address === quiz) await choice(page, round % 3).check();
      // Two of three changes have shown "Saved" before the kill.
      const isSaved = round % 3 !== 0;
      if (isSaved) await page.getByText(/^Saved at/).waitFor();
      const isServer = round % serverEvery === serverEvery - 1;
      if (isServer) await demo.process.killTree();
      await kill(page);
      if (isServer) await demo.restart();
      if (!isSaved) continue;
      const other = await open(phone, address);
      assert.equal(await text(other).inputValue(), typed[address], `round ${round}: saved`);
      if (address === quiz) assert.ok(await choice(other, round % 3).isChecked(), `round ${round}: choice`);
      await other.close();
    }
    // Everything that was typed is submitted, also what was never "Saved".
    for (const address of [quiz, assignment]) {
      const page = await open(laptop, address);
      assert.equal(await text(page).inputValue(), typed[address]);
      await page.locator(".foot-of-work .primary").click();
      await page
        .getByText(address === quiz ? "Not passed." : "Submitted on")
        .first()
        .waitFor();
      assert.match(await page.locator("main").innerText(), new RegExp(typed[address]!));
    }
  });
});
