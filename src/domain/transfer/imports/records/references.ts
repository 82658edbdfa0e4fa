import { type Sql, sql } from "#database/statements/sql.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { typedEntries } from "#lib/json/typed-object.ts";
import { toWire } from "#lib/wire/names.ts";

type NameKind = "id" | "externalId" | "email" | "slug";

/** A kind of record that rows reference, with its identifier columns. */
export interface Referable {
  /** Its name in messages. */
  word: string;
  kind: IdKind;
  table: Sql;
  /** True if deleted records can be referenced. */
  withDeleted?: true;
}

const columns: Record<NameKind, { column: Sql; type: Sql }> = {
  id: { column: sql`id`, type: sql`uuid[]` },
  externalId: { column: sql`external_id`, type: sql`text[]` },
  email: { column: sql`email_key`, type: sql`text[]` },
  slug: { column: sql`slug`, type: sql`text[]` },
};

/** Fields of the row that hold identifiers: `{ id: "courseId", slug: "courseSlug" }`. */
type Fields<Row> = Partial<Record<NameKind, keyof Row & string>>;

/**
 * Resolves references to ids, with one statement per kind of identifier. Returns null if a row has no reference, and a
 * Problem if the record does not exist or two identifiers disagree.
 */
export async function refer<Row extends object>(
  scope: SiteScope,
  what: Referable,
  rows: readonly Row[],
  fields: Fields<Row>,
): Promise<(string | null | Problem)[]> {
  const ways = typedEntries(fields).flatMap(([name, field]) => (field === undefined ? [] : [{ name, field }]));
  const idsByName = new Map<NameKind, Map<string, string>>();
  for (const { name, field } of ways) {
    const requested = new Set(rows.flatMap((row) => nameOf(name, row[field]) ?? []));
    if (requested.size > 0) idsByName.set(name, await findByName(scope, what, name, [...requested]));
  }
  return rows.map((row) => {
    let id: string | null = null;
    let first = "";
    for (const { name, field } of ways) {
      const called = nameOf(name, row[field]);
      if (called === undefined) continue;
      const resolved = idsByName.get(name)?.get(called);
      if (resolved === undefined) return missing(what, field, name === "id" ? formatId(what.kind, called) : called);
      if (id !== null && id !== resolved) return different(what, first, field);
      [id, first] = [resolved, field];
    }
    return id;
  });
}

const nameOf = (name: NameKind, value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined;
  return name === "email" ? emailKey(value) : value;
};

const missing = ({ word }: Referable, field: string, called: string) =>
  validationFailed(`/${field}`, "not_found", `There is no ${word} ${called} at this site.`);

const different = ({ word }: Referable, first: string, second: string) =>
  validationFailed(
    `/${second}`,
    "conflict",
    `${toWire(first)} and ${toWire(second)} refer to different ${word}s: omit one of them.`,
  );

async function findByName(
  { db, site }: SiteScope,
  { table, withDeleted }: Referable,
  name: NameKind,
  requested: readonly string[],
): Promise<Map<string, string>> {
  const { column, type } = columns[name];
  const among = withDeleted ? sql`true` : sql`deleted_at is null`;
  const found = await db.many<{ id: string; name: string }>`
    select id, ${column}::text as name from ${table}
     where site_id = ${site.id} and ${column} = any(${requested}::${type}) and ${among}`;
  return new Map(found.map(({ id, name }) => [name, id]));
}

/** Requires a reference of a new record. */
export function required(id: string | null, pointer: string, expected: string): string {
  if (id === null) throw missingReference(pointer, expected);
  return id;
}

export const missingReference = (pointer: string, expected: string): Problem =>
  validationFailed(pointer, "required", `Expected ${expected}.`);

/** Returns what a row refers to. Throws its problem. */
export function foundAt<Found>(found: readonly (Found | Problem)[], index: number): Found {
  const reference = itemAt(found, index);
  if (reference instanceof Problem) throw reference;
  return reference;
}

/** A row with its references resolved to ids: null if the row has none. `own`: the existing record. */
export type Resolved<Row, Reference extends string> = { row: Row; own: string | null } & Record<
  Reference,
  string | null
>;

/** Resolves the references of rows, and finds the existing records. A wrong reference is the problem of its row. */
export async function resolveRows<
  Row extends { id?: string | undefined; externalId?: string | null | undefined },
  Reference extends string,
>(
  scope: SiteScope,
  what: Referable,
  rows: readonly Row[],
  references: Record<Reference, readonly [Referable, Fields<Row>]>,
): Promise<(Resolved<Row, Reference> | Problem)[]> {
  const ownIds = await findOwn(scope, what, rows);
  const resolved = new Map<Reference, (string | null | Problem)[]>();
  for (const [name, [referred, fields]] of typedEntries(references)) {
    resolved.set(name, await refer(scope, referred, rows, fields));
  }
  return resolveEach(rows, (row, index) => {
    const ids = [...resolved].map(([name, ofRows]) => [name, foundAt(ofRows, index)] as const);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The names are those of the references.
    return { row, own: foundAt(ownIds, index), ...Object.fromEntries(ids) } as Resolved<Row, Reference>;
  });
}

/** Returns one result per row; a thrown Problem is the result of its row only. */
export const resolveEach = <Row, Resolved>(
  rows: readonly Row[],
  resolve: (row: Row, index: number) => Resolved,
): (Resolved | Problem)[] =>
  rows.map((row, index) => {
    try {
      return resolve(row, index);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error;
    }
  });

export const referables = {
  member: { word: "member", kind: "member", table: sql`members` },
  course: { word: "course", kind: "course", table: sql`courses` },
  coursePlan: { word: "course plan", kind: "coursePlan", table: sql`course_plans` },
  lecture: { word: "lecture", kind: "lecture", table: sql`lectures` },
  enrollment: { word: "enrollment", kind: "enrollment", table: sql`enrollments` },
  membershipPlan: { word: "membership plan", kind: "membershipPlan", table: sql`membership_plans` },
  membershipPricing: { word: "price", kind: "membershipPricing", table: sql`membership_pricings` },
  order: { word: "order", kind: "order", table: sql`orders` },
  subscription: { word: "subscription", kind: "subscription", table: sql`subscriptions` },
  form: { word: "form", kind: "form", table: sql`forms` },
  post: { word: "post", kind: "post", table: sql`posts` },
  submission: { word: "submission", kind: "submission", table: sql`submissions` },
  formSubmission: { word: "submission", kind: "formSubmission", table: sql`form_submissions` },
  review: { word: "review", kind: "review", table: sql`reviews` },
  comment: { word: "comment", kind: "comment", table: sql`comments` },
} as const satisfies Record<string, Referable>;

/**
 * Finds existing records by the rows' own id or external id; null for new ones. An unknown id is a Problem, because it
 * may belong to another site.
 */
export async function findOwn(
  scope: SiteScope,
  what: Referable,
  rows: readonly { id?: string | undefined; externalId?: string | null | undefined }[],
): Promise<(string | null | Problem)[]> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const names = rows.flatMap(({ externalId }) => externalId ?? []);
  const existingIds = ids.length > 0 ? await findByName(scope, what, "id", ids) : new Map<string, string>();
  const named = names.length > 0 ? await findByName(scope, what, "externalId", names) : new Map<string, string>();
  return rows.map(({ id, externalId }) => {
    const idOfExternalId = externalId ? named.get(externalId) : undefined;
    if (id === undefined) return idOfExternalId ?? null;
    if (!existingIds.has(id)) return notHere(what, id);
    return idOfExternalId === undefined || idOfExternalId === id ? id : taken(what);
  });
}

const notHere = ({ word, kind }: Referable, id: string) =>
  validationFailed(
    "/id",
    "not_found",
    `There is no ${word} ${formatId(kind, id)} at this site. Omit id for rows from another site.`,
  );

const taken = ({ word }: Referable) => new Problem("already_exists", `Another ${word} has this external_id.`);
