import assert from "node:assert/strict";
import { test } from "node:test";
import { olxUnit } from "../support/olx-builder.ts";
import { importedOlx } from "../support/olx-import.ts";

const question = (answer: string, more: string, label: string) =>
  `<numericalresponse answer="${answer}"><label>${label}</label>${more}<formulaequationinput trailing_text="m/s"/></numericalresponse>`;

void test("Numbers keep their value, and answers that are no numbers are named", async () => {
  const cases: [answer: string, more: string, accepted: string[], tolerance: number | null][] = [
    ["3.14", "", ["3.14"], 0.0000314],
    ["3.14", '<responseparam type="tolerance" default="0"/>', ["3.14"], null],
    ["-2e-3", '<responseparam type="tolerance" default="1e-4"/>', ["-0.002"], 0.0001],
    ["1/4", '<responseparam type="tolerance" default="10%"/>', ["0.25"], 0.025],
    ["2*10^3", '<responseparam type="tolerance" default="1/2"/>', ["2000"], 0.5],
    ["[5, 7]", "", ["6"], 1],
    ["(1e3, 3e3)", "", ["2000"], 1000],
    ["10", '<responseparam type="tolerance" default="1"/><additional_answer answer="1.5e1"/>', ["10", "15"], 1],
    ["6.0220E+23", '<responseparam type="tolerance" default="1%"/>', ["6.022e23"], 6.022e21],
    ["-.6626E-33", '<responseparam type="tolerance" default="0"/>', ["-6.626e-34"], null],
    ["1/30000", '<responseparam type="tolerance" default="0"/>', ["1/30000"], null],
    ["12345678901234567890", '<responseparam type="tolerance" default="0"/>', ["1.23456789012346e19"], null],
    ["0.000000000000001", '<responseparam type="tolerance" default="0"/>', ["0.000000000000001"], null],
  ];
  const bad = ["x+1", "1e", "2**3", "$y", "sqrt(-1)", "1e999"];
  const { of, reported } = await importedOlx(
    olxUnit(
      "numbers",
      `<problem url_name="n">${cases.map(([answer, more], index) => question(answer, more, `n${index}`)).join("")}</problem>` +
        `<problem url_name="bad">${bad.map((answer, index) => question(answer, "", `bad${index}`)).join("")}</problem>`,
    ),
  );
  const { questions } = of("numbers").lectures[0]!.quiz!;
  assert.deepEqual(
    questions.map(({ accepted_answers, tolerance }) => [accepted_answers, tolerance]),
    cases.map(([, , accepted, tolerance]) => [accepted, tolerance]),
  );
  assert.match(questions[0]!.prompt_markdown, /n0[^]*\(m\/s\)/);
  for (const answer of bad) {
    assert.ok(
      reported("numbers").some((warning) => warning.endsWith(`its answer is not a number: ${answer}`)),
      answer,
    );
  }
});
