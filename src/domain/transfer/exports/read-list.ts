import * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { totalOf } from "#domain/platform/listing/listing.ts";
import { perform } from "#domain/platform/operation.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { ExportName } from "./export-names.ts";
import { lists } from "./lists.ts";
import { itemOf } from "./row-text.ts";

const ListPage = z.object({
  data: z.array(z.unknown()),
  page: z.object({ nextCursor: z.string().nullable(), total: z.number().optional() }),
});

const maxPageSize = 200;

/** Reads the next rows of a list as visible to the caller, in id order. */
export async function readPage(
  context: RequestContext,
  name: ExportName,
  filter: object,
  cursor: string | undefined,
): Promise<{ rows: object[]; next: string | null }> {
  const { list } = lists[name];
  const requested = { ...filter, limit: maxPageSize, ...(cursor !== undefined && { cursor }) };
  const { data, page } = ListPage.parse(await perform(list, { ...context, listsById: true }, requested));
  const encode = compileEncoder(itemOf(name));
  return { rows: await mapInSlices(data, (row) => asRecord(encode(row))), next: page.nextCursor };
}

/** Returns the current number of rows. */
export async function countRows(context: RequestContext, name: ExportName, filter: object): Promise<number> {
  const list = await perform(lists[name].list, context, { ...filter, limit: 1, includeTotal: true });
  return totalOf(ListPage.parse(list));
}
