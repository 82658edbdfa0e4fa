import path from "node:path";

/** Paths that an export contains. */
const exported = /^(?:\/|\/docs(?:[/.].*)?|\/assets\/.+|\/openapi\.json)$/;

/** Parameters that make another page. Others, such as a search, are for the script of the page. */
const variant = "code";

/**
 * Returns the address of a page, style or script that a link leads to, without its anchor, relative to the address of
 * the page that contains it. Undefined for links that leave the documentation.
 */
export function addressOf(link: string, from: string, origin: string): string | undefined {
  const { origin: own, pathname, searchParams } = new URL(link, `${origin}${from}`);
  if (own !== origin || !exported.test(pathname)) return undefined;
  const code = searchParams.get(variant);
  // The first page of an export is that of the documentation.
  return `${pathname === "/" ? "/docs" : pathname}${code === null ? "" : `?${variant}=${code}`}`;
}

/** Returns the file of an address: `/docs/guides/sell?code=python` is `guides/sell.python.html`. */
export function fileOf(address: string, isPage: boolean): string {
  const [pathname = "", query] = address.split("?");
  const name = pathname.replace(/^\/docs(?=$|\.)/, "index").replace(/^\/(?:docs\/)?/, "");
  const suffix = query === undefined ? "" : `.${query.slice(variant.length + 1)}`;
  return isPage ? `${name}${suffix}.html` : name;
}

/** Returns the link from one file to another. */
export const linkBetween = (from: string, to: string): string => path.posix.relative(path.posix.dirname(from), to);
