import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ExternalId, Html, LanguageTag, Markdown, Metadata, Seo } from "#domain/platform/fields.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { Block } from "./block.ts";
import { PagePath } from "./page-path.ts";

export const pageStatuses = ["draft", "published"] as const;
export const pageTypes = ["content", "static_site"] as const;

export const writablePage = {
  title: trimmed().min(1, "Expected a title.").max(200),
  path: PagePath,
  locale: LanguageTag,
  layout: z.enum(["default", "wide", "bare"]),
  seo: Seo,
  showInSitemap: z.boolean(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** Input content of a page: either blocks or Markdown. */
const Body = z.object({ blocks: z.array(Block).max(200), bodyMarkdown: Markdown }).partial();

const PageType = z.enum(pageTypes).meta({
  description: "A static site is a folder of files, served from a separate host",
});

/** A standalone page of the site, such as About or Contact. */
export const Page = versionedResource("page", {
  ...writablePage,
  pageType: PageType,
  blocks: Body.shape.blocks.unwrap().nullable(),
  bodyMarkdown: Markdown.nullable(),
  bodyHtml: Html.nullable(),
  status: z.enum(pageStatuses),
  publishedAt: Instant.nullable(),
  revision: z
    .number()
    .int()
    .min(0)
    .meta({ description: "Incremented by each change of the content or presentation of the page" }),
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A page in lists, without its content. */
export const PageSummary = Page.omit({ blocks: true, bodyMarkdown: true, bodyHtml: true }).meta({ id: "PageSummary" });

export const NewPageFields = z
  .object({ ...writablePage, pageType: PageType, ...Body.shape })
  .partial()
  .required({ title: true, path: true });
export type NewPageFields = z.output<typeof NewPageFields>;

export const PageChanges = patchSchemaOf(writablePage).extend(Body.shape);
export type PageChanges = z.output<typeof PageChanges>;

export interface PageRow extends Omit<z.output<typeof Page>, "object" | "url"> {
  /** HTML of the blocks' Markdown texts, in order. Loaded for visitors only; null if not rendered yet. */
  blockHtml?: string[] | null;
  version: number;
}

type Serialized<Row> = Row & { object: "page"; url: string };

export const serializePage = <Row extends Pick<PageRow, "path">>(
  { site }: Pick<SiteScope, "site">,
  page: Row,
): Serialized<Row> => ({
  ...page,
  object: "page",
  url: `${site.origin}${page.path}`,
});
