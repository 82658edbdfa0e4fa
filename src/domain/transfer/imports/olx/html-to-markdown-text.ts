import { fileTarget, lectureTarget } from "#domain/transfer/course-folder/body-links.ts";
import { LimitExceeded } from "#lib/markdown/limits.ts";
import { assetName, hasHost } from "./asset-index.ts";
import type { OlxBlock } from "./block.ts";
import { jumpTargetIn } from "./jump-targets.ts";
import { withWholeLinks } from "./links.ts";
import { lostWords, textOfHtml } from "./lost-words.ts";
import { markdownOfHtml } from "./markdown-of-html.ts";
import { attachNamed, withoutMedia } from "./media.ts";
import type { OlxFolder } from "./olx-folder.ts";
import type { Attachments } from "./static-files.ts";
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
  const still = withEncryption(withWholeLinks(olx, block, withoutMedia(olx, block, html, attachments)));
  const markdown = converted();
  if (markdown === undefined) return "";
  if (showsFiles) attachNamed(olx, block, html, attachments);
  const lost = lostWords(`${textOfHtml(still)} ${labelsIn(still)}`, markdown);
  if (lost !== undefined) olx.warn(block, `words of its text are left out: ${lost}`);
  return markdown;

  function converted(): string | undefined {
    try {
      return markdownOfHtml(still, (element) => {
        if (element.name === "img") return picture(element);
        if (element.name === "a") return link(element);
        return element;
      });
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      olx.warn(block, `a text is left out: ${error.message}`);
      return undefined;
    }
  }

  /** Images of the course are attached, because they are only for enrolled students, and shown where they stand. */
  function picture(element: XmlElement): XmlElement | undefined {
    const { src = "", alt = "" } = element.attributes;
    const name = assetName(src);
    const file = name === undefined ? undefined : attachments.addStatic(block, src, alt);
    if (file !== undefined && shows !== undefined) return withAttributes(element, { alt, src: fileTarget(file) });
    if (file === undefined && src.startsWith("https:")) return element;
    if (file === undefined && src.startsWith("//")) return withAttributes(element, { alt, src: `https:${src}` });
    if (file === undefined && (name === undefined || hasHost(src))) {
      olx.warn(block, `the image ${src || "without a URL"} is left out`);
    }
    const label = alt || name;
    if (!label) return undefined;
    const labelElement = { ...element, name: "em", attributes: {}, children: [label] };
    return { ...labelElement, name: "p", children: [labelElement] };
  }

  function link(element: XmlElement): XmlElement {
    const { href = "" } = element.attributes;
    const unlinked = { ...element, name: "span", attributes: {} };
    if (assetName(href) !== undefined) {
      const file = attachments.addStatic(block, href);
      if (file !== undefined) return showsFiles ? withAttributes(element, { href: fileTarget(file) }) : unlinked;
      return hasHost(href) ? element : unlinked;
    }
    const target = jumpTargetIn(href);
    const lecture = target === undefined || !showsFiles ? undefined : olx.jumpTargets.get(target);
    if (lecture !== undefined) return withAttributes(element, { href: lectureTarget(lecture) });
    if (/^(https?:|mailto:)/.test(href)) return element;
    if (href !== "") olx.warn(block, `the link to ${href} has no target here: only its text is kept`);
    return unlinked;
  }
}

/** Images without encryption: browsers request them with it (Mixed Content §4.1, upgrade). */
const withEncryption = (html: string): string =>
  html.replaceAll(/<img\b[^<>]*>/gi, (tag) => tag.replace(/(\ssrc=["']?)http:\/\//i, "$1https://"));

/** Texts in attributes that readers see. */
const labelsIn = (html: string): string =>
  Array.from(
    html.matchAll(/\s(?:title|placeholder|data-intro|data-content)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi),
    ([, double, single]) => textOfHtml(double ?? single ?? ""),
  ).join(" ");

const withAttributes = (element: XmlElement, attributes: XmlElement["attributes"]): XmlElement => ({
  ...element,
  attributes,
});
