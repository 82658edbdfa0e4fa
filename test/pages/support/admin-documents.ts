import { formatClientId } from "#oauth/clients/client.ts";
import { anApplication } from "../../support/doubles/document-web.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { asks, aSiteOnline, clientOf, storedClient } from "../../oauth/support/document-client.ts";

export const path = "/admin/developers/documents";

export const everything = { openClientMetadataDocuments: true, betaFeatures: ["mcp_connections" as const] };

export async function aRunSite(settings: Partial<SiteSettings> = everything) {
  const site = await aSiteOnline(settings);
  const owner = await site.member({ name: "Olga Mertens", roles: ["owner"] });
  return { site, owner, browser: await site.signedIn(owner) };
}

/** A site with an application it has stored, and the application's admin page. */
export async function met(fields: Record<string, unknown> = {}) {
  const run = await aRunSite();
  const application = anApplication(fields);
  const client = clientOf(application);
  await asks(run.site, client);
  const id = formatClientId((await storedClient(run.site, application))!.id);
  return { ...run, application, client, id, address: `${path}/${id}` };
}

export type Met = Awaited<ReturnType<typeof met>>;

/** Opens the question page and answers it. */
export async function decide({ browser, address }: Met, way: string, fields: Record<string, string> = {}) {
  const page = await browser.open(`${address}/${way}`);
  return browser.submit(page, fields);
}
