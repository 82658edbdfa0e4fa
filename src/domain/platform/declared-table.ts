/** Column names, separated by spaces. */
type Columns = string;

/**
 * Declares a table's personal data and its treatment on erasure. This is the single source: docs/privacy.md mirrors
 * it, and a test compares it with the database catalog, column by column.
 */
export interface DeclaredTable<Kind extends string = string> {
  /** With its schema unless that is Lectern's own. */
  table: string;
  /** Content of the table, in words for answers to data subjects. */
  holds: string;
  /** Id type of the table's rows on the wire. */
  kind?: Kind;
  /** Column that links a row to its person: a member id, or the id of a record that has one. */
  owner?: Owner;
  /** Columns with members who acted on other people's records or the school's. */
  actors?: Columns;
  /** Statements by or about the person. */
  personal?: Columns;
  /** Personal, but never exported: digests and encrypted values. */
  secret?: Columns;
  /** Personal, but identical at every site or changed by activity elsewhere: no site exports it. */
  shared?: Columns;
  /**
   * Columns without personal content: timestamps, amounts, states, ids of other records. Undefined for a table of the
   * school's own content (`schoolData`): all of them.
   */
  impersonal?: Columns;
  /** Those of the impersonal texts that have fixed values or are written by programs only. Nobody can type them. */
  fixed?: Columns;
  /**
   * Those of the impersonal texts that someone can type and that stay, by column. Every text of a table with personal
   * data is personal, fixed or kept. Tables without personal data hold texts of the school.
   */
  kept?: Readonly<Record<string, Kept>>;
  /** Export file that contains the rows. */
  exportedAs?: string;
  /** Treatment when the person is merged into another member. Required for tables with an owner or actors. */
  merging?: Merging;
  erasure: Erasure;
}

/** Reason for keeping a text that someone can type. */
interface Kept {
  why: string;
  /** SQL value that replaces a text that names the person. Undefined: the school decides on its text. */
  instead?: string;
  /** SQL condition under which the text stays. */
  onlyIf?: string;
}

/** Declares columns with texts of the school in a table that also has personal data. */
export const schoolText = (columns: Columns): Record<string, Kept> =>
  Object.fromEntries(
    wordsOf(columns).map((column) => [
      column,
      { why: "School content. The school changes what it says about people." },
    ]),
  );

/**
 * Declares a table of the school's own content, with personal data only if the school puts it there. All of its columns
 * are the school's, so it lists none.
 */
export const schoolData = (table: string, holds: string): DeclaredTable<never> => ({
  table,
  holds,
  erasure: { how: "keep", why: "School data." },
});

export interface Owner {
  column: string;
  /** For a column without a member id: the referenced table, whose owner applies. */
  through?: "enrollments" | "orders" | "grants";
}

type Erasure =
  /** Deletes the person's rows. */
  | { how: "delete"; why: string }
  /** Keeps the rows under a pseudonym; overwrites personal columns (SQL by column). */
  | { how: "pseudonymize"; blank?: Record<string, string>; why: string }
  /** Finds rows by searching for the person's identifiers. */
  | { how: "search"; why: string }
  /** Runs custom code. */
  | { how: "own"; why: string }
  /** Leaves the rows unchanged. */
  | { how: "keep"; why: string };

/** Treatment of the rows of a member who is merged into another member of the site. Actors move as well. */
export type Merging =
  /** The surviving member gets the rows. */
  | { how: "move" }
  /**
   * The surviving member gets the rows, unless they have one with the same values in these columns: then one of both
   * rows stays.
   */
  | { how: "once"; columns: Columns; keeps: "survivor" | "newer" }
  /** Deletes the rows: ways in of the merged member. */
  | { how: "end" }
  /** The rows belong to a record, such as an order, which the surviving member gets. */
  | { how: "follow" }
  /** Runs custom code. */
  | { how: "own" }
  /** Leaves the rows unchanged: history. */
  | { how: "keep" };

export const wordsOf = (columns: Columns | undefined): string[] => (columns ? columns.split(" ") : []);

export const columnsOf = ({ actors, personal, secret, shared, impersonal, owner }: DeclaredTable): string[] => [
  ...new Set([...(owner ? [owner.column] : []), ...[actors, personal, secret, shared, impersonal].flatMap(wordsOf)]),
];
