import { plainText } from "#lib/text/plain-text.ts";
import { cut } from "../truncate.ts";
import type { OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { plainTextOf } from "./plain-text-of.ts";
import { elementsNamed, innerXml, type XmlElement } from "./xml.ts";

export interface Choice {
  text: string;
  correct: boolean;
  feedback: string | null;
}

const maxFeedback = 2000;

/** Converts choices with their marks and hints. `problem`: has the feedback that choices name. */
export function choicesOf(
  olx: OlxFolder,
  block: OlxBlock,
  elements: readonly XmlElement[],
  problem: XmlElement,
): Choice[] {
  if (elements.some(({ attributes }) => attributes["correct"]?.toLowerCase() === "partial")) {
    olx.warn(block, "partial credit is left out: such a choice counts as wrong");
  }
  const texts = elements.map((choice) => textOrImages(olx, block, withoutHints(choice)));
  return elements.map((choice, index) => ({
    text: distinct(texts, index),
    correct: choice.attributes["correct"]?.toLowerCase() === "true",
    feedback: feedbackOf(olx, block, choice, problem),
  }));
}

/** Choices have no spaces at their beginning. Where nothing else tells two of them apart, these become visible. */
function distinct(texts: readonly string[], index: number): string {
  const text = texts[index] ?? "";
  const isAlone = texts.every((other, at) => at === index || other.trim() !== text.trim());
  return isAlone ? text : text.replace(/^[ \t]+/, (spaces) => "·".repeat(spaces.replaceAll("\t", "    ").length));
}

/** Removes hints. Elements of a choice that only name it are no text of it. */
const withoutHints = (choice: XmlElement): XmlElement => ({
  ...choice,
  children: choice.children.filter((child) => typeof child === "string" || !child.name.endsWith("hint")),
});

function feedbackOf(olx: OlxFolder, block: OlxBlock, choice: XmlElement, problem: XmlElement): string | null {
  const id = choice.attributes["explanation-id"];
  const targeted = elementsNamed(problem, "targetedfeedback").filter(
    ({ attributes }) => id !== undefined && attributes["explanation-id"] === id,
  );
  const hints = [...elementsNamed(choice, "choicehint"), ...targeted];
  const label = hints.map(({ attributes }) => attributes["label"] ?? "");
  const texts = hints.map((hint, index) => [label[index], plainTextOf(innerXml(hint))].filter(Boolean).join(": "));
  const feedback = texts.filter(Boolean).join(" ");
  if (feedback.length > maxFeedback) olx.warn(block, `feedback is cut after ${maxFeedback} characters: ${feedback}`);
  return cut(feedback, maxFeedback) || null;
}

/** A choice is text, so images are replaced by their alternative text. They are attached to the lecture. */
function textOrImages(olx: OlxFolder, block: OlxBlock, choice: XmlElement): string {
  const labels = elementsNamed(choice, "img").map(({ attributes }) => attributes["alt"] || attributes["src"] || "");
  if (labels.length > 0) olx.warn(block, `images in choices are left out: ${labels.join(", ")}`);
  return choiceText(choice) || labels.join(", ");
}

/** Elements whose spaces and line breaks are content. */
const preformatted = new Set(["pre", "textarea", "listing"]);

const breaking = new Set([
  "br",
  "p",
  "div",
  "li",
  "tr",
  "pre",
  "ul",
  "ol",
  "table",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);

/**
 * The text of a choice. Code keeps its line breaks and its indentation; elsewhere, spaces join as in HTML, and blocks
 * begin lines. Choices of code often differ in nothing else.
 */
function choiceText(choice: XmlElement): string {
  const lines = textOf(choice, false).split("\n");
  const trimmed = lines.map((line) => line.trimEnd());
  const text = trimmed.join("\n").replaceAll(/\n{3,}/g, "\n\n");
  return text.replace(/^\n+/, "").trimEnd();
}

function textOf(element: XmlElement, isVerbatim: boolean): string {
  const { name } = element;
  if (name === "br") return "\n";
  if (name === "script" || name === "style") return "";
  const keeps = isVerbatim || preformatted.has(name) || /white-space\s*:\s*pre/.test(element.attributes["style"] ?? "");
  const inside = element.children
    .map((child) =>
      typeof child === "string" ? (keeps ? child : child.replaceAll(/\s+/g, " ")) : textOf(child, keeps),
    )
    .join("");
  if (!breaking.has(name)) return inside;
  return `\n${keeps ? inside.replace(/^\n/, "").replace(/\n[ \t]*$/, "") : inside.trim()}\n`;
}

/** The text of a label or a hint. */
export const lineOf = (element: XmlElement | undefined): string =>
  element ? plainText(plainTextOf(innerXml(element))) : "";
