import * as z from "zod";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { rowOfReference } from "#domain/platform/row-of-reference.ts";
import { Seo } from "#domain/platform/fields.ts";
import { isListedService } from "../consulting.ts";
import { isListedProduct } from "../digital-products.ts";
import { isVisibleEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isActivePlan } from "../membership-plans.ts";
import { mayReadPost } from "../posts/may-read-post.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isVisible } from "#domain/catalog/courses/public-courses.ts";

const kinds = ["course", "event", "post", "membershipPlan", "digitalProduct", "consultingService", "lecturer"] as const;
type Kind = (typeof kinds)[number];

/** Retrieves fields that only the page of a resource needs: text as HTML and search engine metadata. */
export const showPageContent = operation({
  name: "showPageContent",
  summary: "Retrieve the page context of a public resource",
  access: forAnyone,
  writes: false,
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

const openToAll: Sql = sql`'public' as access, '{}'::uuid[] as plan_ids, null as category_id`;

function find({ db, site, now }: Context, kind: Kind, id: string): Promise<FoundContent | undefined> {
  const row = (table: Sql) => rowOfReference(table, site.id, { id });
  switch (kind) {
    case "course":
      return db.first<FoundContent>`
        select courses.description_html as html, courses.seo, courses.visibility = 'public' as indexed,
               courses.updated_at, ${openToAll}
          from ${row(sql`courses`)} where courses.site_id = ${site.id} and ${isVisible}`;
    case "event":
      return db.first<FoundContent>`
        select events.description_html as html, '{}'::json as seo, events.visibility = 'public' as indexed,
               events.updated_at, ${openToAll}
          from ${row(sql`events`)} where events.site_id = ${site.id} and ${isVisibleEvent}`;
    case "post":
      return db.first<FoundContent>`
        select posts.body_html as html, posts.seo, true as indexed, posts.updated_at, posts.access, posts.plan_ids,
               posts.category_id
          from ${row(sql`posts`)} where posts.site_id = ${site.id} and ${isPublishedPost(now)}`;
    case "membershipPlan":
      return db.first<FoundContent>`
        select membership_plans.description_html as html, membership_plans.faq_html, '{}'::json as seo, membership_plans.visible as indexed,
               membership_plans.updated_at, ${openToAll}
          from ${row(sql`membership_plans`)}
         where membership_plans.site_id = ${site.id} and ${isActivePlan}`;
    case "digitalProduct":
      return db.first<FoundContent>`
        select digital_products.description_html as html, '{}'::json as seo, true as indexed,
               digital_products.updated_at, ${openToAll}
          from ${row(sql`digital_products`)}
         where digital_products.site_id = ${site.id} and ${isListedProduct}`;
    case "consultingService":
      return db.first<FoundContent>`
        select consulting_services.description_html as html, '{}'::json as seo, true as indexed,
               consulting_services.updated_at, ${openToAll}
          from ${row(sql`consulting_services`)}
         where consulting_services.site_id = ${site.id} and ${isListedService}`;
    default:
      return db.first<FoundContent>`
        select lecturers.bio_html as html, '{}'::json as seo, true as indexed, lecturers.updated_at, ${openToAll}
          from ${row(sql`lecturers`)} where lecturers.site_id = ${site.id} and ${isListedLecturer}`;
  }
}
