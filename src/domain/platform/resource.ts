import type { Scope } from "#access/scopes.ts";
import type { FileUse } from "#domain/platform/file-use.ts";
import type { DeclaredTable } from "#domain/platform/declared-table.ts";
import type { Locale } from "#domain/platform/site/locales.ts";

/** A text in each language. */
export type Localized = Readonly<Record<Locale, string>>;

/** An event type for subscribers. */
interface DeclaredEvent {
  /** When the event occurs. */
  about: string;
  /** Wire type of `data.object`. Default: the part of the name before the dot. */
  object?: string;
  /**
   * Scope that a subscriber needs at each delivery; null: only events caused by their own application. Default: the
   * scope that reads the resource.
   */
  needs?: Scope | null;
  /** A name without a source in this version. */
  reserved?: true;
}

/** A domain slice in the registries. The registries are derived from `domain/resources.ts`. */
export interface Resource {
  /** ID prefixes by kind: `{ badge: "bdg" }` for `bdg_` and 26 base32 characters. */
  ids: Readonly<Record<string, string>>;
  /** OpenAPI tags with their descriptions. A tag is the first path segment of its routes. */
  tags: Readonly<Record<string, string>>;
  /** Scopes of the operations. */
  scopes: { read: Scope | null; write: Scope | null };
  events: Readonly<Record<`${string}.${string}`, DeclaredEvent>>;
  /** Database tables, with their personal data. */
  tables: readonly DeclaredTable[];
  /** Columns that refer to files. A referenced file cannot be deleted. */
  fileUses: readonly FileUse[];
  /** Texts of the audit log: names of the resources by wire type, and a phrase for each recorded action. */
  audit: { names: Readonly<Record<string, Localized>>; actions: Readonly<Record<string, Localized>> };
  /** Lists that can be exported, named as in the path of their route (`domain/transfer/exports/lists.ts`). */
  exports: readonly string[];
  /** Rows that can be imported (`domain/transfer/imports/records/record-imports.ts`). */
  imports: readonly string[];
}

/** Parts that many resources do not have. A use of an undeclared one is a type error or fails a test. */
const nothing = {
  ids: {},
  tags: {},
  events: {},
  fileUses: [],
  audit: { names: {}, actions: {} },
  exports: [],
  imports: [],
} as const satisfies Partial<Resource>;

type Optional = keyof typeof nothing;

export const defineResource = <const Declared extends Omit<Resource, Optional> & Partial<Pick<Resource, Optional>>>(
  declared: Declared,
): Omit<typeof nothing, keyof Declared> & Declared => ({ ...nothing, ...declared });
