import assert from "node:assert/strict";
import { test } from "node:test";
import { olxCourse, olxUnit } from "../support/olx-builder.ts";
import { importedOlx, type OlxFiles } from "../support/olx-import.ts";

const problem = (attributes: string, name: string) =>
  `<problem url_name="${name}" ${attributes}><stringresponse answer="x" type="ci"><label>${name}</label><textline/></stringresponse></problem>`;

void test("Answers are never shown earlier than at Open edX, and settings without a counterpart are named", async () => {
  const shown: Record<string, [setting: string, expected: string]> = {
    none: ["", "after_correct_or_last_attempt"],
    always: ['showanswer="always"', "after_submit"],
    attempted: ['showanswer="attempted"', "after_submit"],
    answered: ['showanswer="answered"', "after_correct"],
    finished: ['showanswer="finished"', "after_correct_or_last_attempt"],
    closed: ['showanswer="closed"', "after_last_attempt"],
    past: ['showanswer="past_due"', "never"],
    correct: ['showanswer="correct_or_past_due"', "after_correct"],
    never: ['showanswer="never"', "never"],
    unknown: ['showanswer="after_some_number_of_attempts"', "never"],
    quoted: ['showanswer="&quot;closed&quot;"', "after_last_attempt"],
    hidden: ['showanswer="always" show_correctness="never"', "never"],
  };
  const files = Object.entries(shown).map(([number, [setting]]) =>
    olxUnit(number, problem(`${setting} max_attempts="3"`, "p")),
  );
  const policy = {
    "course/R": { showanswer: "never", max_attempts: 2 },
    "problem/b": { showanswer: "attempted", max_attempts: null },
  };
  const { of, reported } = await importedOlx({
    ...(Object.assign({}, ...files) as OlxFiles),
    ...olxUnit(
      "mixed",
      problem('showanswer="always" max_attempts="5"', "a") + problem('showanswer="closed" max_attempts="1"', "b"),
    ),
    ...olxUnit("policy", problem("", "a"), { "policies/R/policy.json": JSON.stringify(policy) }),
    ...olxUnit(
      "named",
      problem(
        'rerandomize="always" submission_wait_seconds="30" show_reset_button="true" attempts_before_showanswer_button="2"',
        "a",
      ) +
        '<problem url_name="q"><multiplechoiceresponse partial_credit="points"><label>Q</label><choicegroup shuffle="true" answer-pool="2">' +
        '<choice correct="true">yes<choicehint label="Good">why</choicehint></choice><choice correct="partial">half</choice></choicegroup></multiplechoiceresponse>' +
        "<demandhint><hint>think twice</hint></demandhint></problem>" +
        problem('visible_to_staff_only="true"', "staff"),
      {
        "sequential/s.xml":
          '<sequential display_name="Exam" start="2030-01-01T00:00:00Z" due="null" graded="true" format="Final" is_time_limited="true" ' +
          'default_time_limit_minutes="90" prereq_usage_key="block-v1:x" hide_after_due="false"><vertical url_name="v"/></sequential>',
      },
      { attributes: ' start="2026-01-01T00:00:00Z" end="null"' },
    ),
  });
  for (const [number, [setting, expected]] of Object.entries(shown)) {
    const { show_answers, attempts_allowed } = of(number).lectures[0]!.quiz!;
    assert.deepEqual([show_answers, attempts_allowed], [expected, 3], setting);
  }
  const mixed = of("mixed").lectures[0]!.quiz!;
  assert.deepEqual([mixed.show_answers, mixed.attempts_allowed], ["after_last_attempt", 1]);
  assert.match(
    reported("mixed").join("\n"),
    /“a”: its attempts \(5\) and answer visibility \(after_submit\) become those of the strictest/,
  );
  const inherited = of("policy").lectures[0]!.quiz!;
  assert.deepEqual([inherited.show_answers, inherited.attempts_allowed], ["never", 2]);

  const said = reported("named").join("\n");
  for (const setting of [
    "rerandomize=always",
    "submission_wait_seconds=30",
    "show_reset_button=true",
    "attempts_before_showanswer_button=2",
    "partial_credit=points",
    "shuffle=true",
    "answer-pool=2",
    "partial credit is left out",
    "think twice",
    "“Exam”: start 2030-01-01T00:00:00Z left out",
    "is_time_limited=true",
    "default_time_limit_minutes=90",
    "prereq_usage_key=block-v1:x",
    "“problem” is left out: it is only for staff",
  ]) {
    assert.ok(said.includes(setting), `${setting}\nnot in\n${said}`);
  }
  assert.doesNotMatch(said, /due null|hide_after_due/);
  const [exam] = of("named").lectures;
  assert.equal(exam!.metadata["olx_format"], "Final");
  assert.equal(exam!.quiz!.questions[1]!.choices[0]!.feedback, "Good: why");
  assert.deepEqual(of("named").metadata, { olx_course: "Test/named/R", olx_start: "2026-01-01T00:00:00Z" });
});

void test("Groups of components keep their content, and parts that the course names twice are imported twice", async () => {
  const { of, reported, errors } = await importedOlx({
    ...olxUnit(
      "groups",
      '<library_content display_name="Pool" max_count="1"><html>From a library</html></library_content>' +
        '<split_test display_name="Trial"><vertical><html>Variant A</html></vertical><vertical><html>Variant B</html></vertical></split_test>' +
        '<conditional sources_tag="x"><html>On a condition</html></conditional><vertical><html>Nested</html></vertical>' +
        '<poll display_name="Poll">Opinion</poll>',
    ),
    ...olxCourse(
      "twice",
      {
        "chapter/c.xml": '<chapter display_name="C"><sequential url_name="s"/><sequential url_name="s"/></chapter>',
        "sequential/s.xml": '<sequential display_name="S"><vertical><html>Same</html></vertical></sequential>',
      },
      {
        root: '<chapter url_name="c"/><sequential display_name="Loose"><html>Outside of chapters</html></sequential><textbook title="Book"/>',
      },
    ),
    "library/library.xml": '<library display_name="Bank" org="Test" library="L"><problem url_name="p"/></library>',
  });
  assert.equal(
    of("groups").lectures[0]!.body_markdown,
    "From a library\n\nVariant A\n\nVariant B\n\nOn a condition\n\nNested",
  );
  const said = reported("groups").join("\n");
  for (const expected of [
    "max_count=1",
    "at random",
    "all of its variants",
    "its condition",
    "<poll> is left out",
    "Opinion",
  ]) {
    assert.ok(said.includes(expected), `${expected}\nnot in\n${said}`);
  }
  assert.deepEqual(
    of("twice").lectures.map(({ body_markdown }) => body_markdown),
    ["Same", "Same", "Outside of chapters"],
  );
  assert.match(reported("twice").join("\n"), /<textbook> “without a name” is left out/);
  assert.match(
    errors.join("\n"),
    /library\/library\.xml .*content library of Open edX, and Lectern has no question banks/,
  );
});
