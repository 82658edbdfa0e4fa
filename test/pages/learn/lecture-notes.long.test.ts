import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { aCourse, aFile, enrollMember } from "../../support/worlds/lessons.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import { until } from "../../support/until.ts";

/** 20 seconds. */
const film = readFileSync(
  path.join(import.meta.dirname, "../../../src/demo/schools/fernhill/courses/night-sky/files/night-sky-2-1.mp4"),
);

void test("A note is saved while it is written, with the position of the video, and its link jumps there", async () => {
  const [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  try {
    const { site, origin } = live;
    const member = await site.member();
    const fileId = await aFile(site, member, "sky.mp4", film);
    const video = { fileId, captions: [], chapters: [] };
    const course = await aCourse(site, [[{ kind: "video", video, durationSeconds: 20 }]]);
    await enrollMember(site, member, course);
    const lecture = `${origin}${course.lessons[0]!.path}`;
    const page = await aPerson(browser);
    await page.goto(lecture);
    await signIn(page, member);
    await page.locator("video").waitFor({ state: "attached" });
    const seek = (seconds: number) =>
      page.evaluate(`(() => { document.querySelector("video").currentTime = ${seconds}; })()`);
    const isAt = (seconds: number) =>
      until(() => page.evaluate<boolean>(`document.querySelector("video").currentTime >= ${seconds}`), `${seconds} s`);
    await until(() => page.evaluate<boolean>(`document.querySelector("video").readyState > 0`), "a video");
    await seek(7);
    await isAt(7);
    await page.getByRole("button", { name: "Current position" }).waitFor();
    await page.getByLabel("New note").fill("Polaris stays");
    assert.equal(await page.locator("#next-at").inputValue(), "0:07");
    await page.locator("#notes").getByText("Saved at").waitFor();

    // Another device has the note before it is added.
    const phone = await aPerson(browser);
    await phone.goto(lecture);
    await signIn(phone, member);
    await phone.locator(".note-text", { hasText: "Polaris stays" }).waitFor();

    await page.evaluate("window.sameDocument = true");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.locator(".note-text", { hasText: "Polaris stays" }).waitFor();
    assert.equal(await page.getByLabel("New note").inputValue(), "");
    await seek(12);
    await isAt(12);
    await page.getByRole("button", { name: "Add bookmark" }).click();
    await page.getByRole("link", { name: "At 0:12" }).waitFor();
    await page.getByRole("link", { name: "At 0:07" }).click();
    await until(
      () => page.evaluate<boolean>(`Math.abs(document.querySelector("video").currentTime - 7) < 4`),
      "the position of the note",
    );
    await page.getByText("Edit", { exact: true }).first().click();
    await page.getByRole("button", { name: "Delete note" }).first().click();
    await page.locator(".note-text", { hasText: "Polaris stays" }).waitFor({ state: "detached" });
    assert.equal(await page.evaluate("window.sameDocument"), true);
    assert.deepEqual(await violationsOf(page), []);
    await page.goto(`${origin}/account/notes`);
    await page.getByText("Bookmark", { exact: true }).waitFor();
    assert.equal(await page.locator("main .my-note").count(), 1);
    assert.deepEqual(await violationsOf(page), []);
  } finally {
    await Promise.all([browser.close(), live.close()]);
  }
});
