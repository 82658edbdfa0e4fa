import type { RequestContext } from "#domain/platform/context.ts";
import { totalOf } from "#domain/platform/listing/listing.ts";
import { perform } from "#domain/platform/operation.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { ExportName } from "./export-names.ts";
import { lists } from "./lists.ts";
import { itemOf } from "./row-text.ts";

interface ListPage {
  data: unknown[];
  page: { nextCursor: string | null; total?: number };
}

/** Maximum page size of a list. */
const pageSize = 200;

/** Reads the next rows of a list as visible to the caller, in id order. */
export async function readPage(
  context: RequestContext,
  name: ExportName,
  filter: object,
  cursor: string | undefined,
): Promise<{ rows: object[]; next: string | null }> {
  const { list } = lists[name];
  const requested = { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) };
  const { data, page } = (await perform(list, { ...context, listsById: true }, requested)) as ListPage;
  const encode = compileEncoder(itemOf(name));
  return { rows: await mapInSlices(data, (row) => encode(row) as object), next: page.nextCursor };
}

/** Returns the current number of rows. */
export async function countRows(context: RequestContext, name: ExportName, filter: object): Promise<number> {
  return totalOf((await perform(lists[name].list, context, { ...filter, limit: 1, includeTotal: true })) as ListPage);
}
