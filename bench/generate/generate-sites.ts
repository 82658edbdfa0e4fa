import type { Database } from "#database/database.ts";
import { derivedId } from "#domain/platform/derived-id.ts";
import { insertSite } from "#domain/platform/site/queries.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { analyze, fillSite } from "./generate.ts";
import { defaults } from "./options.ts";

export interface GenerateSitesOptions {
  seed?: number;
  membersPerSite?: number;
  enrollments?: number;
  isCounted?: boolean;
}

/**
 * Creates many small sites with a few members and enrollments each. Returns their IDs. Their origins are
 * https://s1.example.test and so on.
 */
export async function generateSites(
  database: Database,
  count: number,
  { seed = 1, membersPerSite = 5, enrollments = 3, isCounted = false }: GenerateSitesOptions = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_site, index) => derivedId(`generated/${seed}/site/${index}`, index));
  const waiting = [...ids.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, siteId] = next;
      await insertGeneratedSite(database, siteId, index + 1, seed);
      await fillSite(database, {
        siteId,
        seed,
        members: membersPerSite,
        enrollments,
        courses: Math.max(enrollments, 1),
        lecturesPerCourse: 4,
        isCounted,
      });
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  await analyze(database);
  return ids;
}

async function insertGeneratedSite(database: Database, id: string, number: number, seed: number): Promise<void> {
  const host = seed === 1 ? `s${number}.example.test` : `s${number}.seed-${seed}.example.test`;
  const site = {
    id,
    origin: `https://${host}`,
    host,
    name: `School ${number}`,
    description: "",
    defaultLocale: "en",
    mode: "test" as const,
    isDemo: false,
    verifiedSender: null,
    settings: SiteSettings.parse({}),
  };
  if (!(await insertSite(database, site, defaults.now))) {
    throw new Error(`The site https://${host} already exists. Choose another seed.`);
  }
}
