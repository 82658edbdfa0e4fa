import { contentOf } from "#database/content/content-of.ts";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { ASite } from "../world.ts";

type Fields = Record<string, unknown>;

/**
 * How a resource of each kind is made public, and each way in which it is hidden. `known`: readable by its address
 * alone.
 */
interface Kind {
  table: string;
  /** First path segment of its addresses; none for pages, which have their own paths. */
  list: string | undefined;
  shown: Fields;
  known?: Record<string, Fields>;
  hidden: Record<string, Fields>;
}

const published = { status: "published", publishedAt: now() };
const deleted = { deletedAt: now() };
const later = new Date(now().getTime() + 30 * day);
const when = { format: "online", startsAt: later, endsAt: new Date(later.getTime() + day), timeZone: "Asia/Taipei" };

export const kinds: Record<string, Kind> = {
  course: {
    table: "courses",
    list: "courses",
    shown: { ...published, language: "en" },
    known: { unlisted: { visibility: "unlisted" } },
    hidden: {
      draft: { status: "draft" },
      archived: { status: "archived" },
      "members-only": { visibility: "members_only" },
      deleted,
    },
  },
  event: {
    table: "events",
    list: "events",
    shown: { ...published, ...when },
    known: { unlisted: { visibility: "unlisted" }, canceled: { status: "canceled" } },
    hidden: { draft: { status: "draft" }, "members-only": { visibility: "members_only" }, deleted },
  },
  post: {
    table: "posts",
    list: "posts",
    shown: { ...published, access: "public", locale: "en", bodyHtml: "<p>The tide comes in.</p>" },
    hidden: {
      draft: { status: "draft" },
      archived: { status: "archived" },
      scheduled: { status: "scheduled", publishedAt: later },
      deleted,
    },
  },
  plan: {
    table: "membership_plans",
    list: "membership-plans",
    shown: { status: "active", planType: "recurring" },
    known: { unlisted: { visible: false } },
    hidden: { draft: { status: "draft" }, archived: { status: "archived" }, deleted },
  },
  product: {
    table: "digital_products",
    list: "digital-products",
    shown: published,
    hidden: { draft: { status: "draft" }, deleted },
  },
  service: {
    table: "consulting_services",
    list: "consulting",
    shown: { ...published, durationMinutes: 45 },
    hidden: { draft: { status: "draft" }, deleted },
  },
  lecturer: { table: "lecturers", list: "lecturers", shown: {}, hidden: { invisible: { visible: false }, deleted } },
  page: {
    table: "pages",
    list: undefined,
    shown: {
      ...published,
      pageType: "content",
      locale: "en",
      bodyMarkdown: "We are here.",
      bodyHtml: "<p>We are here.</p>",
    },
    known: { "not-in-the-map": { showInSitemap: false } },
    hidden: { draft: { status: "draft" }, static: { pageType: "static_site" }, deleted },
  },
};

/** The address of a resource of a kind by its name: `shown`, or why it is hidden. */
export const addressOf = (kind: string, name: string): string => {
  const { list } = kinds[kind]!;
  return list === undefined ? `/${slugOf(kind, name)}` : `/${list}/${slugOf(kind, name)}`;
};

const slugOf = (kind: string, name: string): string => (name === "shown" ? `shown-${kind}` : `secret-${kind}-${name}`);

/** One public resource of each kind, and one for each way in which it is hidden, named "Secret". */
export async function publishEverything({ site }: ASite): Promise<void> {
  for (const [kind, { table, shown, known = {}, hidden }] of Object.entries(kinds)) {
    const all = { shown: {}, ...known, ...hidden };
    for (const [name, fields] of Object.entries(all)) await publish(site, kind, table, name, { ...shown, ...fields });
  }
}

async function publish(site: ASite["site"], kind: string, table: string, name: string, fields: Fields): Promise<void> {
  const title = name === "shown" ? `Shown ${kind}` : `Secret ${kind}, ${name}`;
  const slug = slugOf(kind, name);
  const called = kind === "post" || kind === "page" ? { title } : { name: title };
  const placed = kind === "page" ? { path: `/${slug}` } : { slug };
  const row = {
    siteId: contentOf(site.id),
    id: newId(),
    ...called,
    ...placed,
    searchTerms: searchTermsFor(site, [title]),
    createdAt: now(),
    updatedAt: now(),
    ...fields,
  };
  await insert[table]!(row);
}

const insert: Record<string, (row: Fields) => Promise<number>> = {
  courses: (row) => database.run`insert into courses ${rows(row)}`,
  events: (row) => database.run`insert into events ${rows(row)}`,
  posts: (row) => database.run`insert into posts ${rows(row)}`,
  membership_plans: (row) => database.run`insert into membership_plans ${rows(row)}`,
  digital_products: (row) => database.run`insert into digital_products ${rows(row)}`,
  consulting_services: (row) => database.run`insert into consulting_services ${rows(row)}`,
  lecturers: (row) => database.run`insert into lecturers ${rows(row)}`,
  pages: (row) => database.run`insert into pages ${rows(row)}`,
};
