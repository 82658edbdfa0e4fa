import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { islandsPath } from "#pages/islands/islands.ts";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { certificatesFor } from "../../support/worlds/certificates.ts";
import { database } from "../../support/databases/database.ts";
import { anHlsStream } from "../../support/doubles/hls-stream.ts";
import { aCourse, aFile, enrollMember, progressOf } from "../../support/worlds/lessons.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";
import { until as untilTrue } from "../../support/until.ts";
import { aSite } from "../../support/world.ts";
import { collectComplaints } from "../../support/browsers/collect-complaints.ts";

const policyOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers["content-security-policy"]);

const streamed = (externalUrl: string) => ({ provider: "hls" as const, externalUrl, captions: [], chapters: [] });

const isReported = (page: Page) => page.waitForResponse((response) => response.url().endsWith("/progress"));

const manual = { completionRule: { kind: "manual" } } as const;

void describe("an HLS stream", () => {
  void test("A stream of another host is allowed from its origin only, with scripts of the site only", async () => {
    const site = await aSite();
    const member = await site.member();
    const video = streamed("https://films.example/knots/main.m3u8?token=a;b");
    const course = await aCourse(site, [[{ kind: "video", video }]], { course: { commentsEnabled: false } });
    await enrollMember(site, member, course);
    const { body, response } = await (await site.signedIn(member)).open(course.lessons[0]!.path);
    const policy = policyOf(response);
    const library = /data-hls="([^"]+)"/.exec(body)![1]!;
    const player = /<script type="module" src="([^"]+)"/.exec(body)![1]!;
    assert.ok(policy.includes("media-src 'self' blob: data: https://films.example;"), policy);
    const scripts = [player, library, `${islandsPath}/`].map((each) => `${site.origin}${each}`);
    assert.ok(policy.includes(`script-src ${scripts.join(" ")};`), policy);
    assert.ok(policy.includes("connect-src 'self' https://films.example;"), policy);
    assert.doesNotMatch(policy, /worker-src|unsafe/);
    assert.match(body, /<video[^>]* src="https:\/\/films\.example\/knots\/main\.m3u8\?token=a;b"/);
    assert.match(body, /href="https:\/\/films\.example\/knots\/main\.m3u8\?token=a;b"[^>]*><span>Open at/);

    const plain = await site.get(library);
    assert.match(String(plain.headers["content-type"]), /^text\/javascript/);
    assert.match(String(plain.headers["cache-control"]), /immutable/);
    const zipped = await site.browser({ "accept-encoding": "gzip" }).request("GET", library);
    assert.equal(zipped.headers["content-encoding"], "gzip");
    assert.ok(zipped.rawPayload.length * 2 < plain.rawPayload.length);
  });

  void test("A stream of a host that a policy cannot name is a link", async () => {
    const site = await aSite();
    const member = await site.member();
    const unnameable = ["https://[2001:db8::1]/a.m3u8", "https://films;sandbox.example/a.m3u8"];
    const lectures = unnameable.map((url) => ({ kind: "video" as const, video: streamed(url) }));
    const course = await aCourse(site, [lectures], { course: { commentsEnabled: false } });
    await enrollMember(site, member, course);
    for (const [index, { path }] of course.lessons.entries()) {
      const { body, response } = await (await site.signedIn(member)).open(path);
      assert.ok(body.includes(`href="${unnameable[index]!}"`), body);
      assert.match(body, /<span>Open at/);
      assert.doesNotMatch(policyOf(response), /hls|2001|sandbox/);
    }
  });

  void test("The origins that the school allows are in the policy of pages with a stream, and of no other page", async () => {
    const site = await aSite({ mediaOrigins: ["https://cdn.example", "https://films.example"] });
    const member = await site.member();
    const fileId = await aFile(site, member, "knots.m3u8", Buffer.from("#EXTM3U\n#EXT-X-ENDLIST\n"));
    const course = await aCourse(site, [
      [
        { kind: "video", video: streamed("https://films.example/knots/main.m3u8") },
        { kind: "video", video: { fileId, captions: [], chapters: [] } },
        {
          kind: "video",
          video: { provider: "youtube", externalUrl: "https://youtu.be/dQw4w9WgXcQ", captions: [], chapters: [] },
        },
        {},
      ],
    ]);
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [other, own, ...rest] = await Promise.all(course.lessons.map(({ path }) => browser.open(path)));
    const policy = policyOf(other!.response);
    assert.ok(policy.includes("media-src 'self' blob: data: https://films.example https://cdn.example;"), policy);
    assert.ok(policy.includes("connect-src 'self' https://films.example https://cdn.example;"), policy);
    assert.ok(policyOf(own!.response).includes("connect-src 'self' https://cdn.example https://films.example;"));
    assert.doesNotMatch(policy, /(script|img|style|frame|form-action)[^;]*cdn\.example/);
    for (const { response } of rest) assert.doesNotMatch(policyOf(response), /cdn\.example/);
  });

  void test("A playlist file plays from the site, and other lectures load no HLS library", async () => {
    const site = await aSite();
    const member = await site.member();
    const fileId = await aFile(site, member, "knots.m3u8", Buffer.from("#EXTM3U\n#EXT-X-ENDLIST\n"));
    const course = await aCourse(site, [[{ kind: "video", video: { fileId, captions: [], chapters: [] } }, {}]]);
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const { body, response } = await browser.open(course.lessons[0]!.path);
    assert.match(body, /<video[^>]* data-hls="/);
    assert.ok(policyOf(response).includes("media-src 'self' blob: data:;"), policyOf(response));
    assert.ok(policyOf(response).includes("connect-src 'self';"), policyOf(response));
    const address = /<video\s+src="([^"]+)"/.exec(body)![1]!.replaceAll("&amp;", "&").replace(site.origin, "");
    assert.equal((await site.get(address)).headers["content-type"], "application/vnd.apple.mpegurl");
    assert.doesNotMatch((await browser.open(course.lessons[1]!.path)).body, /hls/);
  });

  void describe("in a browser", () => {
    let browser: Browser;
    let live: LiveSite;
    let stream: Awaited<ReturnType<typeof anHlsStream>>;

    before(async () => {
      [browser, live, stream] = await Promise.all([launchBrowser(), aLiveSite(), anHlsStream({ segments: 10 })]);
    });
    after(() => Promise.all([browser.close(), live.close(), stream.close()]));

    /** A student at a lecture with the stream, in a browser without its own HLS support if `isNative` is false. */
    async function atStream({ url = stream.url, isNative = false } = {}) {
      const { site } = live;
      const member = await site.member();
      const course = await aCourse(site, [[{ kind: "video", video: streamed(url), ...manual }]]);
      const enrollment = await enrollMember(site, member, course);
      const page = await aPerson(browser, { ignoreHTTPSErrors: true });
      if (!isNative) await page.addInitScript(withoutNativeHls);
      const complaints: string[] = [];
      collectComplaints(page, complaints);
      await page.goto(`${live.origin}${course.lessons[0]!.path}`);
      await signIn(page, member);
      await page.locator("video").waitFor();
      const watched = async () => {
        const row = await database.first<{ watchedIntervals: [number, number][] | null }>`
          select watched_intervals from lecture_progress
           where site_id = ${site.site.id} and enrollment_id = ${enrollment}`;
        return row?.watchedIntervals;
      };
      return { page, complaints, watched, progress: () => progressOf(site, enrollment, course.lessons[0]!) };
    }

    void test("plays by the library, reports the position and resumes from it, within the policy", async () => {
      const { page, complaints, watched, progress } = await atStream();
      // Chromium counts a seek before the first frame as played.
      await until(
        page,
        `document.querySelector("video").duration > 29 && document.querySelector("video").readyState > 2`,
      );
      assert.ok(stream.requested.includes("/stream.m3u8"));
      const reported = isReported(page);
      await page.evaluate(`(async () => {
        const video = document.querySelector("video");
        video.muted = true;
        video.currentTime = 12;
        await video.play();
      })()`);
      assert.equal((await reported).status(), 204);
      await until(page, `document.querySelector("video").currentTime > 14`);
      assert.ok(stream.requested.some((path) => path.startsWith("/segment-")));
      const paused = isReported(page);
      // The position that a busy browser reports may be a moment old.
      const end = await page.evaluate<number>(`(() => {
        const video = document.querySelector("video");
        video.pause();
        const end = video.currentTime;
        video.currentTime = 25;
        return end;
      })()`);
      await paused;
      await until(page, `!document.querySelector("video").seeking`);
      assert.match(await page.evaluate(`document.querySelector("video").src`), /^blob:/);

      await page.reload();
      await page.getByText("Resumes at 0:").waitFor();
      await until(page, `document.querySelector("video").currentTime >= 12`);
      assert.ok((await progress())!.position >= 12);
      const intervals = (await watched()) ?? [];
      assert.ok(intervals.length > 0);
      for (const [from, to] of intervals)
        assert.ok(from >= 11 && to <= end + 3, `Seeking counts nothing: ${JSON.stringify({ intervals, end })}`);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });

    void test("plays in a browser with its own HLS support, by whichever works", async () => {
      const { page } = await atStream({ isNative: true });
      await until(page, `document.querySelector("video").duration > 29`);
      await page.context().close();
    });

    void test("plays segments at another origin if the school allows it", async () => {
      const { cert, key } = await certificatesFor([], ["127.0.0.1"]);
      const far = await anHlsStream({ segments: 10, tls: { cert, key } });
      const near = await anHlsStream({ segments: 10, base: `${far.origin}/` });
      const refused = await atStream({ url: near.url });
      await untilTrue(
        () => refused.complaints.some((text) => /Content Security Policy.*connect-src/.test(text)),
        "the refusal",
      );
      assert.equal(far.requested.length, 0);
      await refused.page.context().close();

      await live.site.set({ mediaOrigins: [far.origin] });
      const { page } = await atStream({ url: near.url });
      await until(page, `document.querySelector("video").readyState > 2`);
      assert.ok(far.requested.some((path) => path.startsWith("/segment-")));
      await page.context().close();
      await live.site.set({ mediaOrigins: [] });
      await Promise.all([far.close(), near.close()]);
    });

    void test("A stream that cannot be loaded is reported on the page, which links to it", async () => {
      const { page } = await atStream({ url: `${stream.origin}/missing.m3u8` });
      await page.getByText("This video cannot be played here.").waitFor();
      assert.equal(await page.getByRole("link", { name: /^Open at/ }).count(), 1);
      await page.context().close();
    });
  });
});

/** Polls without evaluating text in the page, which its policy forbids. */
const until = (page: Page, condition: string) =>
  page.evaluate(`new Promise((resolve) => {
    const poll = () => (${condition} ? resolve() : requestAnimationFrame(poll));
    poll();
  })`);

const withoutNativeHls = `
  const canPlayType = HTMLMediaElement.prototype.canPlayType;
  HTMLMediaElement.prototype.canPlayType = function (type) {
    return /mpegurl/i.test(type) ? "" : canPlayType.call(this, type);
  };`;
