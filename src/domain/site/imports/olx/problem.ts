import { NewQuestion } from "#domain/catalog/curriculum/quizzes/question.ts";
import { firstIssue } from "#domain/platform/first-issue.ts";
import { formatIssue } from "#domain/platform/format-issue.ts";
import type * as z from "zod";
import { type OlxBlock, type OlxFolder, titleOf } from "./olx-folder.ts";
import { answersOf, type Answers, isResponse } from "./responses.ts";
import type { Attachments } from "./static-files.ts";
import { markdownTextOf } from "./html-to-markdown-text.ts";
import { elementsNamed, elementsOf, innerXml, outerXml, type XmlElement } from "./xml.ts";

export type Question = z.output<typeof NewQuestion>;

/** Converts a problem to questions, one per response. Warns about unsupported responses. */
export function questionsOf(olx: OlxFolder, block: OlxBlock, attachments: Attachments): Question[] {
  const { element } = block;
  if (elementsNamed(element, "script").length > 0) {
    olx.warn(block, `the problem “${nameOf(block)}” is left out: a script generates or grades it`);
    return [];
  }
  if (elementsNamed(element, "demandhint").length > 0) olx.warn(block, "hints on demand are left out");
  const questions: Question[] = [];
  const before: string[] = [];
  const put = (prompt: string, answers: Answers[]) => {
    for (const [index, answer] of answers.entries()) {
      const promptMarkdown =
        markdownTextOf(olx, block, index === 0 ? prompt : "", { attachments, shows: "files" }) ||
        answer.label ||
        nameOf(block);
      const read = readQuestion({ ...answer.question, id: idOf(block, questions.length), promptMarkdown });
      if (typeof read === "string") olx.warn(block, `a question of “${nameOf(block)}” is left out: ${read}`);
      else questions.push(read);
    }
  };
  visit(element);
  const rest = before.join("");
  if (questions.length === 0 && answersIn(element) === 0) {
    olx.warn(block, `the problem “${nameOf(block)}” is left out: it has no supported question`);
  } else if (markdownTextOf(olx, block, rest, { attachments }) !== "") {
    olx.warn(block, `text after the last question of “${nameOf(block)}” is left out`);
  }
  return explained(questions);

  function visit(within: XmlElement): void {
    for (const child of within.children) {
      if (typeof child === "string") before.push(child);
      else if (isResponse(child)) {
        const { prompt, answers } = answersOf(olx, { ...block, element: child });
        put(before.splice(0).join("") + prompt, answers);
      } else if (elementsNamed(child, ...responseNames(child)).length > 0) visit(child);
      else if (child.name !== "solution" && child.name !== "demandhint") before.push(outerXml(child));
    }
  }

  /** The solution of the whole problem is shown with its last question. */
  function explained(all: Question[]): Question[] {
    const last = all.at(-1);
    const solutions = elementsNamed(element, "solution").map((solution) => innerXml(solution));
    const explanation = markdownTextOf(olx, block, solutions.join(""), { attachments }).slice(0, 5000);
    if (last && explanation !== "") last.explanation = explanation;
    return weighed(olx, block, all);
  }
}

const responseNames = (element: XmlElement): string[] => [
  ...new Set(
    allElements(element)
      .filter(isResponse)
      .map(({ name }) => name),
  ),
];

const allElements = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((one) => [one, ...allElements(one)]);

const answersIn = (element: XmlElement): number => allElements(element).filter(isResponse).length;

const nameOf = (block: OlxBlock): string => titleOf(block) || block.urlName || "without a name";

/** Assigns the weight of the problem as points if it has exactly one question. */
function weighed(olx: OlxFolder, block: OlxBlock, questions: Question[]): Question[] {
  const { weight } = block.element.attributes;
  const points = Number(weight);
  if (weight === undefined || weight === "" || points === questions.length) return questions;
  if (questions.length !== 1 || !Number.isInteger(points) || points < 0 || points > 1000) {
    if (questions.length > 0) olx.warn(block, `its weight of ${weight} is left out: each question has one point`);
    return questions;
  }
  return questions.map((question) => ({ ...question, points }));
}

/** A stable id from the problem and the index in it. */
const idOf = ({ urlName, element }: OlxBlock, index: number): string =>
  `${(urlName ?? `line-${element.line}`).replaceAll(/[^\w-]/g, "_").slice(0, 56)}_${index + 1}`;

function readQuestion(question: object): Question | string {
  const read = NewQuestion.safeParse(question, { error: formatIssue });
  return read.success ? read.data : firstIssue(read.error).message;
}
