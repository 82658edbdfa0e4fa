import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { hashPassword } from "#domain/people/accounts/password.ts";
import { newId } from "#domain/platform/ids.ts";
import { drawMedia, type MediaOfLectures } from "./catalog/draw-media.ts";
import { demoSites } from "./content/demo-sites.ts";

/** Parts of a demo that need no database. */
export interface DemoDraft {
  /** Keyed by email address: a person at both sites has one password. */
  passwords: ReadonlyMap<string, { accountId: string; password: string; passwordHash: string }>;
  media: MediaOfLectures;
}

/** `isSmall`: without films and sounds. */
export async function draftDemo({ isSmall = false }: { isSmall?: boolean | undefined }): Promise<DemoDraft> {
  const hashing = hashPasswords();
  const media: MediaOfLectures = isSmall ? new Map() : drawMedia(demoSites);
  return { passwords: await hashing, media };
}

async function hashPasswords(): Promise<DemoDraft["passwords"]> {
  const emails = new Set(demoSites.flatMap(({ team }) => team.map(({ email }) => email)));
  const made = [...emails].map(async (email) => {
    const password = generatePassword();
    return [email, { accountId: newId(), password, passwordHash: await hashPassword(password) }] as const;
  });
  return new Map(await Promise.all(made));
}
