import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { checked } from "#domain/platform/checked.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { explicitSettingsOf } from "./explicit-settings.ts";
import { readSite, setVerifiedSender, updateSettings } from "#domain/platform/site/queries.ts";
import { operatorSettings, ownerSettings, SiteSettings } from "#domain/platform/site/settings.ts";
import type { Site } from "#domain/platform/site/site.ts";

const Changes = SiteSettings.partial().strict();

/**
 * Updates the provided settings. Requires a transaction. Returns the updated site. Throws `validation_failed` with all
 * issues.
 */
export async function changeSettings(context: Context, input: Record<string, unknown>): Promise<Site> {
  const { db, site, now } = context;
  const changes = explicitSettingsOf(checked(Changes, input), input);
  requireOperator(context, changes);
  requireOwner(context, changes);
  await updateSettings(db, site.id, changes, now);
  if ("senderAddress" in changes && changes["senderAddress"] !== site.verifiedSender) {
    await setVerifiedSender(db, site.id, null, now);
  }
  await recordAudit(context, "changeSettings", about("site", site.id, changes));
  return readSite(db, site.id);
}

function requireOperator({ caller }: Context, changes: object): void {
  const refused = operatorSettings.find((name) => name in changes);
  if (refused === undefined || caller.kind === "cli") return;
  throw new Problem(
    "role_required",
    `${refused} can only be changed by the server operator, with \`lectern site set\`.`,
  );
}

function requireOwner({ caller }: Context, changes: object): void {
  const refused = ownerSettings.find((name) => name in changes);
  if (refused === undefined || caller.kind === "cli") return;
  if (caller.kind === "session" && caller.roles.includes("owner")) return;
  throw new Problem("role_required", `${refused} can only be changed by an owner of the site, in a browser.`);
}
