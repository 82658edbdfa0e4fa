import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { perform } from "#domain/platform/operation.ts";
import type { SiteDirectory } from "#http/site-directory.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";

/** Saves the site settings that a person changed, and updates the site cache, so that the next page shows them. */
export async function saveSettings(
  { context }: AdminPageRequest,
  sites: SiteDirectory,
  settings: Partial<SiteSettings>,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  const { changeSiteSettings } = await adminOperations.settings();
  await perform(changeSiteSettings, context, { settings });
  await sites.forget(context.site);
}
