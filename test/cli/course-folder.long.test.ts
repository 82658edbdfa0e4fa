import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import { folderOf } from "../domain/imports/fixtures/folder.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const examples = path.join(import.meta.dirname, "../../examples/courses");
const counts = (created: number, updated: number, unchanged: number, failed = 0) => ({
  created,
  updated,
  unchanged,
  failed,
});

void describe("`lectern import` and `lectern export` of courses", () => {
  let installation: TestInstallation;
  let sites = 0;
  before(async () => {
    installation = await anInstallation();
  });
  after(() => installation.close());

  async function aSite(): Promise<string> {
    const site = `https://school-${++sites}.example`;
    assert.equal((await installation.lectern(["site", "create", site, "--name", "A school"])).code, 0);
    return site;
  }

  const run = (...words: string[]) => installation.lectern(words);

  async function json(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await run(...words, "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  void test("The example is exported as it was imported, with its files, and imports into another site", async (t) => {
    const site = await aSite();
    const folder = mkdtempSync(path.join(tmpdir(), "lectern-courses-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    assert.deepEqual(await json("import", "course-folder", examples, "--site", site), {
      site,
      ...counts(1, 0, 0),
      failures: [],
      warnings: [],
    });
    assert.deepEqual(await json("export", "course-folder", "reading-the-sky", folder, "--site", site), {
      site,
      folder,
      courses: 1,
      slugs: ["reading-the-sky"],
    });
    assert.deepEqual(contentsOf(folder), contentsOf(examples));
    assert.deepEqual(await json("import", "course-folder", folder, "--site", site), {
      site,
      ...counts(0, 0, 1),
      failures: [],
      warnings: [],
    });
    const other = await aSite();
    assert.deepEqual(await json("import", "course-folder", folder, "--site", other), {
      site: other,
      ...counts(1, 0, 0),
      failures: [],
      warnings: [],
    });
  });

  void test("A renamed or moved lecture keeps its identity, and one without a file is deleted", async (t) => {
    const site = await aSite();
    const folder = copyOf(t);
    await json("import", "course-folder", folder, "--site", site);
    const before = await lecturesOf(site);

    const section = path.join(folder, "reading-the-sky/01-looking-up");
    edit(path.join(section, "01-three-storeys.md"), (text) =>
      text.replace("title: Three storeys", "title: The house of clouds"),
    );
    assert.deepEqual(await json("import", "course-folder", folder, "--site", site), {
      site,
      ...counts(0, 1, 0),
      failures: [],
      warnings: [],
    });
    const renamed = await lecturesOf(site);
    assert.equal(renamed["The house of clouds"], before["Three storeys"]);

    cpSync(path.join(section, "02-a-film-of-a-front.md"), path.join(folder, "reading-the-sky/02-clouds/03-a-film.md"));
    rmSync(path.join(section, "02-a-film-of-a-front.md"));
    rmSync(path.join(folder, "reading-the-sky/02-clouds/02-a-week-of-skies.md"));
    await json("import", "course-folder", folder, "--site", site);
    const moved = await lecturesOf(site);
    assert.equal(moved["A film of a front"], before["A film of a front"]);
    assert.deepEqual(Object.keys(moved).toSorted(), ["A film of a front", "The house of clouds", "Which cloud is it?"]);
  });

  void test("An export into a folder of courses removes deleted lectures, and no other files", async (t) => {
    const site = await aSite();
    const folder = copyOf(t);
    await json("import", "course-folder", folder, "--site", site);
    const course = path.join(folder, "reading-the-sky");
    writeFileSync(path.join(course, "README.md"), "Ours\n");
    writeFileSync(path.join(course, "01-looking-up/09-an-old-lecture.md"), "---\ntitle: Old\n---\n");
    await json("export", "course-folder", "--all", folder, "--site", site);
    assert.ok(!existsSync(path.join(course, "01-looking-up/09-an-old-lecture.md")));
    assert.equal(readFileSync(path.join(course, "README.md"), "utf8"), "Ours\n");
    rmSync(path.join(course, "README.md"));
    assert.deepEqual(contentsOf(folder), contentsOf(examples));

    rmSync(path.join(course, "course.md"));
    const { code, stderr } = await run("export", "course-folder", "reading-the-sky", folder, "--site", site);
    assert.equal(code, 1);
    assert.match(stderr, /exists but is not a course folder: it has no course\.md/);
  });

  void test("Nothing is imported if a file is invalid; every error has its file and line", async (t) => {
    const site = await aSite();
    const folder = folderOf(t, {
      "good/course.md": "---\nname: Good\n---\n",
      "bad/course.md": "---\nname: Bad\nlevel: hard\n---\n",
      "bad/01-a/section.md": "---\ntitle: A\n---\n",
      "bad/01-a/01-b.md": "---\ntitle: B\nattachments:\n  - kind: file\n    title: C\n    file: files/gone.pdf\n---\n",
      "bad/01-a/02-c.md": "no fields\n",
      "worse/course.md": "---\nname: [\n---\n",
    });
    const { code, stdout, stderr } = await run("import", "course-folder", folder, "--site", site);
    assert.deepEqual([code, stdout], [2, ""]);
    const lines = stderr.replaceAll(`${folder}/`, "").replace("lectern: ", "").trimEnd().split("\n");
    assert.match(lines[0]!, /^bad\/course\.md:3: level: /);
    assert.match(lines[1]!, /^bad\/01-a\/02-c\.md:1: expected YAML front matter between two --- lines/);
    assert.match(lines[2]!, /^worse\/course\.md:\d: expected YAML/);
    assert.deepEqual((await json("export", "course-folder", "--all", folder, "--site", site))["courses"], 0);
  });

  const wrong: [string[], number, RegExp][] = [
    [
      ["import", "course-folder", "no/such/folder"],
      2,
      /no\/such\/folder: expected a folder with courses, it does not exist/,
    ],
    [["import", "course-folder", "test"], 2, /expected a course \(a folder with course\.md\)/],
    [["import", "course-folder"], 2, /missing required argument 'folder'/],
    [["export", "course-folder", "no-such-course", "/tmp/nowhere"], 1, /There is no course no-such-course/],
    [["export", "course-folder", "reading-the-sky"], 2, /Expected a course and a folder\./],
    [["export", "course-folder", "--all"], 2, /missing required argument 'arguments'/],
    [["export", "course-folder", "--all", "a", "b"], 2, /Expected only a folder with --all\./],
  ];
  for (const [words, expected, message] of wrong) {
    void test(`\`${words.join(" ")}\` is rejected with the reason`, async () => {
      const site = await aSite();
      const { code, stdout, stderr } = await run(...words, "--site", site);
      assert.deepEqual([code, stdout], [expected, ""]);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^\s+at /m, "expected no stack trace");
    });
  }

  void test("An export to a path that cannot be created is rejected immediately, with the reason", async (t) => {
    const site = await aSite();
    await json("import", "course-folder", examples, "--site", site);
    const folder = mkdtempSync(path.join(tmpdir(), "lectern-courses-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    const cases: [string, RegExp][] = [
      [file, /cannot be used \(ENOTDIR\)/],
      [path.join(file, "x"), /cannot be used \(ENOTDIR\)/],
      [path.join(folder, "x".repeat(300)), /cannot be used \(ENAMETOOLONG\): its name is too long/],
    ];
    // Here the error is about the folder itself.
    if (existsSync("/proc/self"))
      cases.push(["/proc/x/y", /\/proc\/x cannot be used \(ENOENT\): a folder cannot be created/]);
    for (const [place, message] of cases) {
      const { code, stdout, stderr } = await run("export", "course-folder", "--all", place, "--site", site);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, message);
    }
  });

  async function lecturesOf(site: string): Promise<Record<string, string>> {
    const { rows } = await installation.database.pool.query<{ title: string; id: string }>(
      `select lectures.title, lectures.id from lectures join sites on sites.id = lectures.site_id
        where sites.origin = $1 and lectures.deleted_at is null`,
      [site],
    );
    return Object.fromEntries(rows.map(({ title, id }) => [title, id]));
  }
});

function copyOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-courses-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(examples, folder, { recursive: true });
  return folder;
}

const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(paths.toSorted().map((name) => [name, readFileSync(path.join(folder, name), "base64")]));
}
