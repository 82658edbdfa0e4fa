import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { operatorOf } from "../../../rest/support/operator.ts";
import { launchBrowser } from "../../../support/browser.ts";
import { aLiveSite } from "../../../support/worlds/live-site.ts";
import { anOwner } from "../../support/admin-browser.ts";
import { aCourse, readTree } from "../../support/outline.ts";

/** Bytes on the wire of the first visit, with everything that the page loads by itself. */
const maxBytes = 300_000;

/** Bytes that are requested before the page has its styles: they decide when a slow line shows it. */
const maxBeforeStyles = 60_000;

/** A phone in a slow network: 1.6 megabits per second, 150 ms, a processor of a quarter of the speed. */
const phone = { downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150, cpu: 4 };

const questions = [
  { kind: "single", prompt_markdown: "Which?", choices: [{ text: "This", correct: true }, { text: "That" }] },
];

interface Requested {
  name: string;
  transferSize: number;
}

/** Opens a page without a cache, and returns its bytes and its times in milliseconds. `complete`: the last part. */
async function firstVisit(page: Page, address: string, complete: string) {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const { cpu, ...network } = phone;
  await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  await page.goto(address);
  await page.locator(complete).first().waitFor();
  const shown = Math.round(await page.evaluate<number>("performance.now()"));
  await page.waitForLoadState("networkidle");
  const times = await page.evaluate<{ paint: number; ready: number; early: Requested[] }>(`(() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const requests = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const styled = Math.max(...requests.filter(({ name }) => name.endsWith(".css")).map(({ responseEnd }) => responseEnd));
    return {
      paint,
      ready: performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
      early: requests.filter(({ startTime }) => startTime < styled).map(({ name, transferSize }) => ({ name, transferSize })),
    };
  })()`);
  await session.detach();
  const early = times.early.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const fonts = times.early.filter(({ name }) => name.endsWith(".woff2"));
  return { bytes, early, fonts, paint: Math.round(times.paint), ready: Math.round(times.ready), shown };
}

void test("The first visit of each editor of the course desk loads at most 300 kB, and its styles before a font", async (t) => {
  const live = await aLiveSite();
  const browser = await launchBrowser();
  try {
    const operator = await operatorOf(live.site, "courses:read courses:write curriculum:read curriculum:write");
    const course = await aCourse(operator, [{ title: "Knots", lectures: ["Bowline", "Quiz", "Show a knot"] }]);
    const [text, quiz, work] = (await readTree(operator, course)).sections[0]!.lectures.map(({ id }) => id);
    await operator.put(`/lectures/${quiz}/quiz`, { questions });
    await operator.put(`/lectures/${work}/assignment`, { instructions_markdown: "Tie." });
    const editors = {
      outline: [`/admin/courses/${course}/outline`, ".grip-of-part"],
      "lecture editor": [`/admin/lectures/${text}/edit`, ".rich [role=textbox]"],
      "quiz editor": [`/admin/lectures/${quiz}/quiz/edit`, ".row-acts"],
      "course editor": [`/admin/courses/${course}/edit`, "#name"],
      "assignment editor": [`/admin/lectures/${work}/assignment/edit`, ".rich [role=textbox]"],
    } as const;
    for (const [name, [address, complete]] of Object.entries(editors)) {
      const page = await anOwner(live, browser, { viewport: { width: 360, height: 740 } });
      const { bytes, early, fonts, paint, ready, shown } = await firstVisit(page, live.origin + address, complete);
      t.diagnostic(
        `${name}: ${Math.round(bytes / 1000)} kB, ${Math.round(early / 1000)} kB of them before it has its styles, painted after ${paint} ms, ready after ${ready} ms, complete after ${shown} ms`,
      );
      assert.ok(bytes > 20_000 && bytes <= maxBytes, `${name}: ${bytes} bytes`);
      assert.ok(early > 20_000 && early <= maxBeforeStyles, `${name}: ${early} bytes before it has its styles`);
      assert.deepEqual(fonts, [], `${name}: the stylesheet waits for a font`);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await live.close();
  }
});
