import type { Caller } from "#access/caller.ts";
import type { Database, Queries } from "#database/database.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { Renderings } from "#domain/platform/texts/renderings.ts";
import type { Removal } from "./removal.ts";
import type { VersionCondition } from "./version.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** A database handle together with its site. Queries never travel without the site they are confined to. */
export interface SiteScope {
  db: Queries;
  site: Site;
  /** Rendered texts of the input, computed before the transaction begins. */
  renderings?: Renderings | undefined;
}

/** Services of the installation. Each module adds its own, with `declare module`, and the composing file fills them. */
export interface Services {
  /** Object storage for file bytes. Every surface that handles files sets it. */
  storage?: Storage | undefined;
}

/** Everything that an operation may know about the request. */
export interface Context extends SiteScope, Services {
  caller: Caller;
  /** The time of the request. Statements take it as a parameter, and tests control it. */
  now: Date;
  requestId: string | null;
  /** The caller's IP address; null for commands and jobs. */
  address: string | null;
  /**
   * True if development conveniences are available: development mode, a loopback site, and a request from this
   * machine.
   */
  development?: boolean | undefined;
  /** Versions that the caller has seen (`If-Match`). Undefined means no condition, `any` accepts every version. */
  ifMatch?: VersionCondition | undefined;
  /** Versions that the resource must not have (`If-None-Match`). `any`: it must not exist. */
  ifNoneMatch?: VersionCondition | undefined;
  /**
   * Throws unless the caller agreed to exactly these deletions. Called while the resources are locked, so that nothing
   * is deleted that was added after the caller saw them. Undefined means no condition.
   */
  confirmRemovals?: ((removals: readonly Removal[]) => void) | undefined;
  /** The MCP tool that made the call, if any. */
  tool?: string | undefined;
  /** True if the transaction is always rolled back. Side effects outside the database must be skipped too. */
  dryRun?: boolean | undefined;
  /** Forces lists into id order, so that rows changed during a long read are neither repeated nor skipped. */
  listsById?: boolean | undefined;
  /** Largest total of a list that is counted exactly. Beyond it, the total is one more: counting a million rows is slow. */
  countsUpTo?: number | undefined;
  /**
   * Recipients of changes: webhook subscribers (`events`) and members (`notices`). Undefined notifies both. Imports
   * turn this off, because imported history happened elsewhere, long ago.
   */
  tells?: { events: boolean; notices: boolean } | undefined;
  /**
   * True while an archive of a site is imported. It can hold prices and lectures that later changes must follow rules
   * for, such as prices in a currency in which the school no longer sells.
   */
  restoresArchive?: boolean | undefined;
}

/** A context outside of a transaction. Surfaces pass it to `perform`. */
export interface RequestContext extends Context {
  db: Database;
}
