import { Problem } from "#domain/platform/problem.ts";
import { cleanHtml, renderMarkdown } from "#lib/markdown/engine.ts";
import { plainText } from "#lib/text/plain-text.ts";
import { formulaMarkdown, isFormula, withMaths } from "./maths.ts";
import { innerXml, outerXml, readXml, type XmlElement } from "./xml.ts";

/** Replaces a sanitized element: itself, another one, or undefined to remove it. */
export type Rewrite = (element: XmlElement) => XmlElement | undefined;

/**
 * Converts foreign HTML to Markdown with the same text, sanitized like posts. Elements without a Markdown form stay
 * HTML.
 */
export function markdownOfHtml(html: string, rewrite: Rewrite = (element) => element): string {
  const cleaned = cleanHtml(html);
  const root = treeOf(cleaned);
  if (!root) return asHtml(cleaned);
  const tree = withMaths(rewritten(root, rewrite));
  const markdown = blocksOf(tree.children).join("\n\n");
  return saysTheSame(markdown, tree.children) ? markdown : asHtml(innerXml(tree));
}

/**
 * Verifies the round trip, because characters can have unexpected meaning in Markdown. If the text changes, it stays
 * HTML.
 */
const saysTheSame = (markdown: string, nodes: readonly Node[]): boolean =>
  inlineMarkdown(renderMarkdown(markdown)) === inlineMarkdown(cleanHtml(htmlOf(nodes)));

const htmlOf = (nodes: readonly Node[]): string => nodes.map((node) => outerXml(node)).join("");

const inlineMarkdown = (html: string): string => plainText(html).replaceAll(/\s+/g, "");

function treeOf(cleaned: string): XmlElement | undefined {
  try {
    return readXml(`<div>${cleaned}</div>`, "");
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const rewritten = (element: XmlElement, rewrite: Rewrite): XmlElement => ({
  ...element,
  children: element.children.flatMap((child): Node[] => {
    if (typeof child === "string") return [child];
    const replacement = rewrite(child);
    return replacement ? [rewritten(replacement, rewrite)] : [];
  }),
});

/** An HTML block ends at the first empty line (CommonMark §4.6), so empty lines are removed. */
function asHtml(html: string): string {
  const joined = html
    .trim()
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part) =>
      part.startsWith("<pre") ? part.replace(/\n(?=[ \t]*\n)/g, "&#10;") : part.replace(/\n\s*\n/g, "\n"),
    )
    .join("");
  return joined === "" ? "" : `<div>\n${joined}\n</div>`;
}

type Node = XmlElement | string;

const blockNames = new Set(
  "address article aside blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul".split(
    " ",
  ),
);
const isBlock = (node: Node): boolean => typeof node !== "string" && blockNames.has(node.name);

/** Converts block elements; loose text between them becomes paragraphs. */
function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let loose: Node[] = [];
  const close = () => {
    const markdown = paragraph(loose);
    blocks.push(markdown === "" || saysTheSame(markdown, loose) ? markdown : asHtml(`<p>${htmlOf(loose)}</p>`));
    loose = [];
  };
  for (const node of nodes) {
    if (typeof node !== "string" && isBlock(node)) {
      close();
      blocks.push(...blockOf(node));
    } else if (typeof node !== "string" && node.children.some(isBlock)) {
      close();
      blocks.push(...blocksOf(node.children));
    } else loose.push(node);
  }
  close();
  return blocks.filter((block) => block !== "");
}

function blockOf(element: XmlElement): string[] {
  const { name, children } = element;
  switch (name) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6": {
      const markdown = paragraph(children).replaceAll(/\\?\n/g, " ");
      return markdown === "" ? [] : [`${"#".repeat(Number(name[1]))} ${markdown}`];
    }
    case "hr":
      return ["---"];
    case "blockquote":
      return [prefixed(blocksOf(children).join("\n\n"), "> ", "> ")];
    case "ul":
    case "ol":
      return [listOf(element)];
    case "pre":
    case "table":
    case "details":
    case "dl":
    case "figure":
      return [asHtml(outerXml(element))];
    default:
      return blocksOf(children);
  }
}

function listOf({ name, children, attributes }: XmlElement): string {
  const first = Number(attributes["start"] ?? 1) || 1;
  const items = children.filter((child) => typeof child !== "string" || child.trim() !== "");
  return items
    .map((item, index) => {
      const mark = name === "ol" ? `${first + index}. ` : "- ";
      const blocks = blocksOf(typeof item !== "string" && item.name === "li" ? item.children : [item]);
      return prefixed(blocks.join("\n\n"), mark, " ".repeat(mark.length));
    })
    .join("\n");
}

const prefixed = (text: string, first: string, restPrefix: string): string =>
  text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : restPrefix}${line}`.trimEnd())
    .join("\n");

function paragraph(nodes: readonly Node[]): string {
  const lines = inlineOf(nodes)
    .split("\\\n")
    .map((line) => line.trim());
  const markdown = lines.slice(lines.findIndex(Boolean), lines.findLastIndex(Boolean) + 1).join("\\\n");
  // Escapes what would start a heading, a list or a quotation.
  return markdown.replaceAll(/^([ \t]*\d*)(?=[#+>=-]|(?<=\d)[.)])/gm, "$1\\");
}

const inlineOf = (nodes: readonly Node[]): string => nodes.map(inline).join("");

function inline(node: Node): string {
  if (typeof node === "string") return escaped(node.replaceAll(/[ \t\r\n]+/g, " "));
  const { name, attributes, children } = node;
  switch (name) {
    case "br":
      return "\\\n";
    case "strong":
    case "b":
      return marked("**", inlineOf(children));
    case "em":
    case "i":
      return marked("*", inlineOf(children));
    case "a":
      return attributes["href"] === undefined
        ? inlineOf(children)
        : `[${inlineOf(children)}](${target(attributes["href"])})`;
    case "img":
      return `![${escaped(attributes["alt"] ?? "")}](${target(attributes["src"] ?? "")})`;
    case "code":
      if (isFormula(node)) return formulaMarkdown(node);
      return `<code>${inlineOf(children)}</code>`;
    case "math":
      return mathMlMarkdown(node);
    case "kbd":
    case "samp":
    case "sub":
    case "sup":
    case "del":
    case "ins":
    case "u":
      return `<${name}>${inlineOf(children)}</${name}>`;
    default:
      return inlineOf(children);
  }
}

/** MathML has no form in Markdown: it stays HTML in the line. Its texts are escaped as all texts. */
function mathMlMarkdown(node: Node): string {
  if (typeof node === "string") return escaped(node.replaceAll(/[ \t\r\n]+/g, " "));
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${value.replaceAll(/["<>&]/g, "")}"`,
  );
  return `<${node.name}${attributes.join("")}>${node.children.map(mathMlMarkdown).join("")}</${node.name}>`;
}

/** Places marks at the text, not at surrounding spaces. */
function marked(mark: string, markdown: string): string {
  const inside = markdown.trim();
  return inside === "" ? markdown : markdown.replace(inside, () => `${mark}${inside}${mark}`);
}

const target = (address: string): string => `<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>`;

/** Escapes characters with meaning in Markdown or HTML. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>&~|]/g, "\\$&");
