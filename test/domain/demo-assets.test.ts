import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { draftFiles } from "#demo/catalog/draft-files.ts";
import { demoSites } from "#demo/content/demo-sites.ts";
import { schoolFolder } from "#demo/content/school-folder.ts";
import { writeContent } from "#domain/transfer/course-folder/write-content.ts";

const allFiles = (folder: string) =>
  globSync("**/*", { cwd: folder }).filter((file) => statSync(path.join(folder, file)).isFile());

/** Whole seconds of a WAV file with 16,000 samples of two bytes per second, or of an MP4 file. */
function secondsOf(file: string): number {
  const bytes = readFileSync(file);
  if (file.endsWith(".wav")) return Math.ceil((bytes.length - 44) / 32_000);
  const header = bytes.indexOf("mvhd");
  return bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16);
}

void test("Each file of a demo school is a text or an asset of it, and all together have less than 3 MB", async () => {
  let total = 0;
  for (const site of demoSites) {
    const { folder, courses, posts, pages } = site;
    const texts = [
      ...["school", "offers", "events", "forms", "people"].map((name) => `${name}.yaml`),
      ...courses.flatMap(({ slug, content }) =>
        [...writeContent(content).keys()].map((file) => `courses/${slug}/${file}`),
      ),
      ...posts.map(({ slug }) => `posts/${slug}.md`),
      ...pages.map(({ path: address }) => `pages${address}.md`),
    ];
    const drafts = await draftFiles(site);
    const files = allFiles(schoolFolder(folder));
    assert.deepEqual(files.toSorted(), [...texts, ...drafts.map(({ key }) => key)].toSorted());
    for (const file of files) total += statSync(path.join(schoolFolder(folder), file)).size;
  }
  assert.ok(total < 3_000_000, `${total} bytes`);
});

void test("Courses of the demo schools are folders as an export writes them", () => {
  for (const { folder, courses } of demoSites) {
    for (const { slug, content } of courses) {
      for (const [file, text] of writeContent(content))
        assert.equal(readFileSync(path.join(schoolFolder(folder), "courses", slug, file), "utf8"), text, file);
    }
  }
});

void test("Lectures state the length of their sound or video", () => {
  let count = 0;
  for (const { folder, courses } of demoSites) {
    for (const { slug, content } of courses) {
      for (const { matter } of content.sections.flatMap(({ lectures }) => lectures)) {
        const file = matter.video?.file;
        if (file === undefined) continue;
        count++;
        assert.equal(matter.durationSeconds, secondsOf(path.join(schoolFolder(folder), "courses", slug, file)), file);
      }
    }
  }
  assert.ok(count > 0);
});
