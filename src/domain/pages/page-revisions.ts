import * as z from "zod";
import { sql } from "#database/sql.ts";
import { about } from "#domain/audit/about.ts";
import { formatId, Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { listing, pageOf } from "#domain/listing/listing.ts";
import { operation } from "#domain/operation.ts";
import { notFound } from "#domain/problem.ts";
import { PageReference } from "./page-path.ts";
import { Page } from "./page.ts";
import { findPage, findRevision } from "./queries.ts";
import { changePage, requirePage } from "./save-page.ts";

const PageRevision = z
  .object({
    object: z.literal("page_revision"),
    id: Id("pageRevision"),
    pageId: Id("page"),
    revision: z.number().int().min(0),
    title: z.string(),
    /** Who made it; null for the command line. */
    memberId: Id("member").nullable(),
    createdAt: Instant,
  })
  .meta({ id: "PageRevision" });
type Row = Omit<z.output<typeof PageRevision>, "object">;

const revisions = listing<Row>({
  kind: "pageRevision",
  table: sql`page_revisions`,
  columns: sql`
    page_revisions.id, page_revisions.page_id, page_revisions.revision, page_revisions.title, page_revisions.member_id,
    page_revisions.created_at`,
  defaultSort: "-revision",
  sorts: {
    revision: { column: sql`page_revisions.revision`, type: "integer", of: (row: Row) => row.revision },
  },
  filters: {},
  keepsDeleted: false,
});

export const listPageRevisions = operation({
  name: "listPageRevisions",
  summary: "List the revisions of a page that are kept, the last one first",
  access: { scope: "pages:read" },
  writes: false,
  input: revisions.input.extend({ page: PageReference }),
  output: pageOf(PageRevision),
  async run(context, { page: reference, ...input }) {
    const page = await findPage(context, reference);
    if (!page) throw notFound("page", "id" in reference ? formatId("page", reference.id) : reference.path);
    const found = await revisions.page(context, input, sql`page_revisions.page_id = ${page.id}`);
    return { ...found, data: found.data.map((row) => ({ object: "page_revision" as const, ...row })) };
  },
});

export const restorePageRevision = operation({
  name: "restorePageRevision",
  summary: "Let a page say again what it said at a revision; that makes a new one",
  access: { scope: "pages:write" },
  writes: true,
  input: z.object({
    page: PageReference,
    rev: z
      .string()
      .regex(/^\d{1,9}$/, "Expected the number of a revision.")
      .transform(Number)
      .meta({ description: "Number of a revision of the page" }),
  }),
  output: Page,
  async run(context, { page: reference, rev }) {
    const page = await requirePage(context, reference);
    const wanted = await findRevision(context, page.id, rev);
    if (!wanted) throw notFound("revision", String(rev));
    const { title, blocks, bodyMarkdown } = wanted;
    return changePage(context, page, { title, ...(blocks ? { blocks } : bodyMarkdown !== null && { bodyMarkdown }) });
  },
  audit: (_input, { id }) => about("page", id),
});
