import type { Row } from "./archive-format.ts";
import { type ArchivedResource, type ContentName, contentResources } from "./archived-resources.ts";
import { contentPages } from "./archived-rows.ts";
import { changedFields, digestOf, keyOf, withoutNulls, writablePart } from "./compare-rows.ts";
import { completeContent } from "./complete-content.ts";
import { withoutLinks } from "./id-map.ts";
import { toWire } from "#lib/wire/names.ts";
import type { LinkCompletion } from "./link-completion.ts";
import { performOnWire } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";

/** Fields that are set by an operation of their own. */
const derived: Partial<Record<ContentName, readonly string[]>> = {
  consulting_services: ["status"],
};

/**
 * Creates the rows of a resource that the site lacks. A row that the site has with the same values is unchanged, so
 * that an interrupted import can be repeated. One with other values is a conflict: reported, and not changed.
 */
export async function importContent(run: SiteImport, name: ContentName): Promise<void> {
  const existing = await existingRows(run, name);
  for await (const rows of inOrder(run, name)) {
    for (const archived of rows) await importRow(run, name, archived, existing);
  }
}

/** Rows of the site by key, in ID order. Only their IDs if they are read again one by one: there can be many. */
async function existingRows(run: SiteImport, name: ContentName): Promise<Map<string, Row[]>> {
  const { key, get }: ArchivedResource = contentResources[name];
  const existing = new Map<string, Row[]>();
  for await (const page of contentPages(run.context, name)) {
    for (const row of page) {
      const rowKey = keyOf(row, key);
      const keptRow = get ? { id: row["id"] } : row;
      const same = existing.get(rowKey);
      if (same) same.push(keptRow);
      else existing.set(rowKey, [keptRow]);
    }
  }
  return existing;
}

async function importRow(
  run: SiteImport,
  name: ContentName,
  archived: Row,
  existing: ReadonlyMap<string, Row[]>,
): Promise<void> {
  const { context, ids } = run;
  const { create, key, get }: ArchivedResource = contentResources[name];
  await run.attempt(name, archived, async () => {
    const written = (one: Row): Row => writtenPart(name, one);
    const { row, isLinking } = await run.translate(archived, written);
    // Rows with the same key, such as groups with the same name, are matched in order.
    const match = existing.get(keyOf(row, key))?.shift();
    if (!match) {
      const body = bodyOf(name, row);
      const created = await performOnWire(context, create, body);
      ids.set(archived["id"], created["id"]);
      await completeContent(run, name, row, created);
      run.count(name, "created");
      if (isLinking) await run.linking.add(name, { archived, written: written(row), isNew: true });
      return;
    }
    const here = get ? await performOnWire(context, get.operation, { [get.by]: match["id"] }) : match;
    ids.set(archived["id"], here["id"]);
    // Links that are not translated yet are compared later.
    const compared = async (one: Row) => digestOf(isLinking ? await withoutLinks(written(one)) : written(one));
    if ((await compared(row)) !== (await compared(here))) {
      run.compare(name, archived, false);
      run.conflicting.add(archived["id"]);
      return;
    }
    await completeContent(run, name, row, here);
    run.count(name, "unchanged");
    if (isLinking) await run.linking.add(name, { archived, written: written(row), isNew: false });
  });
}

/** The fields that the import writes. The markup of Markdown is rendered again, and can differ. */
function writtenPart(name: ContentName, row: Row): Row {
  const isRendered = typeof row["body_markdown"] === "string";
  return inputOf(name, row, [...(derived[name] ?? []), ...(isRendered ? ["body_html"] : [])]);
}

/** The fields that the operation takes that creates the row, and its parent. */
function inputOf(name: ContentName, row: Row, without: readonly string[] = []): Row {
  const { create, parent }: ArchivedResource = contentResources[name];
  return {
    ...writablePart(row, create.input, without),
    ...(parent && { [toWire(parent.argument)]: row[parent.field] }),
  };
}

export function linksOfContent(name: ContentName): LinkCompletion {
  const { get, update }: ArchivedResource = contentResources[name];
  return {
    translate: ({ ids }, archived, unknown) => ids.translate(writtenPart(name, archived), unknown),
    async save(run, { archived, written: before, isNew }, translated) {
      const id = run.ids.get(archived["id"]);
      if (id === undefined || Object.keys(await changedFields(before, translated)).length === 0) return;
      if (!get || !update) {
        run.reportUntranslated(name, archived);
        return;
      }
      const here = isNew
        ? before
        : writtenPart(name, await performOnWire(run.context, get.operation, { [get.by]: id }));
      const state = await run.linkStateOf(name, archived, here, translated);
      if (state === "different") run.conflicting.add(archived["id"]);
      if (state !== "incomplete") return;
      const changed = await changedFields(here, translated);
      const body = Object.entries(bodyOf(name, translated)).filter(([field]) => field in changed);
      await performOnWire({ ...run.context, ifMatch: "any" }, update, { ...Object.fromEntries(body), [get.by]: id });
    },
  };
}

/** The input of the operation that creates the row. Markup is not taken over: it is rendered or sanitized again. */
function bodyOf(name: ContentName, row: Row): Row {
  const { create }: ArchivedResource = contentResources[name];
  const body = withoutNulls(inputOf(name, row), create.input);
  if (typeof body["body_markdown"] === "string") delete body["body_html"];
  if (Array.isArray(body["blocks"])) delete body["body_markdown"];
  if (name === "consulting_services" && body["status"] === "archived") delete body["status"];
  return body;
}

/** Yields the rows of the archive, subcategories after their parents. */
async function* inOrder({ archive, ids }: SiteImport, name: ContentName): AsyncGenerator<Row[]> {
  if (name !== "course_categories") {
    for await (const row of archive.rows(name)) yield [row];
    return;
  }
  let pending: Row[] = [];
  for await (const row of archive.rows(name)) pending.push(row);
  while (pending.length > 0) {
    const [ready, later] = [pending.filter(isReady), pending.filter((row) => !isReady(row))];
    // Parents that are not part of the archive, or failed: the operation reports them.
    yield ready.length > 0 ? ready : pending;
    pending = ready.length > 0 ? later : [];
  }

  function isReady({ parent_id }: Row): boolean {
    return parent_id === null || ids.has(parent_id);
  }
}
