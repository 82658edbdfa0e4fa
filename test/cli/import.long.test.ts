import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { folderOf } from "../domain/imports/fixtures/folder.ts";
import { aLesson } from "../domain/imports/fixtures/lesson.ts";
import { aSmallSet, freshNumbers } from "../domain/imports/fixtures/oulad.ts";
import { anInstallation, type TestInstallation } from "../support/installation.ts";

const site = "https://one.example";
const tally = (created: number, unchanged: number) => ({ created, updated: 0, unchanged, removed: 0 });

void describe("`lectern import`", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    await installation.lectern(["site", "create", site, "--name", "The One"]);
  });
  after(() => installation.close());

  const run = (...words: string[]) => installation.lectern(["import", ...words]);

  async function json<Counts>(...words: string[]): Promise<Counts> {
    const { code, stdout, stderr } = await run(...words, "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    return JSON.parse(stdout) as Counts;
  }

  void test("Carpentries lessons are imported as courses once, and a second import changes nothing", async (t) => {
    const folder = folderOf(t, aLesson());
    assert.deepEqual(await json("carpentries", folder, "--site", site), {
      site,
      courses: tally(1, 0),
      sections: tally(3, 0),
      lectures: tally(4, 0),
    });
    assert.deepEqual(await json("carpentries", folder), {
      site,
      courses: tally(0, 1),
      sections: tally(0, 3),
      lectures: tally(0, 4),
    });
    const { code, stdout, stderr } = await run("carpentries", folder);
    assert.deepEqual([code, stderr], [0, "Ropes for Beginners: unchanged\n"]);
    assert.match(
      stdout,
      /^site {2,}https:\/\/one\.example\ncourses {2,}0 created, 0 updated, 1 unchanged, 0 removed\n/,
    );
  });

  void test("The Open University data set is imported up to a limit, and the rest later", async (t) => {
    const folder = folderOf(t, aSmallSet(freshNumbers()));
    type Counts = Record<string, number>;
    const first = await json<Counts>("oulad", folder, "--students", "2", "--site", site);
    assert.deepEqual([first["site"], first["courses"], first["members"], first["enrollments"]], [site, 2, 2, 3]);
    assert.deepEqual([first["attempts"], first["submissions"], first["progress"]], [2, 3, 7]);
    const rest = await json<Counts>("oulad", folder);
    assert.deepEqual([rest["courses"], rest["members"], rest["enrollments"]], [0, 2, 2]);
    assert.deepEqual([rest["attempts"], rest["submissions"], rest["progress"]], [0, 1, 1]);
    const { code, stdout, stderr } = await run("oulad", folder);
    assert.equal(code, 0);
    assert.match(stderr, /^Courses\nStudents and enrollments\nQuizzes and assignments\nClicks\nLast positions\n/);
    assert.match(stdout, /^enrollments {2,}0 new$/m);
  });

  const wrong: [string[], number, RegExp][] = [
    [["carpentries", "no/such/folder"], 2, /no\/such\/folder/],
    [["oulad", "no/such/folder"], 2, /no\/such\/folder/],
    [["carpentries", "."], 2, /config\.yaml/],
    [["carpentries"], 2, /missing required argument 'folder'/],
    [["carpentries", ".", "--site", "nowhere.example"], 1, /There is no site nowhere\.example/],
    [["oulad", ".", "--site", "nowhere.example"], 1, /There is no site nowhere\.example/],
    [["oulad", ".", "--students", "0"], 2, /--students <number>' argument '0' is invalid\. Expected a whole number/],
    [["oulad", ".", "--students", "1.5"], 2, /Expected a whole number from 1/],
    [["oulad", ".", "--students", "many"], 2, /Expected a whole number from 1/],
    [["oulad", ".", "--start-date", "2026-02-30"], 2, /Expected a date, like 2026-02-01/],
  ];
  for (const [words, expected, message] of wrong) {
    void test(`\`import ${words.join(" ")}\` is rejected with the reason`, async () => {
      const { code, stdout, stderr } = await run(...words);
      assert.deepEqual([code, stdout], [expected, ""]);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^\s+at /m, "expected no stack trace");
    });
  }
});
