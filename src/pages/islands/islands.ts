import { islandsVersion } from "./bundled-islands.ts";

/** The address of the browser modules; undefined without a build and a compiler. */
export const islandsPath: string | undefined =
  islandsVersion === undefined ? undefined : `/assets/islands/${islandsVersion}`;
