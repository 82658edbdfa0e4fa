import type { Caller } from "#access/caller.ts";
import type { Database, Queries } from "#database/database.ts";
import type { Storage } from "#domain/content/files/storage.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import type { Renderings } from "#domain/content/markdown/renderings.ts";
import type { Site } from "#domain/site/sites/site.ts";
import type { WebhookSystem } from "#domain/engagement/webhooks/webhook-system.ts";

/** Queries never travel without the site they are confined to. */
export interface SiteScope {
  db: Queries;
  site: Site;
  /** The texts of the input, rendered before the transaction began. */
  renderings?: Renderings | undefined;
}

/** Everything an operation may know about the request that led to it. */
export interface Context extends SiteScope {
  caller: Caller;
  /** The moment of the request: statements take it as a parameter, and tests control it. */
  now: Date;
  requestId: string | null;
  /** The address of whoever asks, null for commands and jobs. */
  address: string | null;
  /** Whether development conveniences are available: in development, from this machine, at a loopback site. */
  development?: boolean | undefined;
  /** Where letters are posted; undefined where the installation has no way to send mail. */
  mail?: Postbox | undefined;
  /** Where the bytes of files are kept; every surface that touches files has it. */
  storage?: Storage | undefined;
  /** What webhooks are sent with; every surface that touches them has it. */
  webhooks?: WebhookSystem | undefined;
  /** The versions that the caller has seen (`If-Match`); undefined where they set no condition, `any` where any version will do. */
  ifMatch?: readonly number[] | "any" | undefined;
  /** The tool that an agent called, where one did. */
  tool?: string | undefined;
  /** The transaction is rolled back whatever it does: what reaches beyond the database must stay undone too. */
  dryRun?: boolean | undefined;
  /** Lists go by the ids of their rows, whatever is asked: what changes meanwhile comes neither twice nor never. */
  listsById?: boolean | undefined;
  /**
   * Who hears of what happens: subscribers to events, members in their notifications. Undefined: everybody whom it
   * concerns. What an import brings in happened elsewhere, long ago.
   */
  tells?: { events: boolean; notices: boolean } | undefined;
}

/** A context that has not entered a transaction yet: what a surface hands to `perform`. */
export interface RequestContext extends Context {
  db: Database;
}
