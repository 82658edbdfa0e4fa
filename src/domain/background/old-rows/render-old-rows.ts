import { contentIn } from "#database/content/content-of.ts";
import type { Database, Queries } from "#database/database.ts";
import { sql, type Sql } from "#database/statements/sql.ts";
import type { HomeSection } from "#domain/site/appearance/home-section.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Block } from "#domain/content/pages/block.ts";
import { readSite } from "#domain/platform/site/queries.ts";

/** Per statement: the texts of these rows can total 20 MB. */
const maxRows = 50;

/** Texts that predate the stored HTML. */
interface OldTexts {
  table: Sql;
  key: Sql;
  source: Sql;
  target: Sql;
  /** The condition of the partial index on these rows. */
  condition: Sql;
  /** Loads the function that returns the texts of a source. There are rarely any rows. */
  loadTexts: () => Promise<(source: never) => readonly string[]>;
  stored: (htmls: string[]) => string[] | string;
}

const single = { loadTexts: async () => (text: string) => [text], stored: ([html = ""]: string[]) => html };
const several = { stored: (htmls: string[]) => htmls };

const oldTexts: readonly OldTexts[] = [
  {
    ...several,
    table: sql`pages`,
    key: sql`id`,
    source: sql`blocks`,
    target: sql`block_html`,
    condition: sql`block_html is null and blocks is not null`,
    async loadTexts() {
      const { markdownOf } = await import("#domain/content/pages/block.ts");
      return (blocks: Block[]) => blocks.flatMap(markdownOf);
    },
  },
  {
    ...several,
    table: sql`appearances`,
    key: sql`site_id`,
    source: sql`home_sections`,
    target: sql`home_section_html`,
    condition: sql`home_section_html is null and home_sections is not null`,
    async loadTexts() {
      const { markdownOf } = await import("#domain/site/appearance/home-section.ts");
      return (sections: HomeSection[]) => sections.flatMap(markdownOf);
    },
  },
  {
    ...several,
    table: sql`membership_plans`,
    key: sql`id`,
    source: sql`faq`,
    target: sql`faq_html`,
    condition: sql`faq_html is null`,
    loadTexts: async () => (faq: { answerMarkdown: string }[]) => faq.map(({ answerMarkdown }) => answerMarkdown),
  },
  {
    ...single,
    table: sql`forms`,
    key: sql`id`,
    source: sql`description_markdown`,
    target: sql`description_html`,
    condition: sql`description_html is null`,
  },
  {
    ...single,
    table: sql`lectures`,
    key: sql`id`,
    source: sql`body_markdown`,
    target: sql`body_html`,
    condition: sql`body_html is null and body_markdown is not null`,
  },
];

/** The sites with rows that have no HTML yet. */
export async function sitesToRender(db: Queries): Promise<string[]> {
  const found = await Promise.all(
    oldTexts.map(
      ({ table, condition }) => db.many<{ siteId: string }>`select distinct site_id from ${table} where ${condition}`,
    ),
  );
  return [...new Set(found.flat().map(({ siteId }) => siteId))];
}

/** Stores the HTML of rows from before it was stored, at every site. Returns how many there were. */
export async function renderOldRows(db: Database): Promise<number> {
  let total = 0;
  for (const siteId of await sitesToRender(db)) {
    const site = await readSite(db, siteId);
    for (const texts of oldTexts) total += await renderRows({ db, site }, texts);
  }
  return total;
}

async function renderRows(scope: { db: Database; site: SiteScope["site"] }, old: OldTexts): Promise<number> {
  for (let total = 0; ;) {
    const rendered = await scope.db.transaction((db) => renderBatch({ ...scope, db }, old));
    total += rendered;
    if (rendered < maxRows) return total;
  }
}

/** The version stays: for clients nothing has changed. */
async function renderBatch({ db, site }: SiteScope, { table, key, source, target, ...old }: OldTexts): Promise<number> {
  const rows = await db.many<{ key: string; source: never }>`
    select ${key} as key, ${source} as source from ${table}
     where site_id = ${site.id} and ${old.condition} order by ${key} limit ${maxRows} for no key update skip locked`;
  if (rows.length === 0) return 0;
  const textsOf = await old.loadTexts();
  const { htmlsOrSources } = await import("#domain/platform/texts/html-or-source.ts");
  for (const row of rows) {
    const htmls = await htmlsOrSources({ site }, textsOf(row.source));
    await db.run`
      update ${table} set ${target} = ${old.stored(htmls)} where site_id = ${contentIn(table, site.id)} and ${key} = ${row.key}`;
  }
  return rows.length;
}
