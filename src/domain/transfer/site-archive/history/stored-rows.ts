import type * as z from "zod";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { Row } from "../archive-format.ts";

/** Yields rows that no operation lists, in wire format. */
export async function* storedRows(schema: z.ZodObject, pages: AsyncIterable<object[]>): AsyncGenerator<Row[]> {
  const encode = compileEncoder(schema);
  for await (const page of pages) yield await mapInSlices(page, (row) => asRecord(encode(row)));
}
