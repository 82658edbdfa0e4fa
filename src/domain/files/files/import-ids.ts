import { contentOf } from "#database/content/content-of.ts";
import type { Context } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";

/** Prefixes of the external IDs by which imports find files with the same content again. */
export const importPrefixes = { courseFolder: "course-folder/", courseDescription: "course-description/" } as const;

/** Description of the field for clients. */
export const aboutExternalId = `ID in another system, unique per site. Must not start with ${Object.values(importPrefixes).join(" or ")}.`;

/** Rejects external IDs of imports, which would take the file of a client for one of theirs. */
export function requireNoImportId(
  { restoresArchive }: Pick<Context, "restoresArchive">,
  externalId: string | null | undefined,
): void {
  const prefix = Object.values(importPrefixes).find((each) => externalId?.startsWith(each));
  if (prefix === undefined || restoresArchive) return;
  const detail = `External IDs of files that start with ${prefix} are reserved for imports. Choose another one.`;
  throw validationFailed("/externalId", "reserved", detail);
}

/** Takes an external ID from a deleted file, so that an import can create the file again. */
export async function releaseImportId(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  externalId: string,
): Promise<void> {
  await db.run`
    update files set external_id = null, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and external_id = ${externalId} and deleted_at is not null`;
}
