import { fileTarget, lectureTarget } from "#domain/catalog/course-folder/body-links.ts";
import { LimitExceeded } from "#lib/markdown/limits.ts";
import { jumpTargetIn } from "./jump-targets.ts";
import { markdownOfHtml } from "./markdown-of-html.ts";
import type { OlxBlock, OlxFolder } from "./olx-folder.ts";
import { type Attachments, staticName } from "./static-files.ts";
import type { XmlElement } from "./xml.ts";

/**
 * Converts HTML to Markdown. Files of the course become attachments; active content is removed. `shows`: bodies of
 * lectures and prompts of questions show files and link to other lectures, descriptions show images; other texts keep
 * the words only.
 */
export function markdownTextOf(
  olx: OlxFolder,
  block: OlxBlock,
  html: string,
  { attachments, shows }: { attachments: Attachments; shows?: "images" | "files" },
): string {
  const showsFiles = shows === "files";
  for (const name of new Set(html.match(running)?.map((tag) => tag.slice(1).toLowerCase()))) {
    olx.warn(block, `<${name}> is left out: lectures cannot contain active content`);
  }
  const framed = html.replaceAll(frame, (tag) => {
    const address = /\bsrc\s*=\s*["']([^"']+)["']/i.exec(tag)?.[1] ?? "";
    const title = /\btitle\s*=\s*["']([^"']+)["']/i.exec(tag)?.[1];
    if (address.startsWith("https:")) {
      const host = URL.parse(address)?.hostname ?? address.slice(0, 200);
      attachments.addAddress(block, "embed", address, title ?? host);
    } else if (!attachments.addStatic(block, address, title))
      olx.warn(block, `the frame ${address || "without a URL"} is left out`);
    return "";
  });
  try {
    return markdownOfHtml(framed, (element) => {
      if (element.name === "img") return picture(element);
      if (element.name === "a") return link(element);
      return element;
    });
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    olx.warn(block, `a text is left out: ${error.message}`);
    return "";
  }

  /** Images of the course are attached, because they are only for enrolled students, and shown where they stand. */
  function picture(element: XmlElement): XmlElement | undefined {
    const { src = "", alt = "" } = element.attributes;
    if (src.startsWith("https:")) return element;
    const name = staticName(src);
    const file = attachments.addStatic(block, src, alt.slice(0, 200));
    if (file !== undefined && shows !== undefined) return withAttributes(element, { alt, src: fileTarget(file) });
    if (file === undefined && name === undefined) olx.warn(block, `the image ${src || "without a URL"} is left out`);
    const label = alt || name;
    if (!label) return undefined;
    const said = { ...element, name: "em", attributes: {}, children: [label] };
    return { ...said, name: "p", children: [said] };
  }

  function link(element: XmlElement): XmlElement {
    const { href = "" } = element.attributes;
    if (/^(https?:|mailto:)/.test(href)) return element;
    const unlinked = { ...element, name: "span", attributes: {} };
    if (staticName(href) !== undefined) {
      const file = attachments.addStatic(block, href);
      return file === undefined || !showsFiles ? unlinked : withAttributes(element, { href: fileTarget(file) });
    }
    const lecture = showsFiles ? olx.jumpTargets.get(jumpTargetIn(href) ?? "") : undefined;
    if (lecture !== undefined) return withAttributes(element, { href: lectureTarget(lecture) });
    if (href !== "") olx.warn(block, `the link to ${href} has no target here: only its text is kept`);
    return unlinked;
  }
}

const withAttributes = (element: XmlElement, attributes: XmlElement["attributes"]): XmlElement => ({
  ...element,
  attributes,
});

const running = /<(script|style|object|embed|form|input|button|select|textarea|canvas|svg|video|audio)\b/gi;
const frame = /<iframe\b[^>]*>(?:\s*<\/iframe>)?/gi;
