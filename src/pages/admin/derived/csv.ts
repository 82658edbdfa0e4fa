import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { byteOrderMark, csvRecord } from "#lib/csv/csv-record.ts";
import { csvTableOf } from "#lib/csv/csv-table.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import type { FoundPage } from "./addresses.ts";
import { limitDownloads } from "../parts/limit-downloads.ts";
import { filtersOf, readQuery } from "./list-query.ts";
import { adminResourceOf, objectOfPage } from "./resources.ts";
import { itemsOf, operationOf, readWire } from "./load-operation.ts";

const rowsPerRead = 200;

/** Sends all rows of a list with the filters of its page, read piece by piece. */
export async function sendCsv(
  { context, reply }: AdminPageRequest,
  page: FoundPage,
  query: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  await limitDownloads(context);
  const operation = await operationOf(page);
  const { data } = fieldsIn(operation.output);
  const items = data && nodeOf(data);
  if (items?.kind !== "array") throw new Error("The list has no items.");
  const table = csvTableOf(items.element);
  const { label, facts } = adminResourceOf(objectOfPage(page));
  const { wire, sort } = readQuery(filtersOf(operation, [...label, ...facts]), query);
  const requested = {
    ...wire,
    ...(sort !== undefined && { sort: [sort] }),
    ...("limit" in operation.input.shape ? { limit: rowsPerRead } : {}),
  };
  // The first rows are read before the headers are sent, so that a refused query is an error page.
  const first = await readWire(context, page, requested, page.params);
  const name = page.path.slice(page.path.lastIndexOf("/") + 1).replaceAll(/[^\w-]/g, "");
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "no-store")
    .send(Readable.from(records()));

  async function* records(): AsyncGenerator<string> {
    yield byteOrderMark + csvRecord(table.columns);
    for (let read = first; ;) {
      yield itemsOf(read)
        .map((item) => csvRecord(table.cellsOf(item)))
        .join("");
      const { next_cursor: cursor } = asRecord(read.wire["page"]);
      if (typeof cursor !== "string") return;
      read = await readWire(context, page, { ...requested, cursor }, page.params);
    }
  }
}
