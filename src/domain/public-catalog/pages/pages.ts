import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { Page } from "#domain/content/pages/page.ts";
import { notFound } from "#domain/platform/problem.ts";

const { title, path, locale, layout, seo, blocks, bodyMarkdown, bodyHtml } = Page.shape;

/** A public page: blocks, or Markdown with the rendered HTML. */
const PublicPage = z.object({
  id: Id("page"),
  title,
  path,
  locale,
  layout,
  seo,
  blocks,
  bodyMarkdown,
  bodyHtml,
  blockHtml: z.array(z.string()).nullable(),
  updatedAt: Instant,
  url: z.string(),
});
export type PublicPage = z.output<typeof PublicPage>;

/** Condition for public pages. Static sites are excluded because their files are served elsewhere. */
export const isPublishedPage = sql`
  pages.status = 'published' and pages.page_type = 'content' and pages.deleted_at is null`;

export const showPage = operation({
  name: "showPage",
  summary: "Retrieve a public page by path",
  reads: forAnyone,
  input: z.object({ path: z.string().min(1).max(500) }),
  output: PublicPage,
  async run({ db, site }, { path: requested }) {
    const path = requested.startsWith("/") ? requested : `/${requested}`;
    const page = await db.first<Omit<PublicPage, "url">>`
      select pages.id, pages.title, pages.path, pages.locale, pages.layout, pages.seo, pages.blocks,
             pages.body_markdown, pages.body_html, pages.block_html, pages.updated_at
        from pages where pages.site_id = ${site.id} and pages.path = ${path} and ${isPublishedPage}`;
    if (!page) throw notFound("page", path);
    return { ...page, url: `${site.origin}${page.path}` };
  },
});

const maxPagesPerResponse = 100;

export const browsePages = operation({
  name: "browsePages",
  summary: "List public pages",
  description: "Only the pages that the site wants to be indexed.",
  reads: forAnyone,
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ title: z.string(), path: z.string(), url: z.string() })) }),
  async run({ db, site }) {
    const found = await db.many<{ title: string; path: string }>`
      select pages.title, pages.path from pages
       where pages.site_id = ${site.id} and ${isPublishedPage} and pages.show_in_sitemap
       order by pages.path, pages.id limit ${maxPagesPerResponse}`;
    return { data: found.map((page) => ({ ...page, url: `${site.origin}${page.path}` })) };
  },
});
