import { isMainThread } from "node:worker_threads";
import markdownIt from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import definitionLists from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import sanitizeHtml from "sanitize-html";
import { checkHtml } from "./check-html.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { checkBlocks, checkInline } from "./check-tokens.ts";
import { linkHeadings } from "./heading-links.ts";
import { LimitExceeded, markdownLimits } from "./limits.ts";
import { mathsBlock } from "./maths-block.ts";
import { mathsRule } from "./maths-rule.ts";
import { highlightRule, wikiLinkRule } from "./obsidian-marks.ts";
import { plainText } from "../text/plain-text.ts";
import { writeMarks } from "./written-marks.ts";

// Rendering takes up to a second, which would block every site on the main thread.
if (isMainThread) throw new Error("Markdown is rendered in a worker thread: use lib/markdown/renderer.ts.");

const markdown = markdownIt({ html: true, linkify: true, typographer: false })
  .use(cjkFriendly)
  .use(footnotes)
  .use(definitionLists);
markdown.block.ruler.before("fence", "maths_block", mathsBlock, {
  alt: ["paragraph", "reference", "blockquote", "list"],
});
markdown.core.ruler.after("block", "check_blocks", ({ tokens }) => checkBlocks(tokens));
markdown.inline.ruler.before("backticks", "maths", mathsRule);
markdown.inline.ruler.before("emphasis", "highlight", highlightRule);
markdown.inline.ruler.before("link", "wiki_link", wikiLinkRule);
markdown.core.ruler.push("written_marks", ({ tokens, Token }) => writeMarks(tokens, Token));
markdown.core.ruler.push("heading_links", ({ tokens }) => linkHeadings(tokens));
markdown.core.ruler.push("check_inline", ({ tokens }) => checkInline(tokens));

/** Presentation elements of MathML Core. Annotations may hold HTML of their own, so that they are removed. */
const mathMl =
  "math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics".split(
    " ",
  );

const policy: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags,
    "img",
    "del",
    "ins",
    "details",
    "summary",
    "kbd",
    "samp",
    ...mathMl,
  ],
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "annotation", "annotation-xml"],
  allowedAttributes: {
    a: ["href", "title", "rel", "id"],
    li: ["id"],
    ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((heading) => [heading, ["id"]])),
    img: ["src", "alt", "title", "width", "height"],
    td: ["align", "colspan", "rowspan"],
    th: ["align", "colspan", "rowspan", "scope"],
    ol: ["start"],
    code: ["class"],
    math: ["display"],
    mo: ["stretchy", "fence", "separator", "form", "largeop", "movablelimits"],
    mi: ["mathvariant"],
    mspace: ["width"],
    mfrac: ["linethickness"],
    mover: ["accent"],
    munder: ["accentunder"],
    mtd: ["columnspan", "rowspan"],
    "*": ["lang", "dir"],
  },
  allowedClasses: { code: [/^language-[\w+-]{1,30}$/] },
  allowedSchemes: ["https", "http", "mailto"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  transformTags: {
    // Authors do not vouch for the links, and their targets must not learn the referrer.
    a: sanitizeHtml.simpleTransform("a", { rel: "nofollow noopener noreferrer" }),
    "*": (tagName, attribs) => ({ tagName, attribs: withOwnId(attribs) }),
  },
  nestingLimit: markdownLimits.nesting,
};

/** The policy judges addresses after these transformations. */
const policyAt = (host: string): sanitizeHtml.IOptions => ({
  ...policy,
  transformTags: {
    ...policy.transformTags,
    "*": (tagName, attribs) => ({ tagName, attribs: withRelativeFiles(withOwnId(attribs), host) }),
  },
});

function withRelativeFiles({ href, src, ...others }: sanitizeHtml.Attributes, host: string): sanitizeHtml.Attributes {
  return {
    ...(href !== undefined && { href: relativeFileAddress(href, host) }),
    ...(src !== undefined && { src: relativeFileAddress(src, host) }),
    ...others,
  };
}

/**
 * Sanitizes HTML of an untrusted author: no scripts, no forms, nothing that escapes its element. Addresses of files at
 * `host` become relative.
 */
export function cleanHtml(html: string, host?: string): string {
  checkHtml(html);
  const cleaned = sanitizeHtml(html, host === undefined ? policy : policyAt(host));
  if (cleaned.length > markdownLimits.output) throw new LimitExceeded("too_much_output");
  return cleaned;
}

/** IDs of footnotes and headings. Others could be those of the page. */
const ownId = /^(?:fn|fnref|heading)-/;

function withOwnId({ id, ...others }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return id !== undefined && ownId.test(id) ? { ...others, id } : others;
}

/**
 * Renders CommonMark with tables, links, footnotes, tasks, definition lists, highlights and formulas as sanitized HTML. Footnotes of several texts on a
 * page have different IDs.
 */
export const renderMarkdown = (text: string, host?: string): string =>
  text === "" ? "" : cleanHtml(markdown.render(text, { docId: fingerprint(text, 8) }), host);

const textsOnly: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: {},
  allowVulnerableTags: true,
  exclusiveFilter: ({ tag }) => tag === "script" || tag === "style",
};

/** Returns all texts of HTML, without scripts and styles, and without any other rule about content. */
export const textOfHtml = (html: string): string => plainText(sanitizeHtml(html, textsOnly));

/** Emphasis, lists, quotes, code and links. Line breaks stay, and HTML is shown as it was typed. */
const ofComments = markdownIt({ html: false, linkify: true, breaks: true, typographer: false })
  .use(cjkFriendly)
  .disable(["table", "heading", "lheading", "hr", "image", "reference"]);
ofComments.core.ruler.after("block", "check_blocks", ({ tokens }) => checkBlocks(tokens));
ofComments.core.ruler.push("check_inline", ({ tokens }) => checkInline(tokens));

const commentPolicy: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "s", "code", "pre", "ul", "ol", "li", "blockquote", "a"],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: ["https", "http", "mailto"],
  allowProtocolRelative: false,
  // Members vouch for nothing, and the targets must not control the window.
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "nofollow ugc noopener" }) },
  nestingLimit: markdownLimits.nesting,
};

/** Renders the Markdown of a comment as sanitized HTML. */
export function renderComment(text: string): string {
  const html = ofComments.render(text);
  checkHtml(html);
  const cleaned = sanitizeHtml(html, commentPolicy);
  if (cleaned.length > markdownLimits.output) throw new LimitExceeded("too_much_output");
  return cleaned;
}

/** An absolute address of a file or of one of its variants. A signature in the query expires, so that it is left out. */
const absolute = /^https?:\/\/([^/?#\s]+)(\/files\/fil_[0-9a-z]{26}(?:\/[a-z]{1,20})?)(?:\?[^#\s]*)?(#\S*)?$/i;

/**
 * Returns the address of a file at this host without the host. Relative addresses work at every scheme and host of a
 * site, in archives and for private files, which are signed by their path.
 */
function relativeFileAddress(address: string, host: string): string {
  const [, at, path, fragment = ""] = absolute.exec(address.trim()) ?? [];
  return path !== undefined && at?.toLowerCase() === host ? path + fragment : address;
}
