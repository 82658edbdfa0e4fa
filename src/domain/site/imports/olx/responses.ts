import type { OlxBlock, OlxFolder } from "./olx-folder.ts";
import { numberAnswer } from "./number-answer.ts";
import { plainTextOf } from "./plain-text-of.ts";
import { elementsNamed, elementsOf, innerXml, type XmlElement } from "./xml.ts";

/** A converted response, without the prompt before it. */
export interface Answers {
  label: string;
  question: { kind: string; choices?: Choice[]; acceptedAnswers?: string[]; tolerance?: number | null };
}
interface Choice {
  text: string;
  correct: boolean;
  feedback: string | null;
}

type Read = (olx: OlxFolder, block: OlxBlock) => Answers["question"][] | undefined;

/** Supported response types. */
const readers: Record<string, Read> = {
  multiplechoiceresponse: (olx, block) => choices(olx, block, "single"),
  choiceresponse: (olx, block) => choices(olx, block, "multiple"),
  optionresponse: options,
  stringresponse: texts,
  numericalresponse: numberAnswer,
};

/** True for every response element, supported or not. */
export const isResponse = ({ name }: XmlElement): boolean => name.endsWith("response");

/** Returns the answers of supported responses, and the prompt before the input. */
export function answersOf(olx: OlxFolder, block: OlxBlock): { prompt: string; answers: Answers[] } {
  const { element } = block;
  const prompt = innerXml(withoutInputs(element));
  const label = textIn(elementsNamed(element, "label")[0]) || (inputLabel(element) ?? "");
  const read = readers[element.name];
  if (!read) {
    olx.warn(block, `a <${element.name}> is left out: this kind of question is not supported`);
    return { prompt: "", answers: [] };
  }
  const questions = read(olx, block);
  return { prompt: questions ? prompt : "", answers: (questions ?? []).map((question) => ({ label, question })) };
}

/** Elements that are not part of the prompt. */
const inputs = new Set(
  "choicegroup checkboxgroup optioninput textline formulaequationinput responseparam additional_answer stringequalhint correcthint compoundhint hintgroup solution demandhint".split(
    " ",
  ),
);

const withoutInputs = (element: XmlElement): XmlElement => ({
  ...element,
  ...(["label", "description"].includes(element.name) && { name: "p", attributes: {} }),
  children: element.children.flatMap((child): XmlElement["children"] => {
    if (typeof child === "string") return [child];
    return inputs.has(child.name) ? [] : [withoutInputs(child)];
  }),
});

const inputLabel = (element: XmlElement): string | undefined =>
  elementsOf(element)
    .map(({ attributes }) => attributes["label"])
    .find((label) => label);

const textIn = (element: XmlElement | undefined): string => (element ? plainTextOf(innerXml(element)) : "");

/** Converts choices with their marks and hints. */
function choices(olx: OlxFolder, block: OlxBlock, kind: "single" | "multiple"): Answers["question"][] | undefined {
  const found = elementsNamed(block.element, "choice");
  if (found.some(({ attributes }) => attributes["correct"] === "partial")) {
    olx.warn(block, "partial credit is left out: such a choice counts as wrong");
  }
  if (elementsNamed(block.element, "compoundhint").length > 0)
    olx.warn(block, "hints for several choices are left out");
  const read = found.map((choice) => ({
    text: textIn(withoutHints(choice)) || altTexts(olx, block, choice),
    correct: choice.attributes["correct"]?.toLowerCase() === "true",
    feedback: elementsNamed(choice, "choicehint").map(textIn).filter(Boolean).join(" ").slice(0, 2000) || null,
  }));
  return [{ kind, choices: read }];
}

const withoutHints = (choice: XmlElement): XmlElement => ({
  ...choice,
  children: choice.children.filter((child) => typeof child === "string" || !child.name.endsWith("hint")),
});

/** A choice is text, so images are replaced by their alternative text. */
function altTexts(olx: OlxFolder, block: OlxBlock, choice: XmlElement): string {
  const labels = elementsNamed(choice, "img").map(({ attributes }) => attributes["alt"] || attributes["src"] || "");
  if (labels.length > 0) olx.warn(block, `images in choices are left out: ${labels.join(", ")}`);
  return labels.join(", ");
}

/** Each drop-down is a question. */
function options(olx: OlxFolder, { element, ...block }: OlxBlock): Answers["question"][] {
  return elementsNamed(element, "optioninput").flatMap((input) => {
    const listed = elementsNamed(input, "option");
    if (listed.length > 0) {
      return choices(olx, { ...block, element: { ...input, children: listed.map(asChoice) } }, "single") ?? [];
    }
    const { options: all = "", correct = "" } = input.attributes;
    const texts = [...all.matchAll(/'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"/g)].map(
      ([, one, other = ""]) => one ?? other,
    );
    return {
      kind: "single",
      choices: texts.map((text) => ({ text, correct: text === correct, feedback: null })),
    };
  });
}

const asChoice = (option: XmlElement): XmlElement => ({
  ...option,
  name: "choice",
  children: option.children.map((child) =>
    typeof child === "string" || child.name !== "optionhint" ? child : { ...child, name: "choicehint" },
  ),
});

/** Answers here are case-insensitive. */
function texts(olx: OlxFolder, block: OlxBlock): Answers["question"][] | undefined {
  const { answer = "", type = "" } = block.element.attributes;
  if (/\bregexp\b/.test(type)) {
    olx.warn(block, "a question is left out because its answers are a regular expression");
    return undefined;
  }
  if (!/\bci\b/.test(type)) olx.warn(block, "answers are not case-sensitive");
  if (elementsNamed(block.element, "stringequalhint", "hintgroup", "correcthint").length > 0) {
    olx.warn(block, "hints for answers are left out");
  }
  const more = elementsNamed(block.element, "additional_answer").map((one) => one.attributes["answer"] ?? textIn(one));
  return [{ kind: "short_text", acceptedAnswers: [answer, ...more].filter(Boolean) }];
}
