import markdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

const markdown = markdownIt({ html: true, linkify: true, typographer: false });

const policy: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, "img", "del", "ins", "details", "summary", "kbd", "samp"],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    td: ["align", "colspan", "rowspan"],
    th: ["align", "colspan", "rowspan", "scope"],
    ol: ["start"],
    code: ["class"],
    "*": ["lang", "dir"],
  },
  allowedClasses: { code: [/^language-[\w+-]{1,30}$/] },
  allowedSchemes: ["https", "http", "mailto"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  // Whoever writes here vouches for nothing they link to, and learns nothing of who follows.
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "nofollow noopener noreferrer" }) },
  nestingLimit: 50,
};

/** HTML that somebody else wrote, without anything that could run, load a form or reach out of its place. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, policy);

/** CommonMark with tables and links, as HTML that is safe to show. */
export const renderMarkdown = (text: string): string => cleanHtml(markdown.render(text));
