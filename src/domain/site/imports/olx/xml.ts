import { SaxesParser } from "saxes";
import { wrongInput } from "../wrong-input.ts";

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** Elements and texts in their order. */
  children: (XmlElement | string)[];
  /** Of the file, from 1. */
  line: number;
}

/** More than any exercise is nested. */
const deepest = 100;
const mostElements = 100_000;

/** Names of HTML that writers of problems use, besides those of XML. */
const known = {
  nbsp: "\u00a0",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  times: "×",
  middot: "·",
  deg: "°",
  le: "≤",
  ge: "≥",
};

/**
 * The root of a document, strictly read. What a document declares of its own, in itself or elsewhere, is an error where it
 * is used, and so nothing grows and nothing is fetched.
 */
export function readXml(text: string, file: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: false });
  Object.assign(parser.ENTITIES, known);
  const document: XmlElement = { name: "", attributes: {}, children: [], line: 1 };
  const open = [document];
  let count = 0;
  const wrong = (expected: string) => wrongInput(file, parser.line, expected);
  const add = (words: string) => void open.at(-1)!.children.push(words);

  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > deepest) throw wrong(`expected at most ${deepest} elements within each other`);
    if (++count > mostElements) throw wrong(`expected at most ${mostElements} elements`);
    const element: XmlElement = { name, attributes, children: [], line: parser.line };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("error", ({ message }) => {
    throw wrong(`expected XML: ${message.split("\n")[0]}`);
  });
  parser.write(text.replace(/^\uFEFF/, "")).close();
  const [root] = elementsOf(document);
  if (!root) throw wrongInput(file, 1, "expected an element of XML, there is none");
  return root;
}

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== "string");

/** Those of a name, wherever they stand within. */
export const elementsNamed = (element: XmlElement, ...names: string[]): XmlElement[] =>
  elementsOf(element).flatMap((one) => [...(names.includes(one.name) ? [one] : []), ...elementsNamed(one, ...names)]);

/** What stands in it, as it would be written. */
export const innerXml = ({ children }: XmlElement): string => children.map(outerXml).join("");

export function outerXml(element: XmlElement | string): string {
  if (typeof element === "string") return escaped(element);
  const { name, attributes, children } = element;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  // What HTML has no end of is not given one; all else is.
  if (children.length === 0 && voidElements.has(name)) return `<${name}${written.join("")}>`;
  return `<${name}${written.join("")}>${innerXml(element)}</${name}>`;
}

const voidElements = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "source", "wbr"]);

const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark]!);
