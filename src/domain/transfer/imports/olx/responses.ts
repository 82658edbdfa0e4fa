import { cut } from "../truncate.ts";
import type { OlxBlock } from "./block.ts";
import { type Choice, choicesOf, lineOf } from "./choices.ts";
import { numberAnswer } from "./number-answer.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { elementsNamed, elementsOf, innerXml, type XmlElement } from "./xml.ts";

/** A converted response, without the prompt before it. */
export interface Answers {
  label: string;
  question: { kind: string; choices?: Choice[]; acceptedAnswers?: string[]; tolerance?: number | null };
}

const maxQuotedCharacters = 1000;

type Read = (olx: OlxFolder, block: OlxBlock, problem: XmlElement) => Answers["question"][] | undefined;

/** Supported response types. */
const readers: Record<string, Read> = {
  multiplechoiceresponse: choices,
  truefalseresponse: choices,
  choiceresponse: choices,
  optionresponse: options,
  stringresponse: texts,
  numericalresponse: numberAnswer,
};

/** True for every response element, supported or not. */
export const isResponse = ({ name }: XmlElement): boolean => name.endsWith("response");

/** Returns the answers of supported responses, and the prompt before the input. */
export function answersOf(
  olx: OlxFolder,
  block: OlxBlock,
  problem: XmlElement,
): { prompt: string; answers: Answers[] } {
  const { element } = block;
  const read = readers[element.name];
  if (!read) {
    olx.warn(block, `a <${element.name}> is left out: this kind of question is not supported`);
    return { prompt: "", answers: [] };
  }
  reportMarking(olx, block);
  const questions = read(olx, block, problem) ?? [];
  const labels = labelsOf(element);
  const prompt = innerXml(withoutInputs(element)) + unitsOf(element);
  return {
    prompt,
    answers: questions.map((question, index) => ({ label: labels[index] ?? labels[0] ?? "", question })),
  };
}

/** Reports what changes the marking or the order of choices, and has no counterpart. */
function reportMarking(olx: OlxFolder, block: OlxBlock): void {
  const { element } = block;
  const settings = [element, ...elementsOf(element)].flatMap(({ attributes }) =>
    ["partial_credit", "shuffle", "answer-pool", "partial_answers", "num_corrects"].flatMap((name) => {
      const value = attributes[name];
      return value === undefined || /^(|false|0)$/i.test(value) ? [] : [`${name}=${value}`];
    }),
  );
  if (settings.length > 0) olx.warn(block, `settings of its question are left out: ${settings.join(", ")}`);
  const hints = elementsNamed(element, "compoundhint", "correcthint", "stringequalhint", "hintgroup", "regexphint");
  if (hints.length === 0) return;
  olx.warn(
    block,
    `hints for answers are left out: ${cut(hints.map(lineOf).filter(Boolean).join(" "), maxQuotedCharacters)}`,
  );
}

/** Elements that are not part of the prompt. */
const inputs = new Set(
  "choicegroup checkboxgroup radiogroup optioninput textline formulaequationinput responseparam additional_answer stringequalhint correcthint compoundhint hintgroup solution solutionset demandhint targetedfeedbackset".split(
    " ",
  ),
);

const withoutInputs = (element: XmlElement): XmlElement => ({
  ...element,
  ...(["label", "description"].includes(element.name) && { name: "p", attributes: {} }),
  children: element.children.flatMap((child): XmlElement["children"] => {
    if (typeof child === "string") return [child];
    // A space, so that words before and after an input stay apart.
    return inputs.has(child.name) ? [" "] : [withoutInputs(child)];
  }),
});

/** The text after an input, such as a unit of measurement. */
const unitsOf = (element: XmlElement): string =>
  elementsNamed(element, "textline", "formulaequationinput")
    .map(({ attributes }) => (attributes["trailing_text"] ?? "").trim())
    .filter(Boolean)
    .map((unit) => `<p>(${unit.replaceAll("&", "&amp;").replaceAll("<", "&lt;")})</p>`)
    .join("");

const labelsOf = (element: XmlElement): string[] => [
  ...elementsNamed(element, "label").map(lineOf).filter(Boolean),
  ...elementsOf(element).flatMap(({ attributes }) => attributes["label"]?.trim() || []),
];

function choices(olx: OlxFolder, block: OlxBlock, problem: XmlElement): Answers["question"][] {
  const kind = block.element.name === "multiplechoiceresponse" ? "single" : "multiple";
  return [{ kind, choices: choicesOf(olx, block, elementsNamed(block.element, "choice"), problem) }];
}

/** Each drop-down is a question. */
function options(olx: OlxFolder, block: OlxBlock, problem: XmlElement): Answers["question"][] {
  return elementsNamed(block.element, "optioninput").map((input) => {
    const listed = elementsNamed(input, "option");
    const { options: all = "", correct = "" } = input.attributes;
    const right = unescaped(correct).trim();
    return {
      kind: "single",
      choices:
        listed.length > 0
          ? choicesOf(olx, block, listed.map(asChoice), problem)
          : listedIn(all).map((text) => ({ text, correct: text === right, feedback: null })),
    };
  });
}

/** Reads `('a','b')`, with quotation marks of either kind, escaped ones, or none. */
function listedIn(all: string): string[] {
  const quoted = [...all.matchAll(/'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"/g)].map(([, one, other = ""]) =>
    unescaped(one ?? other).trim(),
  );
  if (quoted.length > 0) return quoted;
  return all
    .replace(/^\s*\(|\)\s*$/g, "")
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean);
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, "$1");

const asChoice = (option: XmlElement): XmlElement => ({
  ...option,
  name: "choice",
  children: option.children.map((child) =>
    typeof child === "string" || child.name !== "optionhint" ? child : { ...child, name: "choicehint" },
  ),
});

/** Answers here are case-insensitive. Old problems list answers with `_or_` between them. */
function texts(olx: OlxFolder, block: OlxBlock): Answers["question"][] | undefined {
  const { answer = "", type = "" } = block.element.attributes;
  if (/\bregexp\b/.test(type)) {
    olx.warn(block, `a question is left out because its answers are a regular expression`);
    return undefined;
  }
  if (!/\bci\b/.test(type)) olx.warn(block, "answers are not case-sensitive");
  const additionalAnswers = elementsNamed(block.element, "additional_answer").map(
    (one) => one.attributes["answer"] ?? lineOf(one),
  );
  const accepted = [...answer.split(/_or_/i), ...additionalAnswers].map((one) => one.trim()).filter(Boolean);
  return [{ kind: "short_text", acceptedAnswers: [...new Set(accepted)] }];
}
