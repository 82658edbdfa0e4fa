import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../support/browsers/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { aCourse, aFile, enrollMember, silence } from "../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { aPerson, signIn } from "../support/worlds/person.ts";
import type { AMember } from "../support/world.ts";
import { collectComplaints } from "../support/browsers/collect-complaints.ts";

const lastWatched = `{ viewer { enrolledCourses { nodes { lastWatchedLecture { lectureId positionSeconds } progress { completedLectures percent } } } } }`;

void describe("a learner in a browser", () => {
  let browser: Browser;
  let live: LiveSite;
  let member: AMember;
  let bearer: string;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    member = await live.site.member();
    const tokens = await live.site.connect(await live.site.operatorClient(), member, "account:read");
    bearer = tokens.access_token;
  });
  after(() => Promise.all([browser.close(), live.close()]));

  /** A course with audio, an external video and a text. */
  async function inCourse() {
    const { site } = live;
    const video = { fileId: await aFile(site, member, "knots.wav", silence(120)), captions: [], chapters: [] };
    const elsewhere = {
      provider: "youtube" as const,
      externalUrl: "https://youtu.be/dQw4w9WgXcQ",
      captions: [],
      chapters: [],
    };
    const manual = { completionRule: { kind: "manual" } } as const;
    const course = await aCourse(site, [
      [{ kind: "audio", durationSeconds: 120, video, ...manual }],
      [{ kind: "video", video: elsewhere, ...manual }, manual],
    ]);
    await enrollMember(site, member, course);
    return course;
  }

  async function signedInAt(path: string, options = {}): Promise<Page> {
    const page = await aPerson(browser, options);
    await page.goto(`${live.origin}${path}`);
    await signIn(page, member);
    await page.waitForURL(`${live.origin}${path}`);
    return page;
  }

  const shownByApi = async () => {
    const answer = await live.site.graphql(lastWatched, bearer);
    const { data } = answer.json<{
      data: { viewer: { enrolledCourses: { nodes: Record<string, unknown>[] } } };
    }>();
    assert.ok(data);
    return data.viewer.enrolledCourses.nodes[0]!;
  };

  void test("returns to the position after a reload, and the Member API reports it", async () => {
    const { lessons, path } = await inCourse();
    const page = await signedInAt(path);
    const complaints: string[] = [];
    collectComplaints(page, complaints);
    await page.getByRole("link", { name: "Start: Lecture 1" }).click();
    const sound = `document.querySelector("audio")`;
    await page.getByRole("slider", { name: "Position" }).waitFor();
    const reported = page.waitForResponse((response) => response.url().endsWith("/progress"));
    await page.evaluate(`${sound}.muted = true; ${sound}.currentTime = 61; ${sound}.play()`);
    assert.equal((await reported).status(), 204);
    const paused = page.waitForResponse((response) => response.url().endsWith("/progress"));
    await page.evaluate(`${sound}.currentTime = 75; ${sound}.pause()`);
    await paused;

    await page.reload();
    await page.getByText("Resumes at 1:15.").waitFor();
    await page.waitForFunction(`document.querySelector("audio").currentTime >= 75`);
    assert.deepEqual(await shownByApi(), {
      lastWatchedLecture: { lectureId: lessons[0]!.path.split("/").at(-1), positionSeconds: 75 },
      progress: { completedLectures: 0, percent: 0 },
    });
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  void test("marks a lecture as done and not done with the keyboard and without scripts, on every page", async () => {
    const { lessons, path } = await inCourse();
    const page = await signedInAt(lessons[2]!.path, { javaScriptEnabled: false });
    await page.getByRole("button", { name: "Mark as done" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Done on").waitFor();
    const lectureId = lessons[2]!.path.split("/").at(-1);
    assert.deepEqual(await shownByApi(), {
      lastWatchedLecture: { lectureId, positionSeconds: 0 },
      progress: { completedLectures: 1, percent: 33.3 },
    });
    await page.goto(`${live.origin}${path}`);
    await page.getByText("1 of 3 lectures completed").waitFor();
    await page.goto(`${live.origin}/learn`);
    await page.getByText("1 of 3 lectures completed").waitFor();

    await page.goto(`${live.origin}${lessons[2]!.path}`);
    await page.getByRole("button", { name: "Mark as not done" }).click();
    await page.getByRole("button", { name: "Mark as done" }).waitFor();
    await page.goto(`${live.origin}${path}`);
    await page.getByText("0 of 3 lectures completed").waitFor();
    assert.deepEqual((await shownByApi())["progress"], { completedLectures: 0, percent: 0 });
    await page.context().close();
  });

  void test("reaches the lecture and the outline with the keyboard, with or without a wide screen", async () => {
    const { lessons } = await inCourse();
    const page = await signedInAt(lessons[2]!.path, { viewport: { width: 1280, height: 800 } });
    const focused = () => page.evaluate<string>("document.activeElement.textContent.trim()");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(`document.activeElement.id`), "content");
    const next = page.getByRole("navigation", { name: "Outline" }).getByRole("link", { name: "Lecture 3" });
    assert.equal(await next.getAttribute("aria-current"), "page");
    await next.focus();
    assert.match(await focused(), /^Lecture 3/);

    await page.setViewportSize({ width: 360, height: 800 });
    assert.equal(await next.isVisible(), false, "Collapsed on a phone.");
    await page.locator("#syllabus > summary").focus();
    await page.keyboard.press("Enter");
    await next.waitFor();
    await page.context().close();
  });

  void test("sees the one video that the page names, and the page allows no other frame", async () => {
    const { lessons } = await inCourse();
    const page = await signedInAt(lessons[1]!.path);
    await page.route("https://www.youtube-nocookie.com/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<p>The film, requested by ${route.request().headers()["referer"]}</p>`,
      }),
    );
    await page.reload();
    await page.frameLocator("iframe").getByText(`The film, requested by ${live.origin}/`).waitFor();
    const complaint = page.waitForEvent("console", (message) => message.text().includes("frame-src"));
    await page.evaluate(`document.querySelector("iframe").src = "https://www.youtube-nocookie.com/embed/another0000"`);
    assert.match((await complaint).text(), /violates/);
    await page.context().close();
  });

  for (const [device, width] of [
    ["phone", 360],
    ["desktop", 1280],
  ] as const) {
    void test(`has pages without axe violations on a ${device}, light and dark`, async () => {
      const { lessons, path } = await inCourse();
      const page = await signedInAt(path, { viewport: { width, height: 800 } });
      await page.route("https://www.youtube-nocookie.com/**", (route) => route.fulfill({ body: "" }));
      for (const address of ["/learn", path, ...lessons.map((lesson) => lesson.path)]) {
        await page.goto(`${live.origin}${address}`);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violationsOf(page), [], `${address}, ${colorScheme}`);
        }
      }
      await page.context().close();
    });
  }
});
