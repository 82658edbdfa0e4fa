import type { Database, Queries } from "#database/database.ts";
import { insertAccount } from "#domain/people/accounts/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { objectKey } from "#domain/platform/storage/storage.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { countSites } from "#domain/platform/site/queries.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { plantCategories, plantCourses, plantLecturers } from "./catalog/plant-courses.ts";
import { plantEvents } from "./catalog/plant-events.ts";
import { plantFiles } from "./catalog/plant-files.ts";
import { plantOffers } from "./catalog/plant-offers.ts";
import { plantProfile, plantSchool } from "./catalog/plant-school.ts";
import { plantWriting } from "./catalog/plant-writing.ts";
import { demoSites } from "./content/demo-sites.ts";
import type { DemoSite } from "./content/read-school.ts";
import type { DemoEnvironment } from "#demo/demo-environment.ts";
import { type DemoFile, writeDemoFile } from "./demo-file.ts";
import type { DemoDraft } from "./draft-demo.ts";
import { enroll, readTaught } from "./enroll.ts";
import { plantGuest } from "./history/plant-guest.ts";
import { plantHistory } from "./history/plant-history.ts";
import { daysFrom, type Planting } from "./planting.ts";
import { noteFiles, removeUnsettledFiles } from "./unsettled-files.ts";
import { joinSite } from "#domain/people/members/access/join-site.ts";

/** Advisory lock key of the process that creates the demo. Any constant works. */
export const demoLock = 8_243_118_002;

/**
 * Creates the demo in one transaction and writes the file before its commit. Returns undefined while another process
 * creates it. After a crash there is nothing, a complete demo with its passwords, or a file of nonexistent sites, which
 * the next start on the empty installation replaces.
 */
export async function plantDemo(
  database: Database,
  draft: DemoDraft,
  environment: DemoEnvironment,
): Promise<DemoFile | undefined> {
  return database.transaction(async (db) => {
    const { taken } = await db.one<{ taken: boolean }>`select pg_try_advisory_xact_lock(${demoLock}) as taken`;
    if (!taken) return undefined;
    // Never those of a demo that another process has completed meanwhile.
    if ((await countSites(db)) === 0) await removeUnsettledFiles(environment.dataFolder, environment.storage.store);
    await plantAccounts(db, draft.passwords, environment.now);
    // Concurrently: one school is computed while the database runs a statement of the other.
    const sites = await Promise.all(
      demoSites.map((content) => plantSite({ database, db }, content, draft, environment)),
    );
    writeDemoFile(environment.dataFolder, { sites });
    return { sites };
  });
}

async function plantAccounts(db: Queries, passwords: DemoDraft["passwords"], now: Date): Promise<void> {
  for (const [email, { accountId: id, passwordHash }] of passwords) {
    const account = { id, email, emailVerifiedAt: now, passwordHash, locale: null, createdAt: now };
    if (!(await insertAccount(db, account))) throw new Problem("already_exists", `${email} already has an account.`);
  }
}

async function plantSite(
  { database, db }: { database: Database; db: Queries },
  content: DemoSite,
  { passwords, files: drafts }: DemoDraft,
  { port, dataFolder, now, storage, payments, createKey, isSmall = false }: DemoEnvironment,
): Promise<DemoFile["sites"][number]> {
  const { hostname, name, description, locale, settings, team, timeZone } = content;
  const origin = `http://${hostname}:${port}`;
  const input = { origin, name, description, locale, settings, isDemo: true };
  const site = await createSite(db, input, daysFrom(now, -200), { kind: "system" });

  const members = new Map<string, string>();
  const accounts: DemoFile["sites"][number]["members"] = [];
  for (const { email, name, roles, since } of team) {
    const { accountId, password } = mustGet(passwords, email);
    const joining = { accountId, email, name, roles };
    const { member } = await joinSite({ db, site }, joining, isSmall ? now : daysFrom(now, -since));
    members.set(email, member.id);
    accounts.push({ email, password, roles: [...roles] });
  }

  const [owner] = accounts;
  const memberId = mustGet(members, owner?.email ?? "");
  const { accountId } = mustGet(passwords, owner?.email ?? "");
  const caller = { kind: "session", sessionId: newId(), memberId, accountId, roles: owner?.roles ?? [] } as const;
  const tells = { events: false, notices: false };
  const context = { db, site, caller, now, requestId: null, address: null, storage, payments, tells };
  const draftsOfSite = drafts.get(content) ?? [];
  const objects = draftsOfSite.flatMap((draft) => draft.objects);
  noteFiles(
    dataFolder,
    objects.map(({ id }) => objectKey(site.id, id)),
  );
  const files = await plantFiles(context, draftsOfSite);
  const planting: Planting = { database, context, timeZone, files };
  await plantContent(planting, content, members, isSmall);
  const apiKey = await createKey(context, memberId);
  return { id: formatId("site", site.id), origin: site.origin, name, apiKey, members: accounts };
}

async function plantContent(planting: Planting, content: DemoSite, team: Map<string, string>, isSmall: boolean) {
  const { context } = planting;
  const { now } = context;
  await plantProfile(planting, content);
  if (!isSmall) {
    await plantSchool(planting, content);
    await plantLecturers(planting, content, team);
    await plantCategories(planting, content);
  }
  await plantCourses(planting, content, { isSmall });
  const taught = await readTaught(context);
  for (const { email, enrollments } of content.team) {
    for (const one of enrollments) await enroll(context, mustGet(team, email), one, taught, now);
  }
  if (isSmall) return;
  await plantOffers(planting, content);
  await plantEvents(planting, content);
  await plantWriting(planting, content, team);
  const student = content.team.find(({ roles }) => roles.includes("student") && roles.length === 1);
  const teacher = content.team.find(({ roles }) => roles.includes("lecturer"));
  if (!student || !teacher) throw new Error("The demo needs a student and a lecturer.");
  const { name, email, since } = student;
  const guest = { id: mustGet(team, email), name, email, joinedAt: daysFrom(now, -since), habit: "steady" as const };
  const cast = { guest, teacherId: mustGet(team, teacher.email) };
  await plantHistory(planting, content, cast);
  await plantGuest(planting, content, cast);
}
