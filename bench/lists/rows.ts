import type { RequestContext } from "#domain/platform/context.ts";
import { getCourse, listCourses } from "#domain/catalog/courses/list-courses.ts";
import { getEventRegistration, listEventRegistrations } from "#domain/events/event-registrations/list-registrations.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { encodeCursor } from "#domain/platform/listing/cursor.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { getPost, listPosts } from "#domain/content/posts/list-posts.ts";
import { type Asked, capturing } from "./capture.ts";

/** A list of a site, and the operation that reads one of its rows by key. */
export interface Row {
  name: string;
  kind: IdKind;
  table: string;
  list: Operation;
  get: Operation;
  /** Name of the ID in the input of `get`. */
  by: string;
  /** Sort key of the request and its column. */
  sort: string;
  column: string;
}

const courses = { kind: "course", table: "courses", list: listCourses, get: getCourse, by: "course" } as const;
const posts = { kind: "post", table: "posts", list: listPosts, get: getPost, by: "post" } as const;
const registrations = {
  kind: "eventRegistration",
  table: "event_registrations",
  list: listEventRegistrations,
  get: getEventRegistration,
  by: "id",
} as const;

export const courseRows: readonly Row[] = [
  { name: "courses, newest first", ...courses, sort: "-created_at", column: "created_at" },
  { name: "courses by name", ...courses, sort: "name", column: "name" },
];

export const growingRows: readonly Row[] = [
  { name: "posts, newest first", ...posts, sort: "-created_at", column: "created_at" },
  { name: "posts by title", ...posts, sort: "title", column: "title" },
  { name: "registrations, newest first", ...registrations, sort: "-created_at", column: "created_at" },
  { name: "registrations, last changed", ...registrations, sort: "-updated_at", column: "updated_at" },
];

export const depths = ["first", "middle", "last"] as const;
/** One row by key, and pages at the beginning, in the middle and at the end. */
export const places = ["key", ...depths] as const;
export type Place = (typeof places)[number];

/** Returns the statements of each list. */
export async function statementsOf(context: RequestContext, row: Row, limit: number): Promise<Record<Place, Asked[]>> {
  const { db, site } = context;
  const { rows: counted } = await db.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${row.table} where site_id = $1`,
    [site.id],
  );
  const { count } = counted[0]!;
  const middle = await rowAt(context, row, Math.floor(count / 2));
  const last = await rowAt(context, row, count - limit - 1);
  const key: Asked[] = [];
  await perform(row.get, { ...context, db: capturing(db, key) }, { [row.by]: formatId(row.kind, middle.id) });
  return {
    key,
    first: await pageAfter(context, row, limit),
    middle: await pageAfter(context, row, limit, middle),
    last: await pageAfter(context, row, limit, last),
  };
}

interface Found {
  id: string;
  value: Date | string;
}

async function rowAt({ db, site }: RequestContext, { table, column, sort }: Row, offset: number): Promise<Found> {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const { rows } = await db.pool.query<Found>(
    `select id, ${column} as value from ${table} where site_id = $1 and deleted_at is null
      order by ${column} ${direction}, id ${direction} offset $2 limit 1`,
    [site.id, offset],
  );
  return rows[0]!;
}

async function pageAfter(context: RequestContext, row: Row, limit: number, after?: Found): Promise<Asked[]> {
  const requested: Asked[] = [];
  const { limit: _limit, cursor: _cursor, includeTotal: _total, ...list } = row.list.input.parse({ sort: [row.sort] });
  const cursor = after && encodeCursor({ id: after.id, value: wireOf(after.value) }, list);
  const input = { sort: [row.sort], limit, ...(cursor !== undefined && { cursor }) };
  const answer = (await perform(row.list, { ...context, db: capturing(context.db, requested) }, input)) as {
    data: unknown[];
  };
  if (answer.data.length !== limit) throw new Error(`${row.name}: got a page of ${answer.data.length} rows.`);
  return requested;
}

const wireOf = (value: Date | string) => (value instanceof Date ? value.toISOString() : value);
