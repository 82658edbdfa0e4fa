import markdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { itemAt } from "#lib/collections/item-at.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { type CodeLanguage, codeLanguages, defaultLanguage, type ShownLanguage } from "./contents.ts";
import { headingId } from "./heading-id.ts";
import { highlight } from "./highlight.ts";

/** A heading that pages link to. */
export interface Heading {
  id: string;
  text: string;
}

export interface RenderedDocument {
  headings: readonly Heading[];
  /** The content after the title. */
  content: string;
}

const markdown = markdownIt({ html: false, linkify: false, typographer: false });
const { escapeHtml } = markdown.utils;

markdown.renderer.rules.fence = (tokens, index) => codeBlock(itemAt(tokens, index));
// Wide tables scroll by themselves, also with the keyboard.
markdown.renderer.rules.table_open = () => '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  const token = itemAt(tokens, index);
  const target = String(token.attrGet("href") ?? "");
  // Documents link to each other as files. Their pages have the same addresses without `.md`.
  if (!target.includes("://")) token.attrSet("href", target.replace(/\.md(?=#|$)/, ""));
  return self.renderToken(tokens, index, options);
};

/** Renders a document of the repository. Its Markdown is trusted. */
export function renderDocument(source: string, language: ShownLanguage): RenderedDocument {
  const tokens = markdown.parse(source, {});
  const headings = nameHeadings(tokens);
  // The first three tokens are the title.
  const blocks = tokens.slice(3);
  return { headings, content: renderBlocks(blocks, language) };
}

const textOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");

/** Adds an ID to each heading below the title, and a link to itself. */
function nameHeadings(tokens: Token[]): Heading[] {
  const headings: Heading[] = [];
  const used = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open" || token.tag === "h1") continue;
    const content = tokens[index + 1];
    const text = textOf(content);
    const id = freeId(headingId(text), used);
    token.attrSet("id", id);
    if (token.tag === "h2") headings.push({ id, text });
  }
  return headings;
}

function freeId(preferred: string, used: Set<string>): string {
  let id = preferred;
  for (let count = 1; used.has(id); count++) id = `${preferred}-${count}`;
  used.add(id);
  return id;
}

markdown.renderer.rules.heading_close = (tokens, index) => {
  const token = itemAt(tokens, index);
  // A heading is three tokens: its start, its text and its end.
  const id = tokens[index - 2]?.attrGet("id");
  const link = id ? ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>` : "";
  return `${link}</${token.tag}>\n`;
};

const fenceLanguages: ReadonlySet<string> = new Set(Object.values(codeLanguages).map(({ fence }) => fence));

/** Renders blocks. Successive code blocks in different languages are one sample, shown in the language of choice. */
function renderBlocks(tokens: Token[], language: ShownLanguage): string {
  const parts: string[] = [];
  let [start, samples] = [0, 0];
  for (let index = 0; index < tokens.length; index++) {
    const sample = sampleAt(tokens, index);
    if (sample.length === 0) continue;
    parts.push(markdown.renderer.render(tokens.slice(start, index), markdown.options, {}));
    samples += 1;
    parts.push(renderSample(sample, `sample-${samples}`, language));
    index += sample.length - 1;
    start = index + 1;
  }
  parts.push(markdown.renderer.render(tokens.slice(start), markdown.options, {}));
  return parts.join("");
}

const isSample = (token: Token | undefined): token is Token =>
  token?.type === "fence" && token.level === 0 && fenceLanguages.has(token.info);

/** Returns the code blocks of a sample that starts here. */
function sampleAt(tokens: readonly Token[], index: number): Token[] {
  const blocks: Token[] = [];
  for (let at = index; ; at++) {
    const token = tokens[at];
    if (!isSample(token) || blocks.some(({ info }) => info === token.info)) return blocks;
    blocks.push(token);
  }
}

function renderSample(sample: readonly Token[], id: string, language: ShownLanguage): string {
  const codes = typedKeys(codeLanguages).flatMap((name): [CodeLanguage, string][] => {
    const block = sample.find(({ info }) => info === codeLanguages[name].fence);
    return block ? [[name, block.content]] : [];
  });
  return sampleOf(codes, id, language);
}

/** Renders a sample in the language of choice, with links to the others. */
export const renderSamples = (codes: Record<CodeLanguage, string>, id: string, language: ShownLanguage): string =>
  sampleOf(
    typedKeys(codeLanguages).map((name) => [name, codes[name]]),
    id,
    language,
  );

function sampleOf(codes: readonly [CodeLanguage, string][], id: string, language: ShownLanguage): string {
  if (language === "all" && codes.length > 1) return choiceOf(codes, id);
  const preferred = codes.findIndex(([name]) => name === language);
  const [selected, code] = itemAt(codes, Math.max(0, preferred));
  const tabs = codes.map(([name]) => {
    const current = name === selected ? ' aria-current="true"' : "";
    return `<li><a href="?code=${name}#${id}"${current}>${codeLanguages[name].name}</a></li>`;
  });
  const block = renderCode(code, codeLanguages[selected].fence);
  return `<div class="sample" id="${id}"><ul class="code-languages">${tabs.join("")}</ul>${block}</div>\n`;
}

/** All languages of a sample, of which the chosen one is visible, also without scripts. */
function choiceOf(codes: readonly [CodeLanguage, string][], id: string): string {
  const initial = Math.max(
    0,
    codes.findIndex(([name]) => name === defaultLanguage),
  );
  const parts = codes.map(([name, code], index) => {
    const checked = index === initial ? " checked" : "";
    const input = `<input type="radio" name="${id}" id="${id}-${name}" value="${name}"${checked}>`;
    const label = `<label for="${id}-${name}">${codeLanguages[name].name}</label>`;
    return `${input}${label}<div class="code">${renderCode(code, codeLanguages[name].fence)}</div>`;
  });
  return `<div class="sample languages" id="${id}">${parts.join("")}</div>\n`;
}

const codeBlock = ({ info, content }: Token): string => renderCode(content, info);

/** Renders code. It can be wider than the page: it scrolls, also with the keyboard. */
export const renderCode = (code: string, language: string): string =>
  `<pre tabindex="0"><code>${highlight(code, language) ?? escapeHtml(code)}</code></pre>\n`;
