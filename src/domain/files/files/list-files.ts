import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { anyOf, changeTimes, matching, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { File, FileInFull, type FileRow, purposes, visibilities } from "./file.ts";
import { serializeFile } from "./serialize-file.ts";
import { columns, findFile, ownFiles, requireOwn } from "./queries.ts";
import { findReferences, isUsed } from "./references/references.ts";

const files = listing<FileRow>({
  kind: "file",
  table: sql`files`,
  columns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", filename: "text", byteSize: "bigint" },
  filters: {
    purpose: anyOf(z.enum(purposes), sql`files.purpose`),
    visibility: withoutIndex(anyOf(z.enum(visibilities), sql`files.visibility`)),
    contentType: anyOf(z.string().max(100), sql`files.content_type`),
    unused: matching(z.boolean(), (unused, site) => sql`(${isUsed(site.id)}) = ${!unused}`),
    ...changeTimes(sql`files`),
  },
});

export const listFiles = operation({
  name: "listFiles",
  summary: "List files",
  reads: "storage:write",
  input: files.input,
  output: pageSchemaOf(File),
  run: async (context, input) =>
    mapPage(await files.page(context, input, { of: ownFiles(context) }), (file) => serializeFile(context, file)),
});

export const getFile = operation({
  name: "getFile",
  summary: "Retrieve a file",
  description: "Includes where the file is used.",
  reads: "storage:write",
  input: z.object({ id: Id("file") }),
  output: FileInFull,
  async run(context, { id }) {
    const file = await findFile(context, id);
    if (!file) throw notFound("file", formatId("file", id));
    requireOwn(context, "file", file);
    return { ...serializeFile(context, file), references: await findReferences(context, id) };
  },
});
