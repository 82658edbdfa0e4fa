import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { newId } from "#domain/platform/ids.ts";
import { type DraftFile, draftFiles } from "./catalog/draft-files.ts";
import { demoSites } from "./content/demo-sites.ts";
import type { DemoSite } from "./content/read-school.ts";

/** Parts of a demo that need no database. */
export interface DemoDraft {
  /** Keyed by email address: a person at both sites has one password. */
  passwords: ReadonlyMap<string, { accountId: string; password: string; passwordHash: string }>;
  files: ReadonlyMap<DemoSite, DraftFile[]>;
}

/**
 * `isSmall`: without files. One step after the other, because the database is created at the same time, which
 * needs a core.
 */
export async function draftDemo({ isSmall = false }: { isSmall?: boolean | undefined }): Promise<DemoDraft> {
  const files = new Map<DemoSite, DraftFile[]>();
  if (!isSmall) for (const site of demoSites) files.set(site, await draftFiles(site));
  return { passwords: await hashPasswords(), files };
}

async function hashPasswords(): Promise<DemoDraft["passwords"]> {
  const emails = new Set(demoSites.flatMap(({ team }) => team.map(({ email }) => email)));
  const made = new Map<string, { accountId: string; password: string; passwordHash: string }>();
  for (const email of emails) {
    const password = generatePassword();
    made.set(email, { accountId: newId(), password, passwordHash: await hashPassword(password) });
  }
  return made;
}
