import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId } from "#domain/platform/ids.ts";
import { anyOf, changeTimes, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import type { PageBody } from "./page-body.ts";
import { PageReference } from "./page-path.ts";
import { Page, type PageRow, pageStatuses, PageSummary, pageTypes, serializePage } from "./page.ts";
import { findPage, summaryColumns } from "./queries.ts";

type Listed = Omit<PageRow, keyof PageBody>;

const pages = listing<Listed>({
  kind: "page",
  table: sql`pages`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", title: "text", path: "text" },
  filters: {
    status: withoutIndex(anyOf(z.enum(pageStatuses), sql`pages.status`)),
    pageType: withoutIndex(anyOf(z.enum(pageTypes), sql`pages.page_type`)),
    locale: withoutIndex(anyOf(z.string().max(35), sql`pages.locale`)),
    ...changeTimes(sql`pages`),
  },
});

export const listPages = operation({
  name: "listPages",
  summary: "List pages",
  description: "Includes drafts.",
  reads: "pages:read",
  input: pages.input,
  output: pageSchemaOf(PageSummary),
  run: async (context, input) => mapPage(await pages.page(context, input), (page) => serializePage(context, page)),
});

export const getPage = operation({
  name: "getPage",
  summary: "Retrieve a page",
  reads: "pages:read",
  input: z.object({ page: PageReference }),
  output: Page,
  async run(context, { page: reference }) {
    const page = await findPage(context, reference);
    if (!page) throw notFound("page", "id" in reference ? formatId("page", reference.id) : reference.path);
    return serializePage(context, page);
  },
});
