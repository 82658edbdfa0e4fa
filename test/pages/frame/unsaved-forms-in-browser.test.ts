import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { password } from "../../support/world.ts";

const knot = { name: "knot.txt", mimeType: "text/plain", buffer: Buffer.from("A bowline") };

interface Submission {
  lecture_id: string;
  text: string;
  files: { filename: string }[];
}

void describe("A student in a browser, whose session ends while writing", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  /** The page of an assignment, open in a browser that is signed in. */
  async function anAssignment() {
    const operator = await operatorOf(live.site, assignmentScopes);
    const { member, path, lecture } = await aClass(operator);
    const context = await browser.newContext();
    const page = await context.newPage();
    const signIn = async () => {
      await page.fill("#email", member.email);
      await page.fill("#password", password);
      await page.click("main form button.primary");
    };
    await page.goto(`${live.origin}/sign-in?return_to=${path}`);
    await signIn();
    await page.locator("l-work:defined").first().waitFor({ state: "attached" });
    const submit = () => page.getByRole("button", { name: "Submit", exact: true }).click();
    return {
      page,
      signIn,
      chooseFile: () => page.setInputFiles("#files", knot),
      /** The box of an uploaded file. */
      box: page.getByRole("checkbox", { name: "knot.txt" }),
      endSession: () => context.clearCookies({ name: /session/ }),
      submit,
      openAgain: async () => {
        const other = await context.newPage();
        await other.goto(page.url());
        await other.locator("l-work:defined").first().waitFor({ state: "attached" });
        return other;
      },
      submitted: async () => {
        await submit();
        await page.waitForSelector(".handed-in");
        const { data } = (await operator.get("/submissions")).json<{ data: Submission[] }>();
        await context.close();
        return data
          .filter(({ lecture_id }) => lecture_id === lecture)
          .map(({ text, files }) => [text.replaceAll("\r\n", "\n"), ...files.map(({ filename }) => filename)]);
      },
    };
  }

  void test("gets the text back after sign-in and hands it in", async () => {
    const { page, signIn, chooseFile, box, endSession, submit, submitted } = await anAssignment();
    await endSession();
    await page.fill("#text", "Over, under\nand through");
    await chooseFile();
    await page.getByText("Not saved: you are signed out").waitFor();
    await submit();
    await page.waitForSelector("#email");
    await signIn();
    assert.equal(await page.inputValue("#text"), "Over, under\nand through");
    assert.match((await page.textContent("#problem"))!, /Nothing has been saved.*Choose your files again/);
    await chooseFile();
    await box.waitFor();
    assert.deepEqual(await submitted(), [["Over, under\nand through", "knot.txt"]]);
  });

  void test("keeps a file that was uploaded before", async () => {
    const { page, signIn, chooseFile, box, endSession, submit, submitted } = await anAssignment();
    await page.fill("#text", "Over");
    await chooseFile();
    await box.waitFor();
    await page.getByText(/^Saved at/).waitFor();
    await endSession();
    await page.fill("#text", "Over, under\nand through");
    await submit();
    await page.waitForSelector("#email");
    await signIn();
    assert.equal(await page.inputValue("#text"), "Over, under\nand through");
    assert.equal(await box.isChecked(), true);
    assert.deepEqual(await submitted(), [["Over, under\nand through", "knot.txt"]]);
  });

  void test("keeps a file of another device, before and after the end", async () => {
    const { page, openAgain, chooseFile, signIn, box, endSession, submit, submitted } = await anAssignment();
    const phone = await openAgain();
    const upload = async (name: string) => {
      await phone.setInputFiles("#files", { ...knot, name });
      await phone.getByRole("checkbox", { name }).waitFor();
    };
    await upload("one.txt");
    await page.fill("#text", "Over");
    await page.getByRole("checkbox", { name: "one.txt" }).waitFor();
    await page.getByText(/^Saved at/).waitFor();
    await upload("two.txt");
    await chooseFile();
    await box.waitFor();
    await upload("three.txt");
    await endSession();
    await submit();
    await page.waitForSelector("#email");
    await signIn();
    assert.equal(await page.getByRole("checkbox", { name: "three.txt" }).isChecked(), true);
    await page.getByText(/^Saved at/).waitFor();
    const [[text, ...files] = []] = await submitted();
    assert.equal(text, "Over");
    assert.deepEqual(files.toSorted(), ["knot.txt", "one.txt", "three.txt", "two.txt"]);
  });

  void test("gets the text back by opening the page again", async () => {
    const { page, signIn, endSession, submitted } = await anAssignment();
    await endSession();
    await page.fill("#text", "Over, under\nand through");
    await page.getByText("Not saved: you are signed out").waitFor();
    await page.reload();
    await signIn();
    await page.locator("l-work:defined").first().waitFor({ state: "attached" });
    assert.equal(await page.inputValue("#text"), "Over, under\nand through");
    assert.deepEqual(await submitted(), [["Over, under\nand through"]]);
  });
});
