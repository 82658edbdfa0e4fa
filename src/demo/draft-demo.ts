import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { startTexts } from "#domain/content/markdown/clean-texts.ts";
import { newId } from "#domain/platform/ids.ts";
import { drawMedia, type MediaOfLectures } from "./catalog/draw-media.ts";
import { demoSites } from "./content/demo-sites.ts";

/** Parts of a demo that need no database. */
export interface DemoDraft {
  /** Keyed by email address: a person at both sites has one password. */
  passwords: ReadonlyMap<string, { accountId: string; password: string; passwordHash: string }>;
  media: MediaOfLectures;
}

/**
 * `isSmall`: without films and sounds. One step after the other, because the database is created at the same time, which
 * needs a core.
 */
export async function draftDemo({ isSmall = false }: { isSmall?: boolean | undefined }): Promise<DemoDraft> {
  const media: MediaOfLectures = isSmall ? new Map() : drawMedia(demoSites);
  await startTexts();
  return { passwords: await hashPasswords(), media };
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
