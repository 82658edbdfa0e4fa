import type { Page, TestBrowser } from "../../support/browser-session.ts";

export interface AForm {
  /** The page that contains it. */
  page: string;
  action: string;
  multipart: boolean;
  /** Default fields of a submit, including the form token. */
  fields: Record<string, string>;
}

interface Crawl {
  /** Limit of pages that differ only in their query. */
  maxAlike?: number;
  /** Paths that are left out. */
  except?: RegExp;
}

/** Crawls every page that links lead to. */
export async function everyPage(
  browser: TestBrowser,
  starts: readonly string[],
  { maxAlike = 4, except }: Crawl = {},
): Promise<Page[]> {
  const pages = new Map<string, Page>();
  const alike = new Map<string, number>();
  const waiting = new Set(starts);
  // A set also visits the links that are added meanwhile.
  for (const address of waiting) {
    const [path = ""] = address.split("?");
    const seen = alike.get(path) ?? 0;
    if (seen >= maxAlike || except?.test(path)) continue;
    alike.set(path, seen + 1);
    const page = await browser.open(address);
    pages.set(address, page);
    for (const link of linksOf(page)) waiting.add(link.split("#", 1)[0]!);
  }
  return [...pages.values()];
}

const linksOf = ({ body }: Page): string[] =>
  [...body.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));

export const formsOf = ({ address, body }: Pick<Page, "address" | "body">): AForm[] =>
  [...body.matchAll(/<form method="post" action="([^"]*)"([^>]*)>(.*?)<\/form>/gs)].map(
    ([, action, attributes, content]) => ({
      page: address,
      action: action!.replaceAll("&amp;", "&"),
      multipart: attributes!.includes("multipart/form-data"),
      fields: fieldsOf(content!),
    }),
  );

/** The fields of a browser submit: hidden and filled-in fields, checked boxes, the first button. */
function fieldsOf(content: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of content.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)) {
    const read = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    const name = read("name");
    if (name === undefined || name in fields) continue;
    const type = read("type");
    if ((type === "checkbox" || type === "radio") && !/\schecked\b/.test(tag)) continue;
    fields[name] = (read("value") ?? (type === "checkbox" ? "on" : "")).replaceAll("&amp;", "&");
  }
  return fields;
}
