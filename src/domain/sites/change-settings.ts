import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import { givenOf } from "./given-settings.ts";
import { findSite, updateSettings } from "./queries.ts";
import { SiteSettings } from "./settings.ts";
import type { Site } from "./site.ts";

const Changes = SiteSettings.partial().strict();

/**
 * Changes the settings that are given and leaves the others; for a transaction. Answers the site as it is then. Throws
 * `validation_failed`, with all that is wrong.
 */
export async function changeSettings(context: Context, given: Record<string, unknown>): Promise<Site> {
  const { db, site, now } = context;
  const result = Changes.safeParse(given);
  if (!result.success) {
    const errors = result.error.issues.map(({ path, message }) => ({
      pointer: `/${path.map(String).join("/")}`,
      code: "invalid",
      detail: message,
    }));
    throw new Problem("validation_failed", errors[0]!.detail, { errors });
  }
  const changes = givenOf(result.data, given);
  await updateSettings(db, site.id, changes, now);
  const resourceId = formatId("site", site.id);
  await recordAudit(context, "changeSettings", { resourceType: "site", resourceId, details: changes });
  return (await findSite(db, site.id))!;
}
