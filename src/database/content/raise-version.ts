import { randomUUID } from "node:crypto";
import type { Outcome } from "../statements/prepared-query.ts";
import { compile, type Statement } from "../statements/statement.ts";

type Send = (statement: Statement, values: readonly unknown[]) => Promise<Outcome>;

/**
 * The sites whose public content a transaction changes. Their versions are raised in its last statements, so that the
 * rows of the versions are locked only for the commit, and readers of the new version see the changes.
 */
export class ChangedContent {
  readonly #sites = new Set<string>();

  /**
   * Notes what a statement changed. A savepoint that is rolled back counts too: a version too many does no harm.
   */
  note({ content }: Statement, values: readonly unknown[], { count, reads }: Outcome): void {
    if (content === undefined || (count === 0 && !reads)) return;
    const site = values[content];
    if (typeof site === "string") this.#sites.add(site);
  }

  /** Raises the versions in the order of the sites, so that transactions that change several cannot deadlock. */
  async raise(send: Send): Promise<void> {
    for (const site of [...this.#sites].toSorted()) await raiseVersion(send, site);
  }
}

/**
 * Versions are random, not numbers: after a failover that lost the last commits, or the restore of a backup, the same
 * number could stand for other content.
 */
async function raiseVersion(send: Send, siteId: string): Promise<void> {
  const [statement, values] = raising`
    insert into site_content_versions (site_id, version) values (${siteId}, ${randomUUID()})
        on conflict (site_id) do update set version = excluded.version`;
  await send(statement, values);
}

const raising = (strings: TemplateStringsArray, ...values: unknown[]) => compile(strings, values, true);
