import type { IdKind } from "#domain/platform/ids.ts";

/** Names of columns, with a space between two. */
type Columns = string;

/**
 * What a table holds of people, and what becomes of it: the one place that says so. docs/privacy.md shows the same, and
 * a test compares it with the database's own catalogue, column by column.
 */
export interface PersonalTable {
  /** With its schema where that is not ours. */
  table: string;
  /** What stands there, in words for whoever answers a person's questions. */
  holds: string;
  /** What its own ids are on the wire. */
  kind?: IdKind;
  /** The column by which rows are somebody's: a member's, or that of something which is. */
  owner?: Owner;
  /** Columns that name members who acted on what is somebody else's, or the school's. */
  actors?: Columns;
  /** What somebody says of themselves, or others of them. */
  personal?: Columns;
  /** Personal too, and never shown to anybody: digests, and what is sealed. */
  secret?: Columns;
  /** Personal too, and the same at every site or changed by what the person does elsewhere: no site shows it. */
  shared?: Columns;
  /** What tells of nobody by itself: moments, amounts, states, ids of other things. */
  impersonal: Columns;
  /** The file of an export that its rows stand in. */
  exportedAs?: string;
  erasure: Erasure;
}

export interface Owner {
  column: string;
  /** Where the column names no member: the table of what it names, whose own owner counts. */
  through?: "enrollments" | "orders" | "grants";
}

type Erasure =
  /** The person's rows go. */
  | { how: "delete"; why: string }
  /** The rows stay, under an id that leads to nobody; what is personal in them is written over (SQL by column). */
  | { how: "pseudonymise"; blank?: Record<string, string>; why: string }
  /** Rows are found by searching for what is known of the person. */
  | { how: "search"; why: string }
  /** By code of its own. */
  | { how: "own"; why: string }
  /** Nothing is done. */
  | { how: "keep"; why: string };

export const wordsOf = (columns: Columns | undefined): string[] => (columns ? columns.split(" ") : []);

export const columnsOf = ({ actors, personal, secret, shared, impersonal, owner }: PersonalTable): string[] => [
  ...new Set([...(owner ? [owner.column] : []), ...[actors, personal, secret, shared, impersonal].flatMap(wordsOf)]),
];
