import { Problem } from "#domain/platform/problem.ts";
import { cleanHtml, renderMarkdown } from "#lib/markdown/engine.ts";
import { plainText } from "#lib/plain-text.ts";
import { innerXml, outerXml, readXml, type XmlElement } from "./xml.ts";

/** What becomes of an element, once it is sanitised: itself, another one, or nothing. */
export type Rewrite = (element: XmlElement) => XmlElement | undefined;

/**
 * HTML that somebody else wrote as Markdown of the same words, sanitised as that of posts. What Markdown has no form for
 * stays HTML, which Markdown may hold.
 */
export function markdownOfHtml(html: string, rewrite: Rewrite = (element) => element): string {
  const cleaned = cleanHtml(html);
  const root = treeOf(cleaned);
  if (!root) return asHtml(cleaned);
  const tree = rewritten(root, rewrite);
  const markdown = blocksOf(tree.children).join("\n\n");
  return saysTheSame(markdown, tree.children) ? markdown : asHtml(innerXml(tree));
}

/** Letters mean something in Markdown where nobody would think of it: what does not come out as it went in stays HTML. */
const saysTheSame = (markdown: string, nodes: readonly Node[]): boolean =>
  wordsOf(renderMarkdown(markdown)) === wordsOf(cleanHtml(htmlOf(nodes)));

const htmlOf = (nodes: readonly Node[]): string => nodes.map((node) => outerXml(node)).join("");

const wordsOf = (html: string): string => plainText(html).replaceAll(/\s+/g, "");

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
    const other = rewrite(child);
    return other ? [rewritten(other, rewrite)] : [];
  }),
});

/** A block of HTML, which ends at the first empty line (CommonMark §4.6): so there is none. */
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

/** Paragraphs, lists and the like; words that stand between them are paragraphs too. */
function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let loose: Node[] = [];
  const close = () => {
    const words = paragraph(loose);
    blocks.push(words === "" || saysTheSame(words, loose) ? words : asHtml(`<p>${htmlOf(loose)}</p>`));
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
      const words = paragraph(children).replaceAll(/\\?\n/g, " ");
      return words === "" ? [] : [`${"#".repeat(Number(name[1]))} ${words}`];
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

const prefixed = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join("\n");

function paragraph(nodes: readonly Node[]): string {
  const lines = inlineOf(nodes)
    .split("\\\n")
    .map((line) => line.trim());
  const words = lines.slice(lines.findIndex(Boolean), lines.findLastIndex(Boolean) + 1).join("\\\n");
  // What would begin a heading, a list or a quotation there.
  return words.replaceAll(/^(\s*\d*)(?=[#+>=-]|(?<=\d)[.)])/gm, "$1\\");
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

/** Marks stand at words, not at the spaces beside them. */
function marked(mark: string, words: string): string {
  const [, before = "", inside = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? [];
  return inside === "" ? words : `${before}${mark}${inside}${mark}${after}`;
}

const target = (address: string): string => `<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>`;

/** What means something in Markdown, or in HTML. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>&~|]/g, "\\$&");
