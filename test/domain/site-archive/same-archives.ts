import { createHash } from "node:crypto";
import type { Row } from "#domain/transfer/site-archive/archive-format.ts";
import { archivedNames } from "#domain/transfer/site-archive/archived-resources.ts";
import type { SiteArchive } from "#domain/transfer/site-archive/open-site-archive.ts";
import type { SiteImport } from "#domain/transfer/site-archive/site-import.ts";
import { asRecord } from "#lib/json/is-record.ts";

/** Differences that are listed per resource and direction. */
const maxListed = 2;

/** Lists rows that only one of two archives has, apart from IDs and what belongs to a copy. */
export async function differencesBetween(
  before: SiteArchive,
  afterwards: SiteArchive,
  { ids }: Pick<SiteImport, "ids">,
): Promise<string[]> {
  const differences: string[] = [];
  for (const name of [...archivedNames, "courses"]) {
    // Digests, because a large site has millions of rows.
    const counts = new Map<string, number>();
    const textOf = (row: Row): string => JSON.stringify(compared(row, name));
    const count = (text: string, change: number): void => {
      const digest = createHash("sha1").update(text).digest("base64");
      counts.set(digest, (counts.get(digest) ?? 0) + change);
    };
    for await (const row of rowsOf(before, name)) count(textOf(await ids.translate(row)), 1);
    for await (const row of rowsOf(afterwards, name)) count(textOf(row), -1);
    const different = new Set([...counts].filter(([, left]) => left !== 0).map(([digest]) => digest));
    if (different.size === 0) continue;
    const list = async (sign: string, archive: SiteArchive, translate: (row: Row) => Promise<Row> | Row) => {
      let listed = 0;
      for await (const row of rowsOf(archive, name)) {
        const text = textOf(await translate(row));
        if (!different.has(createHash("sha1").update(text).digest("base64"))) continue;
        differences.push(`${name} ${sign} ${text}`);
        if (++listed === maxListed) break;
      }
    };
    await list("-", before, (row) => ids.translate(row));
    await list("+", afterwards, (row) => row);
  }
  return differences;
}

/** The rows of a resource. Courses by their documents. */
export async function* rowsOf(archive: SiteArchive, name: string): AsyncGenerator<Row> {
  if (name !== "courses") yield* archive.rows(name);
  else for await (const { document } of archive.courses()) yield asRecord(document);
}

/** Fields that a copy has of its own: IDs, timestamps of rows, addresses, counters, and markup rendered again. */
const isOwn = (field: string): boolean =>
  ["id", "created_at", "updated_at", "published_at", "url", "revision", "counts", "features"].includes(field) ||
  /_(?:url|count|html)$/.test(field);

/** Fields that an archive does not carry, by resource: docs/reference/site-archive.md lists them. */
const notCarried: Record<string, readonly string[]> = {
  members: ["joined_at", "status", "email_verified", "last_sign_in_at", "sign_in_count", "identities"],
  files: ["sha256", "byte_size"],
  enrollments: ["source"],
  subscriptions: ["source"],
  orders: ["payment_id"],
  quiz_attempts: ["quiz_version"],
  event_registrations: ["offered_until"],
};

function compared(row: Row, name: string): Row {
  const entries = Object.entries(row)
    .filter(([field]) => !isOwn(field) && !(notCarried[name] ?? []).includes(field))
    .map(([field, value]) => [field, nested(field, value, name)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function nested(field: string, value: unknown, name: string): unknown {
  // A payment without any other identifier gets its former ID as its external ID.
  if (field === "external_id" && typeof value === "string" && value.startsWith("pay_")) return null;
  if (Array.isArray(value)) return value.map((item) => nested("", item, name));
  return typeof value === "object" && value !== null ? compared({ ...value }, name) : value;
}
