import type { IslandTexts } from "./island-texts.ts";

/** What a page says to its islands, in its head. */
export interface IslandSettings {
  locale: string;
  /** Separates the drafts of people who use the same browser. */
  person: string;
  /** The cookie with the drafts that the server has saved. */
  savedCookie: string;
  csrf: string;
  texts: IslandTexts;
}
