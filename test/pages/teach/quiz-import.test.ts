import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readGift } from "#pages/admin/quizzes/import/read-gift.ts";
import type { ReadRow } from "#pages/admin/quizzes/import/read-question.ts";
import { readQuestionsCsv } from "#pages/admin/quizzes/import/read-questions-csv.ts";
import { EncodedForm, type TestBrowser } from "../../support/browser-session.ts";
import { cpuTime } from "../../support/meters/cpu-time.ts";
import { textOf } from "../support/asked.ts";
import { aQuizLecture, moon } from "./support/quiz-lecture.ts";

const gift = (text: string) => readGift(text, { yes: "True", no: "False" });

const brief = (row: ReadRow) => {
  if ("problem" in row) return [row.line, row.problem];
  const { kind, choices, acceptedAnswers, tolerance } = row.question;
  const shown = choices.map(
    ({ text, correct, match }) => `${correct ? "+" : ""}${text}${match === null ? "" : `→${match}`}`,
  );
  return [row.line, kind, ...shown, ...acceptedAnswers, ...(tolerance === null ? [] : [tolerance])];
};

const questions = `// A comment
$CATEGORY: tides

::Moon:: What makes tides? {=The Moon#Yes. ~Wind #No. ~%-50%Ships ####It pulls \\= lifts.}

Two of these are seas. {~%50%Baltic ~%50%Red Sea ~%-100%Loire}

The Moon is a star.{FALSE#It is not.}

Who wrote it? {=Darwin =Charles Darwin =%50%Charles}

How many? {#2:0.5}

Between? {#1..5}

Match. {=Flood -> rises =Ebb -> falls}

The {=Moon ~Sun} pulls.

Brackets \\{x\\} and 1\\:2 {=a\\~b ~c\\#d}

Write about tides. {}

No answers here.

Never closed {=a ~b

[html]<b>Bold</b> question {=a ~b}
`;

const milliseconds = (text: string) => cpuTime(() => Promise.resolve(gift(text)));

void describe("Questions in GIFT", () => {
  void test("are read with their line, and those that cannot be read have a reason", () => {
    assert.deepEqual(gift(questions).map(brief), [
      [4, "single", "+The Moon", "Wind", "Ships"],
      [6, "multiple", "+Baltic", "+Red Sea", "Loire"],
      [8, "true_false", "True", "+False"],
      [10, "short_text", "Darwin", "Charles Darwin"],
      [12, "numeric", "2", 0.5],
      [14, "numeric", "3", 2],
      [16, "matching", "Flood→rises", "Ebb→falls"],
      [18, "single", "+Moon", "Sun"],
      [20, "single", "+a~b", "c#d"],
      [22, "essay"],
      [24, "description"],
      [26, "unclosed"],
      [28, "single", "+a", "b"],
    ]);
    const read = gift(questions).flatMap((row) => ("question" in row ? [row.question] : []));
    assert.deepEqual([read[0]!.promptMarkdown, read[0]!.explanation], ["What makes tides?", "It pulls = lifts."]);
    assert.deepEqual(
      read[0]!.choices.map(({ feedback }) => feedback),
      ["Yes.", "No.", null],
    );
    assert.equal(read[7]!.promptMarkdown, "The _____ pulls.");
    assert.equal(read[8]!.promptMarkdown, "Brackets {x} and 1:2");
    assert.equal(read.at(-1)!.promptMarkdown, "Bold question");
  });

  void test("take time in proportion to their length, whatever they contain", async () => {
    const hostile = ["{=", "{~%", "\\", "::", "{#", "<", "[html]<", "{=a->", "####", "~=", "{T", "\n\n{", "{#1.."];
    for (const piece of hostile) {
      const [short, long] = [piece.repeat(10_000 / piece.length), piece.repeat(100_000 / piece.length)];
      await milliseconds(short);
      assert.ok((await milliseconds(long)) < 40 * (await milliseconds(short)) + 200, JSON.stringify(piece));
    }
  });
});

void test("Questions in CSV are read with their line, in any order of the columns, also with semicolons", () => {
  const rows = [
    "question;kind;correct;wrong;points;tolerance;explanation",
    "What makes tides?;single;The Moon;Wind|Ships;2;;It pulls.",
    '"Sort\nthem.";ordering;Moon|Earth|Sun;;;;',
    "Match.;matching;Flood = rises|Ebb = falls;;;;",
    "How many?;numeric;2;;;0.5;",
    "Who?;essay;;;;;",
    "Match.;matching;Flood;;;;",
  ];
  assert.deepEqual(readQuestionsCsv(rows.join("\n")).map(brief), [
    [2, "single", "+The Moon", "Wind", "Ships"],
    [4, "ordering", "Moon", "Earth", "Sun"],
    [5, "matching", "Flood→rises", "Ebb→falls"],
    [6, "numeric", "2", 0.5],
    [7, "kind"],
    [8, "pair"],
  ]);
  assert.deepEqual(readQuestionsCsv("name,age\nAna,3").map(brief), [[1, "columns"]]);
  assert.deepEqual(readQuestionsCsv('kind,question,correct\n"single,').map(brief), [[1, "text"]]);
});

const boundary = "----form";

/** Submits the form with a file, as a browser does. */
async function upload(browser: TestBrowser, address: string, file: string, format = "gift") {
  const form = await browser.open(address);
  const [, csrf = ""] =
    /name="csrf" value="([^"]+)"/.exec(form.body.slice(form.body.indexOf("multipart/form-data"))) ?? [];
  const part = (name: string, value: string, extra = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n${value}\r\n`;
  const body = [
    part("csrf", csrf),
    part("format", format),
    part("file", file, '; filename="q.txt"'),
    part("text", ""),
    `--${boundary}--\r\n`,
  ];
  return browser.open(address, new EncodedForm(`multipart/form-data; boundary=${boundary}`, body.join("")));
}

void describe("The import of questions", () => {
  void test("shows all questions with problems by line, and adds those that can be added once", async () => {
    const { browser, edit, stored, visitor } = await aQuizLecture([moon]);
    const address = edit.replace(/edit$/, "import");
    await visitor.open(edit);
    await visitor.click("Import questions");
    const text = `${questions}\n\n<script>alert(1)</script> {=only}\n\nToo few {~a}`;
    const preview = await upload(browser, address, text);
    assert.match(textOf(preview), /Questions that can be added: 11\. Not added: 4\./);
    assert.match(textOf(preview), /Line 22: Questions with a free text cannot be graded automatically/);
    assert.match(textOf(preview), /Line 33: The question cannot be answered in this way/);
    assert.doesNotMatch(preview.body, /<script>alert/);
    assert.equal((await stored()).questions.length, 1, "Nothing is written before the confirmation.");
    const form = { act: "add" };
    const [first, second] = [
      await browser.submit(preview, form, address),
      await browser.submit(preview, form, address),
    ];
    assert.match(first.address, /quiz\/edit\?done=imported/);
    assert.equal(second.address, first.address);
    const { questions: all } = await stored();
    assert.deepEqual(
      [all.length, all[0]!.prompt_markdown, all[1]!.prompt_markdown],
      [12, moon.prompt_markdown, "What makes tides?"],
    );
    assert.match(textOf(first), /The questions are added to the quiz\./);
  });

  void test("refuses long texts and empty ones, and never more questions than a quiz can have", async () => {
    const { browser, edit, stored } = await aQuizLecture([moon]);
    const address = edit.replace(/edit$/, "import");
    assert.match(textOf(await upload(browser, address, "")), /Choose a file, or paste the questions/);
    assert.match(textOf(await upload(browser, address, "x".repeat(100_001))), /The text is too long/);
    const many = Array.from({ length: 250 }, (_, index) => `Question ${index} {=a ~b}`).join("\n\n");
    const preview = await upload(browser, address, many);
    assert.match(textOf(preview), /Questions that can be added: 199\. Not added: 51\./);
    await browser.submit(preview, { act: "add" }, address);
    assert.equal((await stored()).questions.length, 200);
  });

  void test("is closed to teaching assistants and to lecturers of other courses", async () => {
    const { operator, edit } = await aQuizLecture([moon]);
    for (const [role, expected] of [
      ["teaching_assistant", 403],
      ["lecturer", 404],
    ] as const) {
      const browser = await operator.site.signedIn(await operator.site.member({ roles: [role] }));
      for (const page of ["import", "edit"]) {
        assert.equal((await browser.open(edit.replace(/edit$/, page))).status, expected, `${role}: ${page}`);
      }
      assert.equal((await browser.open(edit.replace(/edit$/, "try"))).status, 404, role);
    }
  });
});
