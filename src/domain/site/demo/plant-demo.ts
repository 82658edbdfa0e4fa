import type { Database, Queries } from "#database/database.ts";
import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { insertAccount } from "#domain/people/accounts/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { joinSite } from "#domain/people/members/join-site.ts";
import { Problem } from "#domain/platform/problem.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { mustGet } from "#lib/must-get.ts";
import type { DemoSite } from "./content/content.ts";
import { fernhill } from "./content/fernhill.ts";
import { shanhai } from "./content/shanhai.ts";
import type { DemoPlace } from "./create-demo.ts";
import { type DemoFile, writeDemoFile } from "./demo-file.ts";
import { enroll } from "./enroll.ts";
import { teach } from "./teach.ts";

/** Keyed by email address: a person at both sites has one password. */
type Passwords = ReadonlyMap<string, { accountId: string; password: string; passwordHash: string }>;

const contents = [fernhill, shanhai];

/**
 * Creates the demo in one transaction and writes the file before its commit. After a crash there is nothing, a
 * complete demo with its passwords, or a file of nonexistent sites, which the next start on the empty installation
 * replaces.
 */
export async function plantDemo(database: Database, { port, dataFolder, now }: DemoPlace): Promise<DemoFile> {
  const passwords = await makePasswords();
  return database.transaction(async (db) => {
    await plantAccounts(db, passwords, now);
    const sites: DemoFile["sites"] = [];
    for (const content of contents) {
      sites.push(await plantSite(db, content, passwords, { origin: `http://${content.hostname}:${port}`, now }));
    }
    writeDemoFile(dataFolder, { sites });
    return { sites };
  });
}

async function makePasswords(): Promise<Passwords> {
  const emails = new Set(contents.flatMap(({ members }) => members.map(({ email }) => email)));
  const made = [...emails].map(async (email) => {
    const password = generatePassword();
    return [email, { accountId: newId(), password, passwordHash: await hashPassword(password) }] as const;
  });
  return new Map(await Promise.all(made));
}

async function plantAccounts(db: Queries, passwords: Passwords, now: Date): Promise<void> {
  for (const [email, { accountId: id, passwordHash }] of passwords) {
    const account = { id, email, emailVerifiedAt: now, passwordHash, locale: null, createdAt: now };
    if (!(await insertAccount(db, account))) throw new Problem("already_exists", `${email} already has an account.`);
  }
}

async function plantSite(
  db: Queries,
  { name, description, locale, settings, courses, members }: DemoSite,
  passwords: Passwords,
  { origin, now }: { origin: string; now: Date },
): Promise<DemoFile["sites"][number]> {
  const site = await createSite(db, { origin, name, description, locale, settings, isDemo: true }, now, {
    kind: "system",
  });
  const scope = { db, site };
  const taught = await teach(scope, courses, now);

  const known: DemoFile["sites"][number]["members"] = [];
  for (const { email, name, roles, enrollments = [] } of members) {
    const { accountId, password } = mustGet(passwords, email);
    const { member } = await joinSite(scope, { accountId, email, name, roles }, now);
    for (const enrollment of enrollments) await enroll(scope, member.id, enrollment, taught, now);
    known.push({ email, password, roles: [...roles] });
  }
  return { id: formatId("site", site.id), origin: site.origin, name, members: known };
}
