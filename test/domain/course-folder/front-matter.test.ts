import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { readMatter } from "#domain/platform/input/front-matter.ts";
import { CourseMatter, LectureMatter } from "#domain/transfer/course-folder/course-front-matter.ts";
import { writeContent } from "#domain/transfer/course-folder/write-content.ts";
import { arbitraryCourse } from "./arbitrary-course.ts";

const faultsOf = async (source: string, schema: typeof CourseMatter | typeof LectureMatter = CourseMatter) => {
  const read = await readMatter<typeof CourseMatter>(schema as typeof CourseMatter, "course.md", source);
  assert.ok("faults" in read, JSON.stringify(read));
  return read.faults.map(({ line, detail }) => `${line}: ${detail}`);
};

const wrong: [string, string, RegExp[]][] = [
  ["no fields", "# Knots\n", [/^1: expected YAML front matter between two --- lines/]],
  ["unclosed front matter", "---\nname: Knots\n", [/^1: expected YAML front matter between/]],
  ["broken YAML", "---\nname: Knots\ntags: [a\n---\n", [/^[34]: expected YAML/]],
  ["a list", "---\n- name\n---\n", [/^2: expected fields/]],
  ["an alias", "---\nname: &a Knots\nsubtitle: *a\n---\n", [/^2: .*without aliases/]],
  ["the same field twice", "---\nname: A\nname: B\n---\n", [/^3: expected YAML: Map keys must be unique/]],
  ["an unknown field", "---\nname: A\nlevle: all\n---\n", [/^3: there is no field levle; did you mean level\?/]],
  ["no name", "---\nslug: a\n---\n", [/^2: name: /]],
  [
    "several mistakes",
    "---\nname: A\nlevel: hard\ncompletion:\n  required_percent: 300\n  require_quizzes: false\n  require_assignments: false\n---\n",
    [/^3: level: /, /^5: completion\.required_percent: /],
  ],
  ["deep nesting", `---\nname: A\nmetadata: ${"[".repeat(20_000)}\n---\n`, [/./]],
];

void describe("The front matter of a text", () => {
  void test("and the text round-trip for every course", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCourse, async (content) => {
        for (const [name, text] of writeContent(content)) {
          if (name === "course.md") {
            const read = await readMatter(CourseMatter, name, text);
            assert.ok(!("faults" in read), JSON.stringify(read));
            assert.deepEqual(read.matter, content.matter);
            assert.equal(read.body ?? "", content.description);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  for (const [label, source, expected] of wrong) {
    void test(`are rejected with the line of the mistake: ${label}`, async () => {
      const faults = await faultsOf(source);
      assert.equal(faults.length, expected.length, faults.join("\n"));
      for (const [index, pattern] of expected.entries()) assert.match(faults[index]!, pattern);
    });
  }

  void test("end with a newline of their own on every system", async () => {
    const read = await readMatter(CourseMatter, "course.md", "---\r\nname: A\r\n---\r\n\r\nText\r\nmore\r\n");
    assert.ok(!("faults" in read));
    assert.deepEqual([read.matter.name, read.body], ["A", "Text\r\nmore"]);
  });

  void test("name the invalid quiz question", async () => {
    const quiz =
      "---\ntitle: A\nkind: quiz\nquiz:\n  questions:\n    - kind: single\n      prompt_markdown: Which?\n---\n";
    assert.match(
      (await faultsOf(quiz, LectureMatter)).join("\n"),
      /^6: quiz\.questions\.0\.choices: Expected at least two choices\./m,
    );
  });
});
