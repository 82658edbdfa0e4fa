import { SaxesParser, type SaxesTagNS } from "saxes";

interface XmlAttribute {
  prefix: string;
  local: string;
  /** Empty without a prefix (Namespaces in XML §6.2). */
  uri: string;
  value: string;
}

export interface XmlElement {
  prefix: string;
  local: string;
  uri: string;
  /** Without declarations of namespaces. */
  attributes: readonly XmlAttribute[];
  /** Namespaces that this element declares, by prefix. The default namespace has an empty one. */
  declared: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
  parent: XmlElement | undefined;
}

/** Thrown for a document that is not well-formed, has parts that are refused, or exceeds a limit. */
export class UnreadableXml extends Error {}

interface Limits {
  maxElements: number;
  maxDepth: number;
}

/** More than any message or metadata has. */
const maxAttributes = 40;
/** Declarations of namespaces in the scope of an element. Canonical XML compares them at each element. */
const maxNamespaces = 60;

const xmlns = "http://www.w3.org/2000/xmlns/";

/**
 * Parses a document with the strict rules of XML 1.0 and namespaces. Comments are left out, as canonical XML leaves them
 * out, so that texts around one are a single text. Document types, processing instructions and CDATA are refused: no
 * entity expands, and each text has one way to be written. Throws UnreadableXml.
 */
export function readXml(text: string, { maxElements, maxDepth }: Limits): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: "1.0", forceXMLVersion: true });
  let root: XmlElement | undefined;
  let open: XmlElement | undefined;
  let elements = 0;
  let depth = 0;
  let namespaces = 0;
  const refuse = (part: string) => () => {
    throw new UnreadableXml(`The XML has ${part}, which is refused.`);
  };
  parser.on("error", ({ message }) => {
    throw new UnreadableXml(`The XML is not well-formed: ${message.split("\n")[0]}`);
  });
  parser.on("doctype", refuse("a document type"));
  parser.on("processinginstruction", refuse("a processing instruction"));
  parser.on("cdata", refuse("a CDATA section"));
  parser.on("opentag", (tag) => {
    if (++elements > maxElements) throw new UnreadableXml(`The XML has more than ${maxElements} elements.`);
    if (++depth > maxDepth) throw new UnreadableXml(`The elements of the XML are nested more than ${maxDepth} deep.`);
    const element = elementOf(tag, open);
    namespaces += element.declared.size;
    if (namespaces > maxNamespaces) {
      throw new UnreadableXml(`An element is in the scope of more than ${maxNamespaces} declarations of namespaces.`);
    }
    open?.children.push(element);
    root ??= element;
    open = element;
  });
  parser.on("closetag", () => {
    depth--;
    namespaces -= open?.declared.size ?? 0;
    open = open?.parent;
  });
  parser.on("text", (written) => void open?.children.push(written));
  parser.write(text.replace(/^\uFEFF/, "")).close();
  if (root === undefined) throw new UnreadableXml("The XML has no element.");
  return root;
}

function elementOf({ prefix, local, uri, attributes, ns }: SaxesTagNS, parent: XmlElement | undefined): XmlElement {
  const all = Object.values(attributes);
  if (all.length > maxAttributes) throw new UnreadableXml(`An element has more than ${maxAttributes} attributes.`);
  return {
    prefix,
    local,
    uri,
    attributes: all
      .filter((one) => one.uri !== xmlns)
      .map((one) => ({ prefix: one.prefix, local: one.local, uri: one.uri, value: one.value })),
    declared: new Map(Object.entries(ns ?? {})),
    children: [],
    parent,
  };
}

export function namespaceOf(element: XmlElement, prefix: string): string | undefined {
  for (let one: XmlElement | undefined = element; one; one = one.parent) {
    const uri = one.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

export const isNamed = ({ uri, local }: XmlElement, namespace: string, name: string): boolean =>
  uri === namespace && local === name;

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== "string");

export const childrenNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => isNamed(child, namespace, name));

/** Returns the value of an attribute without a namespace. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find(({ uri, local }) => uri === "" && local === name)?.value;

/** Returns the text of an element that has no child elements; undefined for others. */
export const textOf = ({ children }: XmlElement): string | undefined =>
  children.every((child) => typeof child === "string") ? children.join("") : undefined;

/** Yields the element and all elements below it. */
export function* elementsBelow(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== "string") yield* elementsBelow(child);
}
