import { isMainThread } from "node:worker_threads";
import markdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { checkHtml } from "./check-html.ts";
import { checkBlocks, checkInline } from "./check-tokens.ts";
import { LimitExceeded, markdownLimits } from "./limits.ts";
import { mathsRule } from "./maths-rule.ts";

// Rendering takes up to a second, which would block every site on the main thread.
if (isMainThread) throw new Error("Markdown is rendered in a worker thread: use lib/markdown/renderer.ts.");

const markdown = markdownIt({ html: true, linkify: true, typographer: false });
markdown.core.ruler.after("block", "check_blocks", ({ tokens }) => checkBlocks(tokens));
markdown.inline.ruler.before("backticks", "maths", mathsRule);
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
    a: ["href", "title", "rel"],
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
  // Authors do not vouch for the links, and their targets must not learn the referrer.
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "nofollow noopener noreferrer" }) },
  nestingLimit: markdownLimits.nesting,
};

/** Sanitizes HTML of an untrusted author: no scripts, no forms, nothing that escapes its element. */
export function cleanHtml(html: string): string {
  checkHtml(html);
  const cleaned = sanitizeHtml(html, policy);
  if (cleaned.length > markdownLimits.output) throw new LimitExceeded("too_much_output");
  return cleaned;
}

/** Renders CommonMark with tables and links as sanitized HTML. */
export const renderMarkdown = (text: string): string => (text === "" ? "" : cleanHtml(markdown.render(text)));
