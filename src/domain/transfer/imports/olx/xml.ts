import { SaxesParser } from "saxes";
import { wrongInput } from "../wrong-input.ts";

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** Child elements and texts, in order. */
  children: (XmlElement | string)[];
  /** 1-based line of the file. */
  line: number;
}

/** Maximum nesting, more than any exercise needs. */
const maxDepth = 100;
const maxElements = 100_000;

/** HTML entities that authors of problems use in addition to those of XML. */
const entities = {
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
 * Parses a document strictly and returns its root. Using an entity that the document declares is an error, so that no
 * entity expands and no external resource is fetched.
 */
export function readXml(text: string, file: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: false });
  Object.assign(parser.ENTITIES, entities);
  const document: XmlElement = { name: "", attributes: {}, children: [], line: 1 };
  const open: XmlElement[] = [];
  const current = () => open.at(-1) ?? document;
  let count = 0;
  const wrong = (expected: string) => wrongInput(file, parser.line, expected);
  const add = (text: string) => void current().children.push(text);

  parser.on("opentag", ({ name, attributes }) => {
    if (open.length >= maxDepth) throw wrong(`expected at most ${maxDepth} levels of nested elements`);
    if (++count > maxElements) throw wrong(`expected at most ${maxElements} elements`);
    const element: XmlElement = { name, attributes, children: [], line: parser.line };
    current().children.push(element);
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
  if (!root) throw wrongInput(file, 1, "expected an XML element");
  return root;
}

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== "string");

/** Returns the descendants with these names. */
export const elementsNamed = (element: XmlElement, ...names: string[]): XmlElement[] =>
  elementsOf(element).flatMap((one) => [...(names.includes(one.name) ? [one] : []), ...elementsNamed(one, ...names)]);

/** Serializes the content of an element. */
export const innerXml = ({ children }: XmlElement): string => children.map(outerXml).join("");

export function outerXml(element: XmlElement | string): string {
  if (typeof element === "string") return escaped(element);
  const { name, attributes, children } = element;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  // HTML void elements get no end tag; all others do.
  if (children.length === 0 && voidElements.has(name)) return `<${name}${written.join("")}>`;
  return `<${name}${written.join("")}>${innerXml(element)}</${name}>`;
}

const voidElements = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "source", "wbr"]);

const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
