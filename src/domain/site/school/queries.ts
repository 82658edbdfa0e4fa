import { contentOf } from "#database/content/content-of.ts";
import { assignments, sql } from "#database/statements/sql.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import type { SchoolRecord, SchoolRow } from "./school.ts";
import type { Money } from "#domain/platform/fields.ts";
import { validationFailed } from "#domain/platform/problem.ts";

/** The profile shows the name of the site and pictures of its appearance. */
const columns = sql`
  sites.name, sites.description, sites.default_locale, schools.support_email,
  coalesce(schools.time_zone, 'UTC') as time_zone, coalesce(schools.default_currency, 'USD') as default_currency,
  coalesce(schools.currencies, '{USD}') as currencies, coalesce(schools.legal, '{}') as legal,
  coalesce(schools.social, '{}') as social, coalesce(schools.seo, '{}') as seo,
  coalesce(schools.settings, '{}') as settings, coalesce(schools.metadata, '{}') as metadata,
  coalesce(schools.version, 1) as version, schools.slug, sites.created_at,
  greatest(schools.updated_at, sites.updated_at, appearances.updated_at) as updated_at`;

export async function findSchool({ db, site }: SiteScope): Promise<SchoolRecord> {
  return db.one<SchoolRecord>`
    select ${columns}, appearances.logo_file_id, appearances.cover_file_id
      from sites
      left join schools on schools.site_id = ${site.id}
      left join appearances on appearances.site_id = ${site.id}
     where sites.id = ${site.id}`;
}

/** Returns the currencies in which the school sells, beginning with its default. */
export async function findCurrencies({ db, site }: SiteScope): Promise<string[]> {
  const found = await db.first<{ currencies: string[] }>`
    select array[default_currency] || array_remove(currencies, default_currency) as currencies from schools where site_id = ${site.id}`;
  return found?.currencies ?? ["USD"];
}

/** Creates the row if missing and locks it until the transaction ends. Its timestamps are those of the site. */
export async function lockSchool(scope: SiteScope): Promise<SchoolRecord> {
  const { db, site } = scope;
  await db.run`
    insert into schools (site_id, created_at, updated_at)
    select id, created_at, created_at from sites where id = ${contentOf(site.id)}
    on conflict do nothing`;
  await db.run`select site_id from schools where site_id = ${site.id} for no key update`;
  return findSchool(scope);
}

export async function updateSchool({ db, site }: SiteScope, changes: Partial<SchoolRow>, now: Date): Promise<void> {
  await db.run`
    update schools set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${contentOf(site.id)}`;
}

export const countCatalog = async ({ db, site }: SiteScope) =>
  await db.one<{ courses: number; lecturers: number; posts: number }>`
    select (select count(*) from courses where courses.site_id = ${site.id} and courses.deleted_at is null) as courses,
           (select count(*) from lecturers where lecturers.site_id = ${site.id} and lecturers.deleted_at is null)
             as lecturers,
           (select count(*) from posts where posts.site_id = ${site.id} and posts.deleted_at is null) as posts`;

/**
 * Refuses prices in a currency in which the school does not sell. `prices` are keyed by their pointers. A price that
 * has such a currency already (`before`) may keep it, and so may prices of an archive of the site.
 */
export async function requireCurrencies(
  context: Pick<Context, "db" | "site" | "restoresArchive">,
  prices: Readonly<Record<string, Money | null | undefined>>,
  before?: Money | null,
): Promise<void> {
  const requested = Object.entries(prices).flatMap(([pointer, price]) =>
    price && price.currency !== before?.currency ? [{ pointer, currency: price.currency }] : [],
  );
  if (requested.length === 0 || context.restoresArchive) return;
  const allowed = await findCurrencies(context);
  const wrong = requested.find(({ currency }) => !allowed.includes(currency));
  if (!wrong) return;
  throw validationFailed(
    `${wrong.pointer}/currency`,
    "not_allowed",
    `The school does not sell in ${wrong.currency}. Expected ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}, ` +
      "or add the currency to the currencies of the school.",
  );
}
