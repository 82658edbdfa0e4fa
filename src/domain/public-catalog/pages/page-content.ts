import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { Seo } from "#domain/platform/fields.ts";
import { isListedService } from "../consulting.ts";
import { isListedProduct } from "../digital-products.ts";
import { isVisibleEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isActivePlan } from "../membership-plans.ts";
import { mayReadPost } from "../posts/may-read-post.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isVisible } from "#domain/catalog/courses/course-conditions.ts";

const kinds = ["course", "event", "post", "membershipPlan", "digitalProduct", "consultingService", "lecturer"] as const;
type Kind = (typeof kinds)[number];

/** Retrieves fields that only the page of a resource needs: text as HTML and search engine metadata. */
export const showPageContent = operation({
  name: "showPageContent",
  summary: "Retrieve the page context of a public resource",
  reads: forAnyone,
  input: z.object({ kind: z.enum(kinds), id: z.union(kinds.map((kind) => Id(kind))) }),
  output: z.object({
    html: z.string(),
    faqHtml: z.array(z.string()).nullable().optional(),
    seo: Seo,
    indexed: z.boolean(),
    updatedAt: Instant,
  }),
  async run(context, { kind, id }) {
    const found = await find(context, kind, id);
    if (!found) throw notFound(kind, formatId(kind, id));
    const { access, planIds, categoryId, ...content } = found;
    const withheld = access !== "public" && !(await mayReadPost(context, { access, planIds, categoryId }));
    return { ...content, ...(withheld && { html: "" }) };
  },
});

/** Kinds whose cards show the first sentence of their description. */
const described = ["membershipPlan", "digitalProduct", "consultingService"] as const;

export const showCardTexts = operation({
  name: "showCardTexts",
  summary: "Retrieve the descriptions of listed resources as HTML",
  reads: forAnyone,
  input: z.object({ kind: z.enum(described), ids: z.array(z.union(described.map((kind) => Id(kind)))).max(100) }),
  output: z.object({ data: z.array(z.object({ id: z.string(), html: z.string() })) }),
  async run({ db, site, now }, { kind, ids }) {
    const { table, isVisible: isShown } = sources[kind](now);
    const data = await db.many<{ id: string; html: string }>`
      select ${table}.id, ${table}.description_html as html from ${tableNamed(table).withIds(site.id, ids)}
       where ${isShown}`;
    return { data };
  },
});

interface FoundContent {
  html: string;
  /** FAQ answers as HTML. Null if they are not rendered yet. */
  faqHtml?: string[] | null;
  seo: z.output<typeof Seo>;
  /** True if the public catalog lists the resource. False if it is only visible by direct link. */
  indexed: boolean;
  updatedAt: Date;
  access: "public" | "members" | "plans";
  planIds: string[];
  categoryId: string | null;
}

const noSeo = sql`'{}'::json as seo`;
const openToAll = sql`'public' as access, '{}'::uuid[] as plan_ids, null as category_id`;

/** The content of a visible row of each kind, read by its ID. */
const sources: Record<Kind, (now: Date) => { table: Sql; content: Sql; isVisible: Sql }> = {
  course: () => ({
    table: sql`courses`,
    content: sql`courses.description_html as html, courses.seo, courses.visibility = 'public' as indexed, ${openToAll}`,
    isVisible,
  }),
  event: () => ({
    table: sql`events`,
    content: sql`events.description_html as html, ${noSeo}, events.visibility = 'public' as indexed, ${openToAll}`,
    isVisible: isVisibleEvent,
  }),
  post: (now) => ({
    table: sql`posts`,
    content: sql`
      posts.body_html as html, posts.seo, true as indexed, posts.access, posts.plan_ids, posts.category_id`,
    isVisible: isPublishedPost(now),
  }),
  membershipPlan: () => ({
    table: sql`membership_plans`,
    content: sql`
      membership_plans.description_html as html, membership_plans.faq_html, ${noSeo},
      membership_plans.visible as indexed, ${openToAll}`,
    isVisible: isActivePlan,
  }),
  digitalProduct: () => ({
    table: sql`digital_products`,
    content: sql`digital_products.description_html as html, ${noSeo}, true as indexed, ${openToAll}`,
    isVisible: isListedProduct,
  }),
  consultingService: () => ({
    table: sql`consulting_services`,
    content: sql`consulting_services.description_html as html, ${noSeo}, true as indexed, ${openToAll}`,
    isVisible: isListedService,
  }),
  lecturer: () => ({
    table: sql`lecturers`,
    content: sql`lecturers.bio_html as html, ${noSeo}, true as indexed, ${openToAll}`,
    isVisible: isListedLecturer,
  }),
};

function find({ db, site, now }: Context, kind: Kind, id: string): Promise<FoundContent | undefined> {
  const { table, content, isVisible: isShown } = sources[kind](now);
  return db.first<FoundContent>`
    select ${content}, ${table}.updated_at from ${tableNamed(table).withReference(site.id, { id })}
     where ${table}.site_id = ${site.id} and ${isShown}`;
}
