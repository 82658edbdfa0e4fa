import * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { Row } from "./archive-format.ts";

const ListPage = z.object({
  data: z.array(z.unknown()),
  page: z.object({ nextCursor: z.string().nullable() }).optional(),
});

const maxPageSize = 200;

/** Yields the pages of a list in ID order, in wire format. `input`: parameters in addition to those of the page. */
export async function* readPages(context: RequestContext, list: Operation, input: object = {}): AsyncGenerator<Row[]> {
  const { data } = fieldsIn(list.output);
  if (!(data instanceof z.ZodArray) || !(data.element instanceof z.ZodObject)) {
    throw new Error(`The list ${list.name} has no schema of its items.`);
  }
  const encode = compileEncoder(data.element);
  const isPaged = "limit" in list.input.shape;
  for (let cursor: string | undefined, hasMore = true; hasMore;) {
    const requested = { ...input, ...(isPaged && { limit: maxPageSize }), ...(cursor !== undefined && { cursor }) };
    const page = ListPage.parse(await perform(list, { ...context, listsById: true }, requested));
    yield await mapInSlices(page.data, (row) => asRecord(encode(row)));
    cursor = page.page?.nextCursor ?? undefined;
    hasMore = cursor !== undefined;
  }
}

/** Returns all rows of a short list. */
export async function readAll(context: RequestContext, list: Operation, input: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of readPages(context, list, input)) rows.push(...page);
  return rows;
}

/** Performs an operation and returns its result in wire format. `input`: in wire format; unknown fields are ignored. */
export async function performOnWire(context: RequestContext, operation: Operation, input: Row): Promise<Row> {
  const { value } = compileDecoder(operation.input)(input);
  return asRecord(compileEncoder(operation.output)(await perform(operation, context, value)));
}
