import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import type { Browser } from "playwright-core";

import { niceScale } from "#pages/views/charts/nice-scale.ts";
import { type TimeChart, timeChart } from "#pages/views/charts/time-chart.ts";
import { render } from "#pages/views/parts/markup.ts";

import { launchBrowser } from "../../support/browser.ts";
import { serveViews } from "../../support/browsers/page-views.ts";
import { plainNames, sampleViews } from "../samples/sample-views.ts";

const drawn = (values: readonly (number | null)[], options: Partial<TimeChart> = {}): string =>
  render(
    timeChart({
      id: "chart",
      title: "Knots",
      description: "Between 1 and 4.",
      points: values.map((value, index) => ({
        mark: `${index}`,
        name: `Day ${index}`,
        readout: `${value}`,
        value,
        before: 1,
      })),
      compares: false,
      cut: { first: false, last: false },
      whole: true,
      size: "small",
      tick: String,
      ...options,
    }),
  );

/** The lines of a chart, one per segment. */
const linesOf = (chart: string, look: string): string[] =>
  [...chart.matchAll(new RegExp(`<path class="${look}" d="([^"]*)"`, "g"))].map(([, path]) =>
    path!.replaceAll(/[^MLhZ]/g, ""),
  );

void describe("the scale of a chart", () => {
  void test("contains zero and every value, in round steps", () => {
    const scales: [number[], number[]][] = [
      [[0], [0, 1]],
      [[1], [0, 1]],
      [[3], [0, 1, 2, 3]],
      [[19], [0, 5, 10, 15, 20]],
      [[214], [0, 100, 200, 300]],
      [[1203], [0, 500, 1000, 1500]],
      [
        [-40, 100],
        [-50, 0, 50, 100],
      ],
      [[-3], [-3, -2, -1, 0]],
    ];
    for (const [values, ticks] of scales)
      assert.deepEqual(niceScale(values, { whole: true }).ticks, ticks, values.join(" "));
  });

  void test("has half steps only for divisible units, and no more digits than necessary", () => {
    assert.deepEqual(niceScale([1]).ticks, [0, 0.5, 1]);
    assert.deepEqual(niceScale([0.7], { steps: 7 }).ticks, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    assert.deepEqual(niceScale([2], { whole: true }).ticks, [0, 1, 2]);
  });
});

void describe("a chart over time", () => {
  void test("has a gap for a missing value, and a mark for an isolated one", () => {
    assert.deepEqual(linesOf(drawn([1, 2, 3, 4]), "line"), ["MLLL"]);
    assert.deepEqual(linesOf(drawn([1, 2, null, 4]), "line"), ["ML", "Mh"]);
    assert.deepEqual(linesOf(drawn([null, null]), "line"), []);
    assert.doesNotMatch(drawn([1, null]), /dot last/);
  });

  void test("draws an incomplete period as a dashed line", () => {
    const chart = drawn([1, 2, 3, 4], { cut: { first: true, last: true } });
    assert.deepEqual([linesOf(chart, "line"), linesOf(chart, "line cut")], [["ML"], ["ML", "ML"]]);
  });

  void test("draws the other period only for a comparison", () => {
    assert.deepEqual(linesOf(drawn([1, 2]), "before"), []);
    assert.deepEqual(linesOf(drawn([1, 2], { compares: true }), "before"), ["ML"]);
  });
});

void describe("a chart in a browser", () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  const opened = async (width: number) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    await serveViews(context, sampleViews("en", plainNames.en));
    const page = await context.newPage();
    await page.goto("https://learn.harbour.example/admin-analytics-metric");
    return page;
  };

  void test("shows the value of a hovered day without a script", async () => {
    const page = await opened(1280);
    const [first, other] = [page.locator(".at").nth(4), page.locator(".at").nth(9)];
    const shown = () =>
      page.evaluate(
        `[4, 9].map((point) => getComputedStyle(document.querySelectorAll(".at")[point].querySelector(".readout")).opacity)`,
      );
    assert.deepEqual(await shown(), ["0", "0"]);
    await first.locator("rect").hover();
    assert.deepEqual(await shown(), ["1", "0"]);
    await other.locator("rect").hover();
    assert.deepEqual(await shown(), ["0", "1"]);
  });

  void test("fills the available width with a constant font size", async () => {
    const measured = await Promise.all(
      [360, 1280].map(async (width) => {
        const page = await opened(width);
        const [plot, text] = [page.locator("svg.plot"), page.locator("svg.axis text").first()];
        return { plot: (await plot.boundingBox())!, text: (await text.boundingBox())! };
      }),
    );
    const [phone, desk] = measured as [(typeof measured)[number], (typeof measured)[number]];
    assert.ok(phone.plot.width > 250 && phone.plot.width < 360, `${phone.plot.width}`);
    assert.ok(desk.plot.width > 500, `${desk.plot.width}`);
    assert.deepEqual([phone.text.height, phone.plot.height], [desk.text.height, desk.plot.height]);
  });
});
