import { lectureTarget } from "#domain/transfer/course-folder/body-links.ts";
import { NewQuestion } from "#domain/catalog/curriculum/quizzes/question.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import type * as z from "zod";
import { cut } from "../truncate.ts";
import { assetName } from "./asset-index.ts";
import { nameOf, type OlxBlock } from "./block.ts";
import { markdownTextOf } from "./html-to-markdown-text.ts";
import { jumpTargetIn } from "./jump-targets.ts";
import { linksIn } from "./links.ts";
import { lostWords, textOfHtml, textsWithin } from "./lost-words.ts";
import { attachNamed } from "./media.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { answersOf, type Answers, isResponse } from "./responses.ts";
import type { Attachments } from "./static-files.ts";
import { elementsNamed, elementsOf, innerXml, outerXml, type XmlElement } from "./xml.ts";

export type Question = z.output<typeof NewQuestion>;

const maxExplanationCharacters = 5000;

const maxQuotedCharacters = 1000;

/** Parts of a problem that are read elsewhere, or that are reported. */
const apart = new Set(["script", "solution", "solutionset", "demandhint", "targetedfeedbackset", "targetedfeedback"]);

/** Converts a problem to questions, one per response. Warns about everything that has no place in them. */
export function questionsOf(olx: OlxFolder, block: OlxBlock, attachments: Attachments): Question[] {
  const { element } = block;
  const name = nameOf(block);
  const scripts = elementsNamed(element, "script");
  if (scripts.some(isProgram) && usesVariables(element)) {
    olx.warn(block, `the problem “${name}” is left out: a script generates or grades it`);
    return [];
  }
  if (scripts.length > 0) olx.warn(block, `a script of “${name}” is left out`);
  const questions: Question[] = [];
  const before: string[] = [];
  /** Texts that warnings name. */
  const reported: string[] = [];
  const leftOut: (() => void)[] = [];
  reportHints();
  visit(element);
  if (questions.length === 0) {
    const text = cut(textOfHtml(innerXml(element)), maxQuotedCharacters);
    const suffix = text === "" ? "" : ` (${text})`;
    olx.warn(block, `the problem “${name}” is left out: it has no supported question${suffix}`);
    return [];
  }
  for (const report of leftOut) report();
  addRest();
  addSolution();
  attachNamed(olx, block, innerXml(element), attachments);
  reportLost();
  return questions;

  function visit(within: XmlElement): void {
    for (const child of within.children) {
      if (typeof child === "string") before.push(child);
      else if (isResponse(child)) addResponse(child);
      else if (allElements(child).some(isResponse)) visit(child);
      else if (!apart.has(child.name)) before.push(outerXml(child));
    }
  }

  function addResponse(response: XmlElement): void {
    const at = { ...block, element: { ...response, attributes: response.attributes } };
    const { prompt, answers } = answersOf(olx, at, element);
    const text = before.splice(0).join("") + prompt;
    if (answers.length === 0) {
      const { answer } = response.attributes;
      const description = [textOfHtml(text + innerXml(response)), answer && `answer ${answer}`]
        .filter(Boolean)
        .join(" · ");
      reported.push(description);
      leftOut.push(() => olx.warn(at, `the question is left out: ${cut(description, maxQuotedCharacters) || name}`));
    }
    for (const [index, answer] of answers.entries()) put(at, index === 0 ? text : "", answer);
  }

  function put(at: OlxBlock, prompt: string, { label, question }: Answers): void {
    const promptMarkdown = markdownTextOf(olx, block, prompt, { attachments, shows: "files" }) || label || name;
    const read = readQuestion({ ...question, id: idOf(block, questions.length), promptMarkdown });
    if (typeof read !== "string") {
      questions.push(read);
      return;
    }
    const shownText = [textOfHtml(prompt) || label, ...textsWithin([question.choices, question.acceptedAnswers])].join(
      " · ",
    );
    reported.push(shownText, textOfHtml(innerXml(at.element)));
    olx.warn(at, `a question of “${name}” is left out: ${read} (${cut(shownText.trim(), maxQuotedCharacters)})`);
  }

  function reportHints(): void {
    const hints = elementsNamed(element, "demandhint");
    const text = hints.map((hint) => textOfHtml(innerXml(hint))).join(" ");
    const others = elementsNamed(element, "compoundhint", "correcthint", "stringequalhint", "hintgroup", "regexphint");
    reported.push(text, ...others.map((hint) => textOfHtml(innerXml(hint))));
    if (hints.length > 0) olx.warn(block, `hints on demand are left out: ${cut(text, maxQuotedCharacters)}`);
  }

  /** Text after the last question is appended to its prompt. */
  function addRest(): void {
    const last = questions.at(-1);
    const text = markdownTextOf(olx, block, before.join(""), { attachments, shows: "files" });
    if (!last || text === "") return;
    const read = readQuestion({ ...last, promptMarkdown: `${last.promptMarkdown}\n\n${text}` });
    if (typeof read === "string") olx.warn(block, `text after the last question of “${name}” is left out: ${read}`);
    else questions.splice(-1, 1, read);
  }

  /** The solution of the whole problem is shown with its last question. */
  function addSolution(): void {
    const last = questions.at(-1);
    const solutions = elementsNamed(element, "solution").map((solution) => innerXml(solution));
    const explanation = markdownTextOf(olx, block, solutions.join(""), { attachments });
    if (!last || explanation === "") return;
    last.explanation = cut(explanation, maxExplanationCharacters);
    if (explanation.length > maxExplanationCharacters) {
      olx.warn(block, `the solution of “${name}” is cut after ${maxExplanationCharacters} characters`);
    }
  }

  function isShown(link: string, quizText: string): boolean {
    const lecture = olx.jumpTargets.get(jumpTargetIn(link) ?? "");
    return (
      assetName(link) !== undefined ||
      quizText.includes(link) ||
      (lecture !== undefined && quizText.includes(lectureTarget(lecture)))
    );
  }

  function reportLost(): void {
    const lost = lostWords(textOfHtml(innerXml(element)), textsWithin([questions, reported]).join(" "));
    if (lost !== undefined) olx.warn(block, `words of “${name}” are left out: ${lost}`);
    // Choices, their feedback and labels are plain text.
    const quizText = textsWithin(questions).join(" ");
    const links = linksIn(element).filter((link) => !isShown(link, quizText));
    if (links.length > 0) {
      olx.warn(
        block,
        `links of “${name}” are left out, only their text is kept: ${cut(links.join(", "), maxQuotedCharacters)}`,
      );
    }
  }
}

/** Programs of Open edX are in Python. Others change the page of a problem. */
const isProgram = ({ attributes: { type = "" } }: XmlElement): boolean => type === "" || /python/i.test(type);

/** True if a value or a text comes from a program: `$x`. */
const usesVariables = ({ name, attributes, children }: XmlElement): boolean =>
  name !== "script" &&
  (Object.values(attributes).some(isVariable) ||
    children.some((child) => (typeof child === "string" ? isVariable(child) : usesVariables(child))));

const isVariable = (text: string): boolean => /\$[a-z_{]/i.test(text);

const allElements = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((one) => [one, ...allElements(one)]);

/** A stable id from the problem and the index in it. */
const idOf = ({ name }: OlxBlock, index: number): string =>
  `${name.replaceAll(/[^\w-]/g, "_").slice(0, 56)}_${index + 1}`;

function readQuestion(question: object): Question | string {
  const read = NewQuestion.safeParse(question, { error: formatIssue });
  return read.success ? read.data : firstIssue(read.error).message;
}
