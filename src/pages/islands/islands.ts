import { islandsVersion } from "./bundled-islands.ts";

/** The address of the browser modules; undefined without a build and a compiler. */
export const islandsPath: string | undefined =
  islandsVersion === undefined ? undefined : `/assets/islands/${islandsVersion}`;

/** CSP directives of pages with an island. Styles are those of the site for every page. */
export const islandPolicy: readonly string[] =
  islandsPath === undefined ? [] : ["script-src 'self'", "connect-src 'self'"];
