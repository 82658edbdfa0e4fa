import { asRecord } from "#lib/json/is-record.ts";
import { addressOf, linkBetween } from "./file-of.ts";

/** A response of the documentation. */
export interface Answer {
  address: string;
  type: string;
  body: Buffer;
}

/** Links of a page, style sheet or Markdown document, each with what is before and after it. */
const links = {
  html: /(?<= (?:href|src|action)=")[^"#][^"]*(?=")/g,
  css: /(?<=url\(")[^"]+(?="\))/g,
  markdown: /(?<=\]\()[^()\s]+(?=\))/g,
} as const;

function linksOf({ type }: Answer): RegExp | undefined {
  if (type.startsWith("text/html")) return links.html;
  if (type.startsWith("text/css")) return links.css;
  return type.startsWith("text/markdown") ? links.markdown : undefined;
}

export const isPage = ({ type }: Pick<Answer, "type">): boolean => type.startsWith("text/html");

/** Lists the addresses of the documentation that a response links to. */
export function linkedAddresses(answer: Answer, origin: string): string[] {
  const pattern = linksOf(answer);
  const matches = pattern ? answer.body.toString().match(pattern) : null;
  return (matches ?? []).flatMap((link) => addressOf(plainLink(link), answer.address, origin) ?? []);
}

/**
 * Returns the text of a response, whose links to other files are relative. Links to addresses that are no files lead to
 * the school.
 */
export function withRelativeLinks(answer: Answer, files: ReadonlyMap<string, string>, origin: string): Buffer {
  const { address, body } = answer;
  const file = files.get(address) ?? "";
  if (address === entriesAddress) return Buffer.from(relativeEntries(body.toString(), files));
  const pattern = linksOf(answer);
  if (!pattern) return body;
  const text = body.toString().replace(pattern, (link) => {
    const target = new URL(plainLink(link), `${origin}${address}`);
    if (target.origin !== origin) return link;
    const to = files.get(addressOf(plainLink(link), address, origin) ?? "");
    return to === undefined ? target.href : `${linkBetween(file, to)}${target.hash}`;
  });
  return Buffer.from(text);
}

/** The attribute of a page. */
const plainLink = (link: string): string => link.replaceAll("&amp;", "&");

/** Entries of the search, whose page is at the top of the folder. */
const entriesAddress = "/docs/search-entries.json";

function relativeEntries(text: string, files: ReadonlyMap<string, string>): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the documentation.
  const entries = JSON.parse(text) as readonly object[];
  return JSON.stringify(
    entries.map((entry) => {
      const [page = "", anchor] = String(asRecord(entry)["path"]).split("#");
      return { ...entry, path: `${files.get(page) ?? page}${anchor === undefined ? "" : `#${anchor}`}` };
    }),
  );
}
