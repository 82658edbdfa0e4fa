/** Kinds of results, in the order of equally good ones. */
export const kinds = ["guides", "errors", "operations", "events", "fields", "memberApi"] as const;
export type Kind = (typeof kinds)[number];

/** Something that the search finds. */
export interface Entry {
  kind: Kind;
  /** Address below the site, with an anchor. */
  path: string;
  /** The heading, or the code of an error, the name of an event, a field. */
  title: string;
  /** Shown beside the title: the guide of a section, the method and path of an operation, the object of a field. */
  context: string;
  text: string;
}
