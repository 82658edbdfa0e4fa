import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { drawFilm, type FilmName } from "../../src/demo/films/films.ts";
import { launchBrowser } from "../support/browser.ts";

let browser: Browser;
before(async () => (browser = await launchBrowser()));
after(() => browser.close());

interface Seen {
  size: number[];
  seconds: number;
  /** Red, green and blue of two pixels: of the background, and where a stroke ends. */
  first: number[][];
  last: number[][];
}

/** Plays the first and the last frame, and reads two pixels of each. */
async function seenIn(bytes: Buffer, points: readonly (readonly [number, number])[]): Promise<Seen> {
  const page = await browser.newPage();
  await page.setContent("<video muted></video>");
  const source = JSON.stringify(`data:video/mp4;base64,${bytes.toString("base64")}`);
  const seen = await page.evaluate<Seen>(`(async () => {
    const video = document.querySelector("video");
    const canvas = document.createElement("canvas");
    const [width, height] = [320, 180];
    Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    const event = (name) => new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true });
      video.addEventListener("error", () => reject(new Error(video.error.message)), { once: true });
    });
    const read = () => {
      pen.drawImage(video, 0, 0);
      return ${JSON.stringify(points)}.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3));
    };
    const at = async (seconds) => {
      const seeked = event("seeked");
      video.currentTime = seconds;
      await seeked;
      return read();
    };
    const loaded = event("loadeddata");
    video.src = ${source};
    await loaded;
    const first = await at(0.05);
    let last = await at(19.9);
    // The frame can be painted some time after the event, and earlier frames before it.
    const isPainted = () => last[1].some((value, index) => Math.abs(value - first[1][index]) > 60);
    for (let frames = 0; frames < 300 && !isPainted(); frames++) {
      await new Promise(requestAnimationFrame);
      last = read();
    }
    return { size: [video.videoWidth, video.videoHeight], seconds: video.duration, first, last };
  })()`);
  await page.close();
  return seen;
}

const isDark = (color: readonly number[]) => color.every((value) => value < 60);
const isLight = (color: readonly number[]) => color.every((value) => value > 180);

const films: [FilmName, (readonly [number, number])[], (color: readonly number[]) => boolean][] = [
  [
    "starTrails",
    [
      [300, 20],
      [170, 62],
    ],
    isDark,
  ],
  [
    "brushStrokes",
    [
      [20, 20],
      [160, 90],
    ],
    isLight,
  ],
];

for (const [name, points, isBackground] of films) {
  void test(`The film ${name} is a small file that a browser plays to its last frame`, async () => {
    const { bytes, seconds } = drawFilm(name);
    assert.ok(bytes.length <= 200_000, `${bytes.length} bytes`);
    const seen = await seenIn(bytes, points);
    assert.deepEqual([seen.size, seen.seconds, seconds], [[320, 180], 20, 20]);
    assert.deepEqual(seen.first.map(isBackground), [true, true], JSON.stringify(seen.first));
    assert.deepEqual(seen.last.map(isBackground), [true, false], JSON.stringify(seen.last));
  });
}
