import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { tarGzOf } from "../../support/data/tar.ts";
import { badRowsOf, countsOf, imported } from "../support/imports.ts";
import { scopes, zipOf, zipped } from "../support/imported-courses.ts";
import { aCourse } from "../support/olx.ts";
import { anOperator, type Operator } from "../support/operator.ts";

interface Lecture {
  id: string;
  title: string;
  kind: string;
  status: string;
  external_id: string;
  video: { provider: string; external_url: string } | null;
  attachments: { kind: string; title: string; external_url: string | null; file_id: string | null }[];
  quiz: Quiz | null;
  completion_rule: { kind: string };
}
interface Quiz {
  attempts_allowed: number | null;
  questions: {
    kind: string;
    prompt_markdown: string;
    choices: { text: string; correct: boolean; feedback: string | null }[];
    accepted_answers: string[];
    tolerance: number | null;
    explanation: string | null;
  }[];
}

const sent = async (operator: Operator, texts = aCourse) =>
  imported(operator, { format: "olx", file_id: await zipped(operator, tarGzOf(texts), "course.tar.gz") });

async function courseOf(operator: Operator) {
  const [course] = (await operator.get("/courses?status=draft")).json<{ data: { id: string; slug: string }[] }>().data;
  const { sections } = (await operator.get(`/courses/${course!.id}/curriculum?include=attachments,quizzes`)).json<{
    sections: { title: string; status: string; external_id: string; lectures: Lecture[] }[];
  }>();
  const whole = (await operator.get(`/courses/${course!.id}`)).json<Record<string, unknown>>();
  return { ...whole, id: course!.id, sections, lectures: sections.flatMap(({ lectures }) => lectures) } as {
    [field: string]: unknown;
    id: string;
    sections: typeof sections;
    lectures: Lecture[];
  };
}

const warningsOf = async (operator: Operator, { id }: { id: string }) =>
  (await operator.get(`/jobs/${id}/results?status=warned`))
    .json<{ data: { warnings: { place: string; detail: string }[] }[] }>()
    .data.flatMap(({ warnings }) => warnings.map(({ place, detail }) => `${place} ${detail}`));

void describe("An imported Open edX course", () => {
  void test("has chapters as sections, units as lectures, and problems as quizzes", async () => {
    const operator = await anOperator(scopes);
    const job = await sent(operator);
    assert.deepEqual(
      [countsOf(job), await badRowsOf(operator, job).then((rows) => rows.filter(({ error }) => error))],
      [[1, 0, 0, 0], []],
    );
    const course = await courseOf(operator);
    assert.deepEqual(
      [course["name"], course["subtitle"], course["language"], course["external_id"], course["description_markdown"]],
      ["Knots for sailors", "All knots you need", "en", "olx/Harbour/KN1/2026", "## About\n\nRopes \\& more."],
    );
    assert.ok(course["cover_file_id"]);
    assert.deepEqual(
      course.sections.map(({ title, status, external_id }) => [title, status, external_id]),
      [
        ["Loops", "published", "olx/Harbour/KN1/2026/loops"],
        ["Bends", "draft", "olx/Harbour/KN1/2026/bends"],
      ],
    );
    assert.deepEqual(
      course.lectures.map(({ title, kind }) => [title, kind]),
      [
        ["How it goes", "video"],
        ["Test", "quiz"],
        ["Bowline 3", "text"],
        ["Sheet bend", "text"],
      ],
    );
    const [film, quiz, text] = course.lectures;
    assert.equal(film!.video!.external_url, "https://www.youtube.com/watch?v=abc_DEF-123");
    assert.deepEqual(
      film!.attachments.map(({ kind, title, external_url: address, file_id: file }) => [
        kind,
        title,
        address ?? file !== null,
      ]),
      [
        ["embed", "play.example", "https://play.example/knot"],
        ["image", "a bowline", true],
        ["file", "chart.txt", true],
        ["file", "One (en)", true],
        ["embed", "Two", "https://www.youtube.com/watch?v=Two"],
      ],
    );
    const bodyOf = async ({ id }: Lecture) =>
      (await operator.get(`/lectures/${id}`)).json<{ body_markdown: string; body_html: string }>();
    // Images and links stand where they stood. Links to chapters and subsections lead to their first unit.
    const [picture, chart] = ["a bowline", "chart.txt"].map(
      (named) => film!.attachments.find(({ title }) => title === named)!.file_id,
    );
    const at = (index: number) => `/learn/${course.id}/${course.lectures[index]!.id}`;
    assert.equal(
      (await bodyOf(film!)).body_markdown,
      `## Words\n\nSee ![a bowline](</files/${picture}>) and [the chart](</files/${chart}>), ` +
        `or [this](<https://knots.example/a>), [the test](<${at(1)}>), [bends](<${at(3)}>), [loops](<${at(0)}>) ` +
        "and nothing.\n\n1\\. Make a loop\n\n*gone.png*\n\n*program.svg*",
    );
    const { body_markdown: words, body_html: shown } = await bodyOf(text!);
    assert.equal(words, "Only *words*, $`a_1 < b`$ and <math><mi>x</mi><mo>\\*</mo><mi>y</mi></math>");
    assert.match(shown, /<math[^>]*><semantics><mrow><msub><mi>a<\/mi><mn>1<\/mn><\/msub><mo>&lt;<\/mo>/);
    assert.match(shown, /<math><mi>x<\/mi><mo>\*<\/mo><mi>y<\/mi><\/math>/);
    assert.equal(quiz!.completion_rule.kind, "pass_quiz");
    assert.equal(quiz!.quiz!.attempts_allowed, 2);
    assert.deepEqual(
      quiz!.quiz!.questions.map(({ kind, prompt_markdown, choices, accepted_answers, tolerance, explanation }) => [
        kind,
        prompt_markdown,
        choices.map(({ text, correct }) => `${correct ? "+" : "-"}${text}`).join(" ") || accepted_answers.join(" "),
        tolerance ?? explanation,
      ]),
      [
        ["single", "Which holds?", "+Bowline -Granny", null],
        ["multiple", `And which are bends? ![a bend](</files/${picture}>)`, "+Sheet +Carrick -Bowline", null],
        ["single", "The king is the …", "-granny +bowline", "See the chart."],
        ["short_text", "Name it", "Bowline King", null],
        ["numeric", "Pi", "3.14", 0.314],
        ["numeric", "About six", "6", 1],
      ],
    );
    assert.equal(quiz!.quiz!.questions[0]!.choices[0]!.feedback, "Right.");
  });

  void test("has warnings with the file of each unsupported element", async () => {
    const operator = await anOperator(scopes);
    const job = await sent(operator);
    const warnings = await warningsOf(operator, job);
    for (const expected of [
      "course/chapter/bends.xml:1 “Later”: due 2026-02-01 left out",
      "course/html/words.xml:1 <script> is left out: lectures cannot contain active content",
      "course/html/words.xml:1 the link to /jump_to_id/nowhere has no target here: only its text is kept",
      "course/html/words.xml:1 it refers to /static/gone.png, but static/gone.png does not exist",
      "course/vertical/film.xml:5 <discussion> is left out: lectures have comments of their own",
      "course/problem/type.xml:6 the bounds of [5, 7) count as correct",
      "course/problem/type.xml:7 a question is left out because its answers are a regular expression",
      "course/problem/odd.xml:1 the problem “Odd” is left out: a script generates or grades it",
      "course/vertical/sheet.xml:1 <lti> is left out: external tools (LTI) cannot be embedded in lectures",
      "course/static/program.svg the file is left out: The SVG is not accepted. It declares entities. Save it without them.",
      "course/static 1 unreferenced files are left out: static/unused.txt",
      "course/drafts drafts are left out: 1 files",
    ]) {
      assert.ok(warnings.includes(expected), `${expected}\nnot in\n${warnings.join("\n")}`);
    }
    assert.equal((job.progress as unknown as { warned: number }).warned, 1);
  });

  void test("changes nothing when imported again, and manual changes are kept", async () => {
    const operator = await anOperator(scopes);
    await sent(operator);
    const before = await courseOf(operator);
    assert.deepEqual(countsOf(await sent(operator)), [0, 0, 1, 0]);
    await operator.patch(`/courses/${before.id}`, { slug: "our-knots", course_type: "free", tags: ["rope"] });
    await operator.post(`/courses/${before.id}/publish`);
    const renamed = {
      ...aCourse,
      "course/chapter/loops.xml": (aCourse["course/chapter/loops.xml"] as string).replace("Loops", "All loops"),
    };
    assert.deepEqual(countsOf(await sent(operator, renamed)), [0, 1, 0, 0]);
    const after = (await operator.get("/courses/our-knots")).json<{ status: string; tags: string[] }>();
    assert.deepEqual([after.status, after.tags], ["published", ["rope"]]);
  });

  void test("shows the images of its description to everyone, apart from files of lectures", async () => {
    const operator = await anOperator(scopes);
    const overview =
      '<p><img src="/static/bowline.png" alt="a knot"> <a href="/static/chart.txt">chart</a></p>' +
      "<p>lectern-file:..%2Fcourse.xml</p>";
    const texts = { ...aCourse, "course/about/overview.html": overview };
    const job = await sent(operator, texts);
    const { description_markdown: description, lectures } = await courseOf(operator);
    const [shown] = /fil_[0-9a-z]+/.exec(description as string)!;
    assert.equal(description, `![a knot](</files/${shown}>) chart\n\nlectern-file:..%2Fcourse.xml`);
    const attached = lectures[0]!.attachments.find(({ title }) => title === "a bowline")!.file_id!;
    const open = (id: string) => operator.site.request("GET", `/files/${id}`);
    assert.deepEqual([(await open(shown)).statusCode, (await open(attached)).statusCode], [200, 404]);
    assert.match(
      (await warningsOf(operator, job)).join("\n"),
      /chart\.txt is left out: descriptions have no such part/,
    );
    assert.deepEqual(countsOf(await sent(operator, texts)), [0, 0, 1, 0]);
  });

  void test("with a very long description is imported without the images of it", async () => {
    const operator = await anOperator(scopes);
    const overview = `${"<p>Ropes.</p>".repeat(12_497)}<p><img src="/static/bowline.png" alt="a knot"></p>`;
    const job = await sent(operator, { ...aCourse, "course/about/overview.html": overview });
    const { description_markdown: description } = await courseOf(operator);
    assert.match(description as string, /^Ropes\.(\n\nRopes\.)+\n\n\*a knot\*$/);
    assert.match(
      (await warningsOf(operator, job)).join("\n"),
      /with its images, the description exceeds 100000 characters: they are left out/,
    );
  });

  void test("can be a ZIP archive, in any folder of it", async () => {
    const operator = await anOperator(scopes);
    const texts = Object.fromEntries(Object.entries(aCourse).map(([name, text]) => [`export/${name}`, text]));
    const file = await zipped(operator, zipOf(texts), "course.zip");
    assert.deepEqual(countsOf(await imported(operator, { format: "olx", file_id: file })), [1, 0, 0, 0]);
  });

  void test("with invalid, expanding or external XML is rejected with its location", async () => {
    const operator = await anOperator(scopes);
    const lol = '<!DOCTYPE course [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>\n';
    const outside = '<!DOCTYPE course [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n';
    for (const [text, reason] of [
      [`${lol}<course>&b;</course>`, /^course\/course\/2026\.xml:2: expected XML: undefined entity/],
      [`${outside}<course>&x;</course>`, /^course\/course\/2026\.xml:2: expected XML: undefined entity/],
      ["<course><chapter></course>", /^course\/course\/2026\.xml:1: expected XML/],
      ["<a>".repeat(200), /at most 100 levels of nested elements/],
    ] as const) {
      const job = await sent(operator, { ...aCourse, "course/course/2026.xml": text });
      const [row] = await badRowsOf(operator, job);
      assert.match(row!.error.detail, reason);
    }
    const up = { ...aCourse, "course/course/2026.xml": '<course><chapter url_name="../../../etc/passwd"/></course>' };
    assert.deepEqual(countsOf(await sent(operator, up)), [1, 0, 0, 0]);
    assert.deepEqual((await courseOf(operator)).lectures, []);
    const none = await sent(operator, { "library/library.xml": "<library/>" });
    assert.match(none.error!.detail, /expected a course in OLX: a folder with course\.xml/);
  });
});
