import { namespaceOf, type XmlElement } from "./xml-tree.ts";

interface Options {
  /** Prefixes that are treated as in Canonical XML 1.0. The default namespace is an empty one. */
  inclusive?: ReadonlySet<string>;
  /** An element that is omitted with its content: the signature in the element that it signs. */
  without?: XmlElement | undefined;
}

/** Serializes an element as Exclusive XML Canonicalization 1.0 without comments prescribes. */
export function canonicalXml(apex: XmlElement, { inclusive = new Set(), without }: Options = {}): string {
  const pieces: string[] = [];
  const write = (element: XmlElement, rendered: ReadonlyMap<string, string>): void => {
    const name = qualified(element);
    const declarations = declarationsAt(element, rendered, inclusive);
    const within = declarations.length === 0 ? rendered : new Map([...rendered, ...declarations]);
    const namespaces = declarations.map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${escapedValue(uri)}"`);
    const attributes = [...element.attributes]
      .toSorted((a, b) => compare(a.uri, b.uri) || compare(a.local, b.local))
      .map((one) => ` ${qualified(one)}="${escapedValue(one.value)}"`);
    pieces.push(`<${name}${namespaces.join("")}${attributes.join("")}>`);
    for (const child of element.children) {
      if (typeof child === "string") pieces.push(escapedText(child));
      else if (child !== without) write(child, within);
    }
    pieces.push(`</${name}>`);
  };
  write(apex, new Map());
  return pieces.join("");
}

/** Namespaces that the element or its attributes use, and that no element around it has rendered (§3). */
function declarationsAt(
  element: XmlElement,
  rendered: ReadonlyMap<string, string>,
  inclusive: ReadonlySet<string>,
): [prefix: string, uri: string][] {
  const used = new Set([element.prefix, ...inclusive]);
  for (const { prefix } of element.attributes) if (prefix !== "") used.add(prefix);
  used.delete("xml");
  return [...used]
    .map((prefix): [string, string | undefined] => [prefix, namespaceOf(element, prefix)])
    .filter((pair): pair is [string, string] => isNew(pair, rendered))
    .toSorted(([a], [b]) => compare(a, b));
}

/** An empty default namespace is declared only where it hides another one. */
const isNew = ([prefix, uri]: [string, string | undefined], rendered: ReadonlyMap<string, string>): boolean =>
  uri !== undefined && (rendered.get(prefix) ?? (prefix === "" ? "" : undefined)) !== uri;

const qualified = ({ prefix, local }: { prefix: string; local: string }): string =>
  prefix === "" ? local : `${prefix}:${local}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const escapedText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#xD;");

const escapedValue = (value: string): string =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#x9;")
    .replaceAll("\n", "&#xA;")
    .replaceAll("\r", "&#xD;");
