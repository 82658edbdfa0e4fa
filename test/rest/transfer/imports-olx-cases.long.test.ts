import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../../support/worlds/pictures.ts";
import { countsOf } from "../support/imports.ts";
import { scopes } from "../support/imported-courses.ts";
import { externalId, olxCourse, olxUnit } from "../support/olx-builder.ts";
import { importOlx, type OlxCourse, olxCourses } from "../support/olx-import.ts";
import { anOperator } from "../support/operator.ts";

const picture = `data:image/png;base64,${aPicture({ width: 40, height: 20 }).toString("base64")}`;
const numbers = {
  b: ["1/3", "1%"],
  d: ["3.00E8", "5%"],
  e: ["6.022e23", "1%"],
  f: ["6.626e-34", "1%"],
} as const;
const numeric = ([answer, tolerance]: readonly [string, string], label: string) =>
  `<problem display_name="${label}"><numericalresponse answer="${answer}"><label>${label}</label>` +
  `<responseparam type="tolerance" default="${tolerance}"/><formulaequationinput/></numericalresponse></problem>`;

/** Courses after public reports, one for each kind of content that was lost. */
const courses = {
  ...olxUnit("htmlext", '<html url_name="a"/>', {
    "html/a.xml": '<html filename="a.html" display_name="A"/>',
    "html/a.html": "<p>Text of A</p>",
  }),
  ...olxUnit("spaces", '<html url_name="a"/>', {
    "html/a.xml": '<html filename="a" display_name="A"/>',
    "html/a.html": '<p><img src="/static/my_picture_1.png" alt="x"/> <a href="/static/Goals__v2_.pdf">goals</a></p>',
    "static/my picture 1.png": aPicture({ width: 31 }),
    "static/Goals (v2).pdf": "%PDF-1.4\n%%EOF\n",
  }),
  ...olxCourse("nameless", {
    "chapter/c.xml":
      '<chapter display_name="Chapter">\n' +
      '<sequential display_name="One"><vertical><html>First</html></vertical></sequential>\n' +
      '<sequential display_name="Two"><vertical><html>Second</html></vertical></sequential>\n</chapter>',
  }),
  ...olxUnit("dataimage", '<html url_name="a"/>', {
    "html/a.xml": '<html filename="a" display_name="A"/>',
    "html/a.html": `<p><img alt="a blue box" src="${picture}"/></p>`,
  }),
  ...olxUnit(
    "problems",
    '<problem url_name="a" showanswer="finished" max_attempts="3"/>' +
      ["b", "d", "e", "f", "i", "j"].map((name) => `<problem url_name="${name}"/>`).join(""),
    {
      "problem/a.xml":
        '<problem display_name="Fruit" showanswer="finished" max_attempts="3"><multiplechoiceresponse><label>Which is a fruit?</label>' +
        '<choicegroup><choice correct="true">apple</choice><choice correct="false">stone</choice></choicegroup></multiplechoiceresponse></problem>',
      ...Object.fromEntries(
        Object.entries(numbers).map(([name, number]) => [`problem/${name}.xml`, numeric(number, name)]),
      ),
      "problem/i.xml":
        '<problem display_name="Code"><multiplechoiceresponse><label>Which prints 1?</label><choicegroup>' +
        '<choice correct="true"><pre>for i in x:\n    print(1)</pre></choice><choice correct="false"><pre>for i in x:\nprint(1)</pre></choice>' +
        '<choice correct="false"><pre>    print(2)</pre></choice><choice correct="false"><pre>print(2)</pre></choice>' +
        "</choicegroup></multiplechoiceresponse></problem>",
      "problem/j.xml":
        '<problem display_name="Two" weight="4"><p>First</p><stringresponse answer="a" type="ci"><textline/></stringresponse>' +
        '<p>Second</p><stringresponse answer="b" type="ci"><textline/></stringresponse></problem>',
    },
  ),
  ...olxCourse("direct", {
    "chapter/c.xml":
      '<chapter display_name="Chapter"><html url_name="syllabus"/><vertical url_name="v"/>' +
      '<videosequence url_name="vs"/><problem url_name="p"/></chapter>',
    "html/syllabus.xml": '<html filename="syllabus" display_name="Syllabus"/>',
    "html/syllabus.html": "<p>Rules of the course</p>",
    "vertical/v.xml": '<vertical display_name="Unit"><html>Hello</html></vertical>',
    "videosequence/vs.xml": '<videosequence display_name="Lessons"><html>In a video sequence</html></videosequence>',
    "problem/p.xml": '<problem display_name="P"><stringresponse answer="x"><textline/></stringresponse></problem>',
  }),
};

void test("Courses after public reports are imported without loss, and found again by a second import", async () => {
  const operator = await anOperator(scopes);
  const { job, warnings, errors } = await importOlx(operator, courses);
  assert.deepEqual([countsOf(job), errors], [[6, 0, 0, 0], []]);
  const found = await olxCourses(operator);
  const of = (number: string): OlxCourse => found.get(externalId(number))!;
  const textsOf = (number: string) => of(number).lectures.map(({ body_markdown }) => body_markdown);
  const reported = (number: string) => warnings.filter((warning) => warning.startsWith(`${number}/`));

  assert.deepEqual([textsOf("htmlext"), reported("htmlext")], [["Text of A"], []]);

  const [spaces] = of("spaces").lectures;
  const [shown, linked] = spaces!.attachments.map(({ file_id }) => file_id);
  assert.equal(spaces!.body_markdown, `![x](</files/${shown}>) [goals](</files/${linked}>)`);
  assert.deepEqual(
    [spaces!.attachments.map(({ kind, title }) => [kind, title]), reported("spaces")],
    [
      [
        ["image", "x"],
        ["pdf", "Goals (v2).pdf"],
      ],
      [],
    ],
  );

  assert.deepEqual(textsOf("nameless"), ["First", "Second"]);
  assert.deepEqual(
    of("nameless").lectures.map(({ title }) => title),
    ["One", "Two"],
  );

  const [data] = of("dataimage").lectures;
  assert.equal(data!.body_markdown, `![a blue box](</files/${data!.attachments[0]!.file_id}>)`);
  assert.deepEqual(reported("dataimage"), []);

  assert.deepEqual(
    of("direct").lectures.map(({ title, kind, body_markdown }) => [title, kind, body_markdown]),
    [
      ["Syllabus", "text", "Rules of the course"],
      ["Unit", "text", "Hello"],
      ["Lessons", "text", "In a video sequence"],
      ["P", "quiz", null],
    ],
  );

  const quiz = of("problems").lectures[0]!.quiz!;
  assert.deepEqual([quiz.show_answers, quiz.attempts_allowed], ["after_correct_or_last_attempt", 3]);
  const answers = new Map(quiz.questions.map((question) => [question.prompt_markdown, question]));
  assert.deepEqual(
    [answers.get("b")!.accepted_answers, answers.get("b")!.tolerance],
    [["0.333333333333333"], 0.00333333333333],
  );
  assert.deepEqual([answers.get("d")!.accepted_answers, answers.get("d")!.tolerance], [["300000000"], 15_000_000]);
  assert.deepEqual(
    ["e", "f"].map((label) => [answers.get(label)!.accepted_answers, answers.get(label)!.tolerance]),
    [
      [["6.022e23"], 6.022e21],
      [["6.626e-34"], 6.626e-36],
    ],
  );
  assert.deepEqual(
    answers.get("Which prints 1?")!.choices.map(({ text }) => text),
    ["for i in x:\n    print(1)", "for i in x:\nprint(1)", "····print(2)", "print(2)"],
  );
  assert.deepEqual([answers.get("First")!.points, answers.get("Second")!.points], [2, 2]);

  assert.deepEqual(countsOf((await importOlx(operator, courses)).job), [0, 0, 6, 0]);
  const again = await olxCourses(operator);
  for (const [id, { lectures }] of found) {
    assert.deepEqual(
      again.get(id)!.lectures.map((lecture) => lecture.id),
      lectures.map((lecture) => lecture.id),
    );
  }
});
