import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { parseId } from "#domain/platform/ids.ts";
import { findSite, findSiteByHost } from "#domain/platform/site/queries.ts";
import { parseOrigin } from "#lib/settings/origin.ts";
import { readConfig } from "../../src/server/config.ts";
import { type Installation, openInstallation } from "../../src/server/installation.ts";
import { generate } from "./generate.ts";
import { generateSites } from "./generate-sites.ts";

const usage = `Usage: node bench/generate/main.ts --site <site> [options]
       node bench/generate/main.ts --sites <number> [options]

Fills a site with members and enrollments, or creates many small sites. The same seed generates the same rows.

  --site <site>          origin, host or ID of an existing site without generated courses
  --sites <number>       number of sites to create, with a few members each
  --members <number>     members per site (default 10000; with --sites: 5)
  --enrollments <number> enrollments per member (default 10; with --sites: 3)
  --courses <number>     courses per site (default 100)
  --seed <number>        seed of the random values (default 1)
  --help                 show this help

Uses the database of the settings (LECTERN_DATA, DATABASE_URL), like the lectern command.
`;

try {
  const { values } = parseArgs({
    options: {
      site: { type: "string" },
      sites: { type: "string" },
      members: { type: "string" },
      enrollments: { type: "string" },
      courses: { type: "string" },
      seed: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else if ((values.site === undefined) === (values.sites === undefined))
    throw new Error("Pass --site <site> or --sites <number>.");
  else await run(values);
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\n\nSee node bench/generate/main.ts --help\n`,
  );
  process.exitCode = 2;
}

type Values = Partial<Record<"site" | "sites" | "members" | "enrollments" | "courses" | "seed", string>>;

async function run(values: Values): Promise<void> {
  const seed = whole("seed", values.seed, 1, 0);
  const many = values.sites !== undefined;
  const members = whole("members", values.members, many ? 5 : 10_000);
  const enrollments = whole("enrollments", values.enrollments, many ? 3 : 10, 0);
  const courses = whole("courses", values.courses, 100);
  const sites = whole("sites", values.sites, 1);
  const installation = await openInstallation(readConfig(process.env), { role: "command", log: note });
  const begin = performance.now();
  try {
    if (many) await generateSites(installation.database, sites, { seed, membersPerSite: members, enrollments });
    else {
      const siteId = await requireSite(installation, values.site!);
      await generate(installation.database, {
        siteId,
        members,
        enrollments,
        courses,
        seed,
        onProgress: progress(members),
      });
    }
  } finally {
    await installation.close();
  }
  const made = (many ? sites : 1) * members;
  note(
    `${made.toLocaleString("en")} members, ${(made * enrollments).toLocaleString("en")} enrollments in ${((performance.now() - begin) / 1000).toFixed(1)} s`,
  );
}

async function requireSite({ database }: Installation, named: string): Promise<string> {
  const id = parseId("site", named);
  const host = parseOrigin(named)?.host ?? named.toLowerCase();
  const site = id ? await findSite(database, id) : await findSiteByHost(database, host);
  if (!site) throw new Error(`There is no site ${named}. Create one: lectern site create --help`);
  return site.id;
}

function progress(members: number) {
  return (done: number): void => {
    if (done !== members && done % 50_000 !== 0) return;
    note(`${done.toLocaleString("en")} of ${members.toLocaleString("en")} members`);
  };
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

function whole(option: string, text: string | undefined, defaultValue: number, least = 1): number {
  if (text === undefined) return defaultValue;
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= 100_000_000) return number;
  throw new Error(`--${option} requires an integer of at least ${least}, not "${text}".`);
}
