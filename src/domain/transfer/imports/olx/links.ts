import { cut } from "../truncate.ts";
import type { OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { elementsNamed, type XmlElement } from "./xml.ts";

const maxQuotedCharacters = 500;

const hrefOf = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/**
 * Writes the addresses of links in full, as browsers read them: without spaces around them, with their protocol. Reports
 * links with another protocol and links of image maps, which lectures cannot have.
 */
export function withWholeLinks(olx: OlxFolder, block: OlxBlock, html: string): string {
  return html.replaceAll(/<(a|area)\s[^<>]*>/gi, (tag, element: string) => {
    const [, , double, single, bare] = hrefOf.exec(tag) ?? [];
    const address = (double ?? single ?? bare ?? "").trim();
    const isInMap = element.toLowerCase() === "area";
    const protocol = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
    const isKept = protocol === undefined || ["http", "https", "mailto", "asset-v1"].includes(protocol);
    if (address !== "" && (isInMap || !isKept)) {
      const why = isInMap ? "lectures have no image maps" : "lectures link to web and email addresses only";
      olx.warn(block, `the link to ${cut(address, maxQuotedCharacters)} is left out: ${why}`);
      return tag;
    }
    const whole = address.startsWith("//")
      ? `https:${address}`
      : address.replace(/^[a-z][a-z\d+.-]*:/i, (start) => start.toLowerCase());
    return tag.replace(hrefOf, (_, start: string) => `${start}"${whole.replaceAll('"', "&quot;")}"`);
  });
}

/** The addresses of the links in an element, without those that run programs. */
export const linksIn = (element: XmlElement): string[] => [
  ...new Set(
    elementsNamed(element, "a", "area").flatMap(({ attributes: { href = "" } }) => {
      const address = href.trim();
      return address === "" || address.startsWith("#") || /^javascript:/i.test(address) ? [] : [address];
    }),
  ),
];
