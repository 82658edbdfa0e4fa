import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { launchBrowser } from "../../support/browser.ts";
import { until } from "../../support/until.ts";
import { aCourse, aFile, enrollMember, progressOf, silence } from "../../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

/** 20 seconds. */
const video = readFileSync(
  path.join(import.meta.dirname, "../../../src/demo/schools/fernhill/courses/night-sky/files/night-sky-2-1.mp4"),
);

const captions = `WEBVTT

00:00.000 --> 00:04.000
The sky turns <b>once</b> a day.

00:04.000 --> 00:12.000
<img src=x onerror=alert(1)>Polaris stays & the rest moves.

00:12.000 --> 00:20.000
Look north.
`;

const mediaIs = (page: Page, condition: string) =>
  until(
    () =>
      page.evaluate<boolean>(`(() => {
        const media = document.querySelector("video, audio");
        return ${condition};
      })()`),
    condition,
  );

/** Twice as fast, which the server counts as watched. */
async function watchToTheEnd(page: Page) {
  await mediaIs(page, "media.readyState > 2");
  await page.getByLabel("Speed").selectOption("2");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await mediaIs(page, "media.ended");
}

interface Asked {
  kind?: "video" | "audio";
  hasScripts?: boolean;
  /** The only lecture of its course. */
  isLast?: boolean;
}

void describe("The player", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  /** A student at the first of two lectures: a video of 20 seconds with captions and chapters. */
  async function atVideo({ kind = "video", hasScripts = true, isLast = false }: Asked = {}) {
    const { site } = live;
    const member = await site.member({ name: "Ana Lima" });
    const isVideo = kind === "video";
    const bytes = isVideo ? video : silence(20);
    const fileId = await aFile(site, member, isVideo ? "sky.mp4" : "sky.wav", bytes);
    const english = await aFile(site, member, "sky.en.vtt", Buffer.from(captions));
    const chapters = [
      { atSeconds: 0, title: "Turning" },
      { atSeconds: 12, title: "North" },
    ];
    const lecture = {
      kind,
      video: { fileId, captions: [{ lang: "en", fileId: english }], chapters },
      completionRule: { kind: "watch_percent", percent: 90 },
      durationSeconds: 20,
    } as const;
    const lectures = isLast ? [lecture] : [lecture, {}];
    const course = await aCourse(site, [lectures], { course: { name: "Sky" } });
    const enrollment = await enrollMember(site, member, course);
    const page = await aPerson(browser, { javaScriptEnabled: hasScripts });
    const complaints: string[] = [];
    collectComplaints(page, complaints);
    page.on("pageerror", (error) => complaints.push(error.message));
    const [lesson, next] = course.lessons;
    await page.goto(`${live.origin}${lesson!.path}`);
    await signIn(page, member);
    await page.locator("video, audio").waitFor({ state: "attached" });
    const open = () => page.goto(`${live.origin}${lesson!.path}`);
    return { site, page, course, complaints, open, next, progress: () => progressOf(site, enrollment, lesson!) };
  }

  void test("marks a watched lecture as done without a reload, also after it was undone", async () => {
    const { page, complaints, progress } = await atVideo();
    await page.getByText("Watch 90% to complete this lecture").waitFor();
    await page.evaluate("window.sameDocument = true");
    await watchToTheEnd(page);
    await page.getByText(/^Done on/).waitFor();
    await page.locator("#syllabus [aria-current] .state").waitFor();
    assert.equal(await page.locator("#syllabus > .progress progress").getAttribute("value"), "1");
    assert.equal(await page.evaluate("window.sameDocument"), true);
    await page.getByText(/^Next lecture in 5 seconds: Lecture 2/).waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.locator(".next-up").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Mark as not done" }).click();
    await page.getByText("Watch 90% to complete this lecture").waitFor();
    assert.equal((await progress())?.isDone, false);
    await watchToTheEnd(page);
    await page.getByText(/^Done on/).waitFor();
    assert.equal((await progress())?.isDone, true);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  void test("opens the next lecture after five seconds", async () => {
    const { page, next } = await atVideo();
    await watchToTheEnd(page);
    await page.waitForURL(`**${next!.path}`);
    await page.context().close();
  });

  void test("leads to the completed course after its last lecture", async () => {
    const { page, course } = await atVideo({ isLast: true });
    await watchToTheEnd(page);
    await page.getByText("You have completed the course.").waitFor();
    await page.waitForURL(`**${course.path}/completion`);
    await page.getByText("Congratulations, Ana Lima!").waitFor();
    await page.context().close();
  });

  void test("has a transcript to click, to search and to follow, whose markup is not interpreted", async () => {
    const { page, complaints } = await atVideo();
    await page.getByRole("heading", { name: "Transcript" }).click();
    const lines = page.locator(".lines button");
    await until(async () => (await lines.count()) === 3, "three lines");
    assert.deepEqual(await lines.allTextContents(), [
      "0:00The sky turns once a day.",
      "0:04Polaris stays & the rest moves.",
      "0:12Look north.",
    ]);
    assert.equal(await page.locator(".lines img").count(), 0);
    await mediaIs(page, "media.readyState > 0");
    await lines.nth(2).click();
    await mediaIs(page, "media.currentTime >= 12");
    await page.locator('.lines [aria-current="true"]', { hasText: "Look north" }).waitFor();
    await page.locator('.chapters [aria-current="true"]', { hasText: "North" }).waitFor();
    await page.getByLabel("Search the transcript").fill("POLARIS");
    await page.getByText("Lines: 1").waitFor();
    assert.deepEqual(await page.locator(".lines li:visible").count(), 1);
    await page.getByRole("link", { name: "Turning" }).click();
    await mediaIs(page, "media.currentTime < 5");
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  void test("is used by keys alone, and only while the focus is in it", async () => {
    const { page } = await atVideo();
    await mediaIs(page, "media.readyState > 2");
    await page.locator("h1").click();
    await page.keyboard.press("m");
    assert.equal(await page.evaluate("document.querySelector('video').muted"), false);
    await page.getByRole("button", { name: "Mute" }).focus();
    await page.keyboard.press("m");
    await mediaIs(page, "media.muted");
    await page.keyboard.press("ArrowRight");
    await mediaIs(page, "media.currentTime >= 5");
    await page.keyboard.press("ArrowLeft");
    await mediaIs(page, "media.currentTime < 5");
    await page.keyboard.press("c");
    assert.equal(await page.getByLabel("Captions", { exact: true }).inputValue(), "");
    await page.keyboard.press("c");
    assert.equal(await page.evaluate("document.querySelector('video').textTracks[0].mode"), "showing");
    await page.getByRole("slider", { name: "Position" }).focus();
    await page.keyboard.press(" ");
    await mediaIs(page, "!media.paused");
    await page.keyboard.press(" ");
    await mediaIs(page, "media.paused");
    await page.context().close();
  });

  void test("keeps the speed and the captions that were chosen, and continues on another device", async () => {
    const { page, open } = await atVideo();
    await mediaIs(page, "media.readyState > 2");
    await page.getByLabel("Speed").selectOption("1.5");
    await page.getByLabel("Captions", { exact: true }).selectOption("Captions off");
    const reported = page.waitForResponse((response) => response.url().endsWith("/progress"));
    await page.getByRole("heading", { name: "Transcript" }).click();
    await page.locator(".lines button", { hasText: "Polaris" }).click();
    await reported;
    await page.getByRole("button", { name: "Pause" }).click();
    await open();
    assert.equal(await page.getByLabel("Speed").inputValue(), "1.5");
    assert.equal(await page.getByLabel("Captions", { exact: true }).inputValue(), "");
    await page.locator(".lines button", { hasText: "Polaris" }).waitFor();
    await page.getByText(/^Resumes at 0:0[4-9]/).waitFor();
    await page.context().close();
  });

  void test("keeps the browser's controls without scripts, and says “Listen” of sound", async () => {
    const { page } = await atVideo({ kind: "audio", hasScripts: false });
    assert.equal(await page.locator("audio[controls]").count(), 1);
    assert.equal(await page.locator(".controls").count(), 0);
    const text = (await page.locator("main").textContent()) ?? "";
    assert.match(text, /Listen to 90%/);
    assert.doesNotMatch(text, /Watch|Video/);
    await page.context().close();
  });

  void test("has no accessibility violations, on phones and desktops, light and dark", async () => {
    for (const kind of ["video", "audio"] as const) {
      const { page } = await atVideo({ kind });
      await page.getByRole("heading", { name: "Transcript" }).click();
      await page.locator(".lines button").first().waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const folder = process.env["PLAYER_SHOTS"];
          if (folder) await page.screenshot({ path: `${folder}/${kind}-${colorScheme}-${width}.png`, fullPage: true });
          assert.deepEqual(await violationsOf(page), [], `${kind} ${colorScheme} ${width}`);
          assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
        }
      }
      await page.context().close();
    }
  });
});
