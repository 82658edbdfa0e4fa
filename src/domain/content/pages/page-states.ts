import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { Problem } from "#domain/platform/problem.ts";
import { saysNothing } from "./page-body.ts";
import { PageReference } from "./page-path.ts";
import { Page, type PageRow, serializePage } from "./page.ts";
import { findPage, updatePage } from "./queries.ts";
import { requirePage } from "./save-page.ts";

const aPage = z.object({ page: PageReference });

export const publishPage = operation({
  name: "publishPage",
  summary: "Publish a page",
  writes: "pages:write",
  input: aPage,
  output: Page,
  async run(context, { page: reference }) {
    const page = await requirePage(context, reference);
    const status = lifecycles.page.next("publish", page.status);
    requirePublishable(page);
    return move(context, page, { status, publishedAt: page.publishedAt ?? context.now });
  },
  emits: "page.published",
});

export const unpublishPage = operation({
  name: "unpublishPage",
  summary: "Unpublish a page",
  description: "Returns the page to draft.",
  writes: "pages:write",
  input: aPage,
  output: Page,
  async run(context, { page: reference }) {
    const page = await requirePage(context, reference);
    return move(context, page, { status: lifecycles.page.next("unpublish", page.status) });
  },
  emits: "page.unpublished",
});

export const deletePage = operation({
  name: "deletePage",
  summary: "Delete a page",
  writes: "pages:write",
  input: aPage,
  output: z.object({ id: Id("page"), wasPublished: z.boolean() }),
  async run(context, { page: reference }) {
    const { id, status } = await requirePage(context, reference);
    await updatePage(context, id, { deletedAt: context.now }, context.now);
    await endRedirectsTo(context, id);
    return { id, wasPublished: status === "published" };
  },
  event: (_input, page) => (page.wasPublished ? eventAbout("page.unpublished", "page", page.id) : []),
});

function requirePublishable(page: PageRow): void {
  const error =
    page.pageType === "static_site"
      ? { pointer: "/pageType", code: "no_deployment", detail: "A static site needs files first." }
      : { pointer: "/blocks", code: "empty", detail: "The page has no content yet." };
  if (page.pageType === "static_site" || saysNothing(page)) {
    throw new Problem("not_publishable", error.detail, { errors: [error] });
  }
}

async function move(context: Context, { id }: PageRow, to: Partial<PageRow>) {
  await updatePage(context, id, to, context.now);
  return serializePage(context, await mustExist(findPage(context, { id })));
}
