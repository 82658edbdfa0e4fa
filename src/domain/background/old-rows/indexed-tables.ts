import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** A table with `search_terms`. */
interface IndexedTable {
  table: Sql;
  /** Columns from which the terms follow. */
  columns: Sql;
  /** Loads the function that returns the terms of a row. It is needed only after an update of the product. */
  load: () => Promise<(site: SiteScope["site"], row: never) => readonly string[]>;
}

/** All tables with search terms. A test compares them with the schema. */
export const indexedTables = {
  courses: {
    table: sql`courses`,
    columns: sql`name, subtitle, description_markdown, tags`,
    load: async () => (await import("#domain/catalog/courses/queries.ts")).searchTermsOfCourse,
  },
  lectures: {
    table: sql`lectures`,
    columns: sql`title, body_markdown`,
    load: async () =>
      (await import("#domain/catalog/curriculum/lectures/search-terms-of-lecture.ts")).searchTermsOfLecture,
  },
  lecturers: {
    table: sql`lecturers`,
    columns: sql`name, title, bio_markdown`,
    load: async () => {
      const { searchTermsOfLecturer } = await import("#domain/catalog/lecturers/queries.ts");
      return (site, row) => searchTermsOfLecturer(site, row).searchTerms;
    },
  },
  events: {
    table: sql`events`,
    columns: sql`name, summary, description_markdown, tags`,
    load: async () => {
      const { searchTermsOfEvent } = await import("#domain/events/events/queries.ts");
      return (site, row) => searchTermsOfEvent(site, row).searchTerms;
    },
  },
  membership_plans: {
    table: sql`membership_plans`,
    columns: sql`name, description_markdown`,
    load: async () => {
      const { searchTermsOfPlan } = await import("#domain/offers/membership-plans/queries.ts");
      return (site, row) => searchTermsOfPlan(site, row).searchTerms;
    },
  },
  digital_products: {
    table: sql`digital_products`,
    columns: sql`name, description_markdown, tags`,
    load: async () => {
      const { searchTermsOfProduct } = await import("#domain/offers/digital-products/queries.ts");
      return (site, row) => searchTermsOfProduct({ site }, row).searchTerms;
    },
  },
  consulting_services: {
    table: sql`consulting_services`,
    columns: sql`name, description_markdown`,
    load: async () => {
      const { searchTermsOfService } = await import("#domain/offers/consulting/queries.ts");
      return (site, row) => searchTermsOfService({ site }, row).searchTerms;
    },
  },
  posts: {
    table: sql`posts`,
    columns: sql`title, excerpt, tags, body_html`,
    load: async () => (await import("#domain/content/posts/post-body.ts")).searchTermsOfPost,
  },
  pages: {
    table: sql`pages`,
    columns: sql`title, path, blocks, body_markdown`,
    load: async () => (await import("#domain/content/pages/page-body.ts")).searchTermsOfPage,
  },
  files: {
    table: sql`files`,
    columns: sql`filename`,
    load: async () => (await import("#domain/files/files/queries.ts")).searchTermsOfFile,
  },
  forms: {
    table: sql`forms`,
    columns: sql`name, fields`,
    load: async () => (await import("#domain/content/forms/queries.ts")).searchTermsOfForm,
  },
  form_submissions: {
    table: sql`form_submissions`,
    columns: sql`answers`,
    load: async () => {
      const { searchTermsOfAnswers } = await import("#domain/content/forms/queries.ts");
      return (site, { answers }: { answers: Parameters<typeof searchTermsOfAnswers>[1] }) =>
        searchTermsOfAnswers(site, answers);
    },
  },
  members: {
    table: sql`members`,
    columns: sql`name, email, phone, external_id, tags, custom_fields`,
    load: async () => (await import("#domain/people/members/member.ts")).searchTermsOfMember,
  },
  groups: {
    table: sql`groups`,
    columns: sql`name, external_id`,
    load: async () => (await import("#domain/learning/groups/queries.ts")).searchTermsOfGroup,
  },
  comments: {
    table: sql`comments`,
    columns: sql`body`,
    load: async () => {
      const { searchTermsFor } = await import("#domain/platform/search/search-terms.ts");
      return (site, { body }: { body: string | null }) => searchTermsFor(site, [body]);
    },
  },
} as const satisfies Record<string, IndexedTable>;
