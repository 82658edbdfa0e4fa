import { type Deleted, type Page, pagesOf } from "./pages.ts";

/** A page of changes, oldest first. */
export interface Changes<Item> {
  /** Rows that were created or changed. Some were read before: store them by ID. */
  data: Item[];
  /** Rows that were deleted. */
  deleted: Required<Deleted>[];
  /** True if all rows are read, because `since` is undefined or too old: remove rows that no page contains. */
  isFull: boolean;
  /** Store it after these changes, and pass it to the next run. Undefined if the list has no rows yet. */
  since: string | undefined;
}

/** The query parameters of a page of changes. */
export interface ChangesQuery {
  sort: ["updated_at"];
  include_deleted: true;
  updated_at?: { gte: string };
  cursor?: string;
}

/** Long transactions become visible late, so each run starts before the newest change that the last one read. */
const overlapMs = 60_000;
/** The server knows deleted rows for 90 days. */
const knownMs = 89 * 86_400_000;

/** Reads the changes of a list since the last run. */
export async function* changesOf<Item>(
  readPage: (query: ChangesQuery) => Promise<Page<Item>>,
  { since: last, now = new Date() }: { since?: string | undefined; now?: Date } = {},
): AsyncGenerator<Changes<Item>, void> {
  const from = last === undefined ? Number.NaN : Date.parse(last);
  if (last !== undefined && Number.isNaN(from)) throw new TypeError(`since is no timestamp: ${last}`);
  const isFull = !(now.getTime() - from < knownMs);
  const range = isFull ? {} : { updated_at: { gte: new Date(from - overlapMs).toISOString() } };
  let since = isFull ? undefined : last;
  const query = { ...range, sort: ["updated_at"], include_deleted: true } satisfies ChangesQuery;
  for await (const { data, deleted = [] } of pagesOf((cursor) =>
    readPage({ ...query, ...(cursor !== undefined && { cursor }) }),
  )) {
    for (const at of [...data.map(updatedAtOf), ...deleted.map(({ deleted_at: at }) => at)]) {
      if (at !== undefined && (since === undefined || Date.parse(at) > Date.parse(since))) since = at;
    }
    yield { data, deleted: deleted.filter(isComplete), isFull, since };
  }
}

const isComplete = (row: Deleted): row is Required<Deleted> => row.id !== undefined && row.deleted_at !== undefined;

function updatedAtOf(item: unknown): string {
  const at = typeof item === "object" && item !== null && "updated_at" in item ? item.updated_at : undefined;
  if (typeof at === "string") return at;
  throw new TypeError("Changes need updated_at of each row: request it in fields.");
}
