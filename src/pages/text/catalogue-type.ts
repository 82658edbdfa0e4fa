import { en } from "./en.ts";

/** All page copy. A missing entry in a locale fails type checking. */
export type Catalogue = typeof en;
