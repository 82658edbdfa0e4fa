import * as z from "zod";
import { sql } from "#database/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { columns, deleteRedirect as removeRedirect, findRedirect, insertRedirect, lockRedirect } from "./queries.ts";
import { NewRedirect, Redirect, type RedirectRow } from "./redirect.ts";

const redirects = listing<RedirectRow>({
  kind: "redirect",
  table: sql`redirects`,
  columns,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: { column: sql`redirects.created_at`, type: "timestamptz", of: (row: RedirectRow) => row.createdAt },
    updatedAt: { column: sql`redirects.updated_at`, type: "timestamptz", of: (row: RedirectRow) => row.updatedAt },
  },
  filters: { updatedAt: range(Instant, sql`redirects.updated_at`) },
});

const serialize = (redirect: RedirectRow) => ({ object: "redirect" as const, ...redirect });

export const listRedirects = operation({
  name: "listRedirects",
  summary: "List redirects",
  access: { scope: "pages:read" },
  writes: false,
  input: redirects.input,
  output: pageSchemaOf(Redirect),
  async run(context, input) {
    const found = await redirects.page(context, input);
    return { ...found, data: found.data.map(serialize) };
  },
});

export const createRedirect = operation({
  name: "createRedirect",
  summary: "Create a redirect",
  access: { scope: "pages:write" },
  writes: true,
  input: NewRedirect,
  output: Redirect,
  async run(context, { status = 301, ...fields }) {
    if (fields.from === fields.to) throw validationFailed("/to", "circular", "A redirect cannot point to itself.");
    const id = newId();
    if (!(await insertRedirect(context, { ...fields, status, id }, context.now))) {
      throw new Problem("already_exists", `There is a redirect from ${fields.from}, or one with this external_id.`);
    }
    return serialize(await mustExist(findRedirect(context, id)));
  },
  version: ({ version }) => version,
  audit: (_input, { id }) => about("redirect", id),
});

export const deleteRedirect = operation({
  name: "deleteRedirect",
  summary: "Delete a redirect",
  access: { scope: "pages:write" },
  writes: true,
  input: z.object({ id: Id("redirect") }),
  output: z.object({ id: Id("redirect") }),
  async run(context, { id }) {
    const existing = await lockRedirect(context, id);
    if (!existing) throw notFound("redirect", formatId("redirect", id));
    requireVersion(context, existing);
    await removeRedirect(context, id, context.now);
    return { id };
  },
  audit: (_input, { id }) => about("redirect", id),
});
