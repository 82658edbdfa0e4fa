import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../../support/data/random.ts";
import { tarGzOf } from "../../support/data/tar.ts";
import { rounds } from "../../support/thorough.ts";
import { type BadRow, csvOf, imported } from "../support/imports.ts";
import { scopes, zipped } from "../support/imported-courses.ts";
import { anOperator, type Operator } from "../support/operator.ts";

type Files = Record<string, string | Uint8Array>;

/** Returns distinctive words, which are found nowhere else. */
function wordsOf(prefix: string): () => string {
  let count = 0;
  return () => `word${prefix}x${(count++).toString(36)}z`;
}

/** A source of each format, in which every part has words of its own. */
const sources: Record<string, (word: () => string) => Files> = {
  course_folder: (word) => {
    const lecture = (fields = "") => `---\ntitle: ${word()}\n${fields}---\n\n${word()} and ${word()}\n`;
    return Object.fromEntries(
      ["one", "two"].flatMap((course) => [
        [`${course}/course.md`, `---\nname: ${word()}\nsubtitle: ${word()}\n---\n\n${word()}\n`],
        [`${course}/01-a/section.md`, `---\ntitle: ${word()}\nsummary: ${word()}\n---\n`],
        [`${course}/01-a/01-b.md`, lecture()],
        [
          `${course}/01-a/02-c.md`,
          lecture(`attachments:\n  - kind: file\n    title: ${word()}\n    file: files/a.txt\n`),
        ],
        [`${course}/02-d/section.md`, `---\ntitle: ${word()}\n---\n`],
        [
          `${course}/02-d/01-e.md`,
          `---\ntitle: ${word()}\nkind: quiz\nquiz:\n  questions:\n    - kind: short_text\n      prompt_markdown: ${word()}\n      accepted_answers: [${word()}]\n---\n`,
        ],
        [`${course}/files/a.txt`, `${word()}\n`],
        [`${course}/notes/plan.md`, `${word()}\n`],
      ]),
    );
  },
  course_json: (word) => ({
    "one.json": JSON.stringify({
      name: word(),
      external_id: "one",
      sections: [{ title: word(), lectures: [{ title: word(), kind: "text", body_markdown: word() }] }],
    }),
    "more.json": JSON.stringify([
      { name: word(), external_id: "two", description_markdown: word() },
      { name: word(), external_id: "three", tags: [word()] },
    ]),
    "notes.txt": word(),
  }),
};

/** Ways in which files are lost or damaged on their way. */
const damages: Record<string, (files: Files, file: string) => void> = {
  none: () => {},
  remove: (files, file) => {
    delete files[file];
  },
  rename: (files, file) => {
    files[`${file}.bak`] = files[file]!;
    delete files[file];
  },
  "rename within the format": (files, file) => {
    files[file.replace(/(\.\w+)$/, "-renamed$1")] = files[file]!;
    delete files[file];
  },
  truncate: (files, file) => {
    files[file] = files[file]!.slice(0, Math.floor(files[file]!.length / 2));
  },
  empty: (files, file) => {
    files[file] = "";
  },
  noise: (files, file) => {
    files[file] = Buffer.from([0, 255, 1, 254]);
  },
};

type Row = Omit<BadRow, "error"> & {
  error: BadRow["error"] | null;
  warnings: { place: string; detail: string }[] | null;
};

/** Returns everything that an import reports, the rows that failed, and whether nothing is imported. */
async function reportOf(operator: Operator, body: object): Promise<{ said: string; failed: string[]; error: boolean }> {
  const job = await imported(operator, body);
  const rows = (await operator.get(`/jobs/${job.id}/results?limit=200`)).json<{ data: Row[] }>().data;
  const said = rows.flatMap(({ name, error, warnings }) => [
    ...(error ? [`${name} ${error.detail}`] : []),
    ...(warnings ?? []).map(({ place, detail }) => `${place} ${detail}`),
  ]);
  return {
    said: [job.error?.detail ?? "", ...said].join("\n"),
    failed: rows.flatMap(({ name, error }) => (error ? [name] : [])),
    // Warnings are about what is imported.
    error: job.error !== null || job.progress.processed === job.progress.failed,
  };
}

async function storedIn(operator: Operator): Promise<string> {
  const of = async (path: string) => (await operator.get(path)).body;
  const { data } = (await operator.get("/courses?limit=200")).json<{ data: { id: string }[] }>();
  const courses = data.flatMap(({ id }) => [
    of(`/courses/${id}`),
    of(`/courses/${id}/curriculum?include=attachments,quizzes,bodies`),
  ]);
  return (await Promise.all([...courses, of("/course_categories?limit=200")])).join("\n");
}

for (const [format, sourceOf] of Object.entries(sources)) {
  void test(`Every part of a damaged source of ${format} is stored, or reported with its file`, async (context) => {
    const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
    context.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    for (let round = 0; round < rounds(3, 20); round++) {
      const files = sourceOf(wordsOf(`${format.replace("_", "")}${round}`));
      const [kind, damage] = round === 0 ? (["none", damages["none"]!] as const) : pick(Object.entries(damages));
      const file = pick(Object.keys(files));
      damage(files, file);
      const operator = await anOperator(scopes);
      const file_id = await zipped(operator, tarGzOf(files), "source.tar.gz");
      const { said, failed, error } = await reportOf(operator, { format, file_id });
      const stored = await storedIn(operator);
      const about = `seed ${seed}, round ${round}: ${kind} ${file}`;
      for (const [name, content] of Object.entries(files)) {
        // A course, or the whole import, is stored with all of its parts or not at all.
        if (error || failed.some((row) => row.split("/")[0] === name.split("/")[0])) continue;
        if (isNamed(said, name) || isAttached(name)) continue;
        const words = String(content).match(/word\w+?x\w+?z/g) ?? [];
        const lost = words.filter((word) => !stored.includes(word) && !said.includes(word));
        assert.deepEqual(lost, [], `${about}: ${name}\n${said}`);
      }
      if (kind === "noise") assert.ok(isNamed(said, file) || isAttached(file), `${about}\n${said}`);
    }
  });
}

/** Warnings about several files name them below their place. */
const isNamed = (said: string, name: string): boolean =>
  said.split("\n").some((line) => {
    const [place = ""] = line.split(" ");
    return line.includes(name) || (name.startsWith(`${place}/`) && line.includes(name.slice(place.length + 1)));
  });

/** A file of any content is stored. */
const isAttached = (file: string): boolean => file.endsWith("/files/a.txt");

void test("Every cell of a damaged table is stored, or reported with its row or column", async (context) => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  context.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const people = `${scopes} members:read members:write`;
  for (let round = 0; round < rounds(4, 30); round++) {
    const word = wordsOf(`csv${round}`);
    const row = () => [`${word()}@school.example`, word(), "student", word()];
    const table = [["email", "name", "roles", "external_id"], row(), row(), row()];
    const kind = pick([
      "none",
      "rename a column",
      "duplicate a column",
      "remove a cell",
      "add a cell",
      "damage a cell",
    ]);
    const line = 1 + Math.floor(random() * 3);
    const column = Math.floor(random() * 4);
    if (kind === "rename a column") table[0]![column] = "renamed";
    if (kind === "duplicate a column") table[0]![column] = table[0]![(column + 1) % 4]!;
    if (kind === "remove a cell") table[line]!.pop();
    if (kind === "add a cell") table[line]!.push(word());
    if (kind === "damage a cell") table[line]![column] = `"${table[line]![column]}`;
    const text = csvOf(...table.map((cells) => cells.join(",")));
    const operator = await anOperator(people);
    const { said } = await reportOf(operator, { format: "csv", resource: "members", inline: text });
    const stored = (await operator.get("/members?limit=200")).body;
    const isHeaderNamed = /:1\b|column|renamed/.test(said);
    for (const [index, cells] of table.entries()) {
      if (index === 0 || isHeaderNamed || said.includes(`:${index + 1}`)) continue;
      const lost = (cells.join(",").match(/word\w+?x\w+?z/g) ?? []).filter((one) => !stored.includes(one));
      assert.deepEqual(lost, [], `seed ${seed}, round ${round}: ${kind} ${line}/${column}\n${text}\n${said}`);
    }
  }
});
