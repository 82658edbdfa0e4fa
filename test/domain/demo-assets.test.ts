import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { draftFiles } from "#demo/catalog/draft-files.ts";
import { demoSites } from "#demo/content/demo-sites.ts";

const folder = path.join(import.meta.dirname, "../../src/demo/assets");
const assets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
  statSync(path.join(folder, file)).isFile(),
);

/** Whole seconds of a WAV file with 16,000 samples of two bytes per second, or of an MP4 file. */
function secondsOf(file: string): number {
  const bytes = readFileSync(path.join(folder, file));
  if (file.endsWith(".wav")) return Math.ceil((bytes.length - 44) / 32_000);
  const header = bytes.indexOf("mvhd");
  return bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16);
}

void test("Each asset is a file of its school, and all together have less than 3 MB", async () => {
  const keys: string[] = [];
  for (const site of demoSites) {
    const drafts = await draftFiles(site);
    keys.push(...drafts.map(({ key }) => `${site.assets}/${key}`));
  }
  assert.deepEqual(assets.toSorted(), keys.filter((key) => !/\/(?:downloads|captions)\//.test(key)).toSorted());
  const bytes = assets.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
  assert.ok(bytes < 3_000_000, `${bytes} bytes`);
});

void test("Lectures state the length of their sound or video", () => {
  const lectures = demoSites.flatMap(({ assets: school, courses }) =>
    courses.flatMap(({ sections }) =>
      sections.flatMap((section) => section.lectures.map((one) => ({ school, ...one }))),
    ),
  );
  const media = lectures.flatMap(({ school, media: one }) => (one ? [{ school, ...one }] : []));
  assert.ok(media.length > 0);
  for (const { school, filename, seconds } of media) {
    assert.equal(seconds, secondsOf(`${school}/lectures/${filename}`), filename);
  }
});
