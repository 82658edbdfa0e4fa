import type { IslandTexts } from "./island-texts.ts";

/** Settings of the islands of a page, in its head. */
export interface IslandSettings {
  locale: string;
  /** Separates the drafts of people who use the same browser. */
  person: string;
  /** The cookie with the drafts that the server has saved. */
  savedCookie: string;
  csrf: string;
  texts: IslandTexts;
}
