import { islandsVersion } from "#http/islands/bundled-islands.ts";

/** The address of the browser modules; undefined without a build and a compiler. */
export const islandsPath: string | undefined =
  islandsVersion === undefined ? undefined : `/assets/islands/${islandsVersion}`;

/** Returns the address of one module; undefined without a build and a compiler. */
export const addressOfIsland = (name: string): string | undefined =>
  islandsPath === undefined ? undefined : `${islandsPath}/${name}.js`;
