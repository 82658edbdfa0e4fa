import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { Appearance } from "#domain/site/appearance/appearance.ts";
import { serializeAppearance } from "#domain/site/appearance/serialize-appearance.ts";
import { findAppearance } from "#domain/site/appearance/queries.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { School } from "#domain/site/school/school.ts";
import { schoolSettings, settingsFrom } from "#domain/site/school/settings.ts";
import { keptUntilChanged } from "../content-version.ts";
import { isListedService } from "../consulting.ts";
import { isListedProduct } from "../digital-products.ts";
import { isListedEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isListedPlan } from "../membership-plans.ts";
import { type MenuEntry, menuOf } from "./menu.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";
import { publicFile } from "../public-file.ts";

const Offered = z.object({
  courses: z.boolean(),
  events: z.boolean(),
  plans: z.boolean(),
  posts: z.boolean(),
  lecturers: z.boolean(),
  products: z.boolean(),
  consulting: z.boolean(),
});
export type Offered = z.output<typeof Offered>;

const appearance = Appearance.pick({
  colors: true,
  darkMode: true,
  fonts: true,
  cornerRadius: true,
  density: true,
  customCss: true,
  headerHtml: true,
  footerHtml: true,
  homeSections: true,
  logoUrl: true,
  logoDarkUrl: true,
  faviconUrl: true,
  coverUrl: true,
  revision: true,
});

/** Context of every public page: appearance, menu, school. */
const PageShell = z.object({
  appearance,
  /** The Markdown of the home sections as HTML, in order. Null if it is not rendered yet. */
  homeSectionHtml: z.array(z.string()).nullable(),
  /** Names of the colors and fonts that the school has set. All others come from the theme. */
  chosen: z.object({ colors: z.array(z.string()), fonts: z.array(z.string()) }),
  menu: z.array(z.custom<MenuEntry>()),
  offered: Offered,
  school: School.pick({ supportEmail: true, legal: true, social: true, seo: true, timeZone: true }),
  settings: z.object({ general: schoolSettings.general, seo: schoolSettings.seo }),
});
export type PageShell = z.output<typeof PageShell> & {
  /** Without the school's own CSS and HTML, see `plainShell`. */
  isPlain?: boolean;
};

/**
 * Returns the look without the school's own CSS and HTML, for pages that ask for a password: those who may change the
 * look must not be able to change how such a page reads.
 */
export const plainShell = (shell: PageShell): PageShell => ({
  ...shell,
  appearance: { ...shell.appearance, customCss: "", headerHtml: "", footerHtml: "" },
  isPlain: true,
});

export const showPageShell = operation({
  name: "showPageShell",
  summary: "Retrieve the look and menu of the public pages",
  reads: forAnyone,
  input: z.object({}),
  output: PageShell,
  run: async (context) => keptShell(context),
});

async function readShell(context: Context): Promise<PageShell> {
  const [found, school, offered, visible] = await Promise.all([
    findAppearance(context),
    findSchool(context),
    findOffered(context),
    publicPictures(context),
  ]);
  const looks = serializeAppearance(context, found);
  const { general, seo } = settingsFrom(school.settings);
  const addressOf = (id: string | null, address: string | null) => (id !== null && visible.has(id) ? address : null);
  return {
    appearance: {
      ...looks,
      logoUrl: addressOf(looks.logoFileId, looks.logoUrl),
      logoDarkUrl: addressOf(looks.logoDarkFileId, looks.logoDarkUrl),
      faviconUrl: addressOf(looks.faviconFileId, looks.faviconUrl),
      coverUrl: addressOf(looks.coverFileId, looks.coverUrl),
    },
    homeSectionHtml: "since" in found ? null : found.homeSectionHtml,
    chosen:
      "since" in found
        ? { colors: [], fonts: [] }
        : { colors: Object.keys(found.colors), fonts: Object.keys(found.fonts) },
    menu: await menuOf(context, looks.navigation),
    offered,
    school,
    settings: { general, seo },
  };
}

/** Every page of a site, also those of members, shows it: without this, it takes five statements of each. */
const keptShell = keptUntilChanged(readShell);

/**
 * Returns the kinds of resources that the catalog contains, so that menus do not link to empty lists. Follows an index
 * of each to the first row: a bitmap would be made of all rows of the site.
 */
async function findOffered({ db, site, now }: Context): Promise<Offered> {
  return db.one<Offered>`
    select ${inIndexOrder} exists (select from courses where courses.site_id = ${site.id} and ${isListed}) as courses,
           exists (select from events
                    where events.site_id = ${site.id} and ${isListedEvent} and events.ends_at > ${now}) as events,
           exists (select from membership_plans
                    where membership_plans.site_id = ${site.id} and ${isListedPlan}) as plans,
           exists (select from posts where posts.site_id = ${site.id} and ${isPublishedPost(now)}) as posts,
           exists (select from lecturers where lecturers.site_id = ${site.id} and ${isListedLecturer}) as lecturers,
           exists (select from digital_products
                    where digital_products.site_id = ${site.id} and ${isListedProduct}) as products,
           exists (select from consulting_services
                    where consulting_services.site_id = ${site.id} and ${isListedService}) as consulting`;
}

const picture = (column: Sql): Sql => publicFile(sql`appearances`, column);

/** Returns the IDs of the appearance images that are public. */
async function publicPictures({ db, site }: Context): Promise<ReadonlySet<string>> {
  const found = await db.first<{ ids: (string | null)[] }>`
    select array[${picture(sql`appearances.logo_file_id`)}, ${picture(sql`appearances.logo_dark_file_id`)},
                 ${picture(sql`appearances.favicon_file_id`)}, ${picture(sql`appearances.cover_file_id`)}] as ids
      from appearances where appearances.site_id = ${site.id}`;
  return new Set((found?.ids ?? []).flatMap((id) => id ?? []));
}
