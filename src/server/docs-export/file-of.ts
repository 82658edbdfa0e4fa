import path from "node:path";

const exportedPath = /^(?:\/|\/docs(?:[/.].*)?|\/assets\/.+|\/openapi\.json)$/;

/**
 * Returns the address of a page, style or script that a link leads to, without its anchor and parameters, which are for
 * the script of the page, relative to the address of the page that contains it. Undefined for links that leave the
 * documentation.
 */
export function addressOf(link: string, from: string, origin: string): string | undefined {
  const { origin: linkOrigin, pathname } = new URL(link, `${origin}${from}`);
  if (linkOrigin !== origin || !exportedPath.test(pathname)) return undefined;
  // The first page of an export is that of the documentation.
  return pathname === "/" ? "/docs" : pathname;
}

/** Returns the file of an address: `/docs/guides/sell` is `guides/sell.html`. */
export function fileOf(address: string, isPage: boolean): string {
  const name = address.replace(/^\/docs(?=$|\.)/, "index").replace(/^\/(?:docs\/)?/, "");
  return isPage ? `${name}.html` : name;
}

export const linkBetween = (from: string, to: string): string => path.posix.relative(path.posix.dirname(from), to);
