import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { shownAmong } from "#domain/files/files/references/require-files.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import { PageReference } from "./page-path.ts";
import { Page, type PageRow } from "./page.ts";
import { findPage, findRevision } from "./queries.ts";
import { changePage, requirePage } from "./save-page.ts";

const PageRevision = resourceSchema("pageRevision", {
  pageId: Id("page"),
  revision: z.number().int().min(0),
  title: z.string(),
  /** Author of the revision; null for the command line. */
  memberId: Id("member").nullable(),
  createdAt: Instant,
});
type Row = Omit<z.output<typeof PageRevision>, "object">;

const revisions = listing<Row>({
  kind: "pageRevision",
  table: sql`page_revisions`,
  columns: sql`
    page_revisions.id, page_revisions.page_id, page_revisions.revision, page_revisions.title, page_revisions.member_id,
    page_revisions.created_at`,
  defaultSort: "-revision",
  sorts: { revision: "integer" },
  filters: {},
  keepsDeleted: false,
});

export const listPageRevisions = operation({
  name: "listPageRevisions",
  summary: "List the revisions of a page",
  description: "Newest first.",
  reads: "pages:read",
  input: revisions.input.extend({ page: PageReference }),
  output: pageSchemaOf(PageRevision),
  async run(context, { page: reference, ...input }) {
    const page = await findPage(context, reference);
    if (!page) throw notFound("page", "id" in reference ? formatId("page", reference.id) : reference.path);
    return mapPage(await revisions.page(context, input, { of: sql`page_revisions.page_id = ${page.id}` }), (row) => ({
      object: "page_revision" as const,
      ...row,
    }));
  },
});

/** A revision's image that is no longer available, at its index in that revision. */
const LostImage = z
  .object({ pointer: z.string(), code: z.literal("image_lost"), detail: z.string() })
  .meta({ id: "LostImage" });

export const restorePageRevision = operation({
  name: "restorePageRevision",
  summary: "Restore a revision of a page",
  description: "Creates a new revision with the content of the old one, without images that have been deleted.",
  writes: "pages:write",
  input: z.object({
    page: PageReference,
    rev: z
      .string()
      .regex(/^\d{1,9}$/, "Expected a revision number.")
      .transform(Number)
      .meta({ description: "Revision number of the page" }),
  }),
  output: versioned(Page.extend({ warnings: z.array(LostImage) })),
  async run(context, { page: reference, rev }) {
    const page = await requirePage(context, reference);
    const revision = await findRevision(context, page.id, rev);
    if (!revision) throw notFound("revision", String(rev));
    const { title, bodyMarkdown } = revision;
    const { blocks, warnings } = await withoutLostImages(context, revision.blocks);
    const body = blocks ? { blocks } : bodyMarkdown !== null && { bodyMarkdown };
    const outcome = await changePage(context, page, { title, ...body });
    return outcome.map((restored) => ({ ...restored, warnings }));
  },
});

/** Removes images whose files were deleted or made private since. */
async function withoutLostImages(context: Context, blocks: PageRow["blocks"]) {
  const images = (blocks ?? []).flatMap((block) => ("fileId" in block ? [block.fileId] : []));
  const visible = await shownAmong(context, images);
  const isLost = (block: NonNullable<PageRow["blocks"]>[number]) => "fileId" in block && !visible.has(block.fileId);
  const warnings = (blocks ?? []).flatMap((block, index) =>
    "fileId" in block && isLost(block) ? [lostImage(block.fileId, index)] : [],
  );
  return { blocks: blocks && blocks.filter((block) => !isLost(block)), warnings };
}

const lostImage = (fileId: string, index: number): z.output<typeof LostImage> => ({
  pointer: `/blocks/${index}`,
  code: "image_lost",
  detail: `The file ${formatId("file", fileId)} is deleted or private. Its image was omitted.`,
});
