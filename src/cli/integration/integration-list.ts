import type { Command } from "commander";
import { perform } from "#domain/platform/operation.ts";
import { everySite } from "#domain/platform/site/every-site.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { textTable } from "#lib/text/text-table.ts";
import { listIntegrations } from "#oauth/integrations/operations.ts";
import { allIntegrations } from "#oauth/integrations/queries.ts";
import type { Installation } from "#server/installation.ts";
import { action } from "../terminal/action.ts";
import { asCli } from "../terminal/caller.ts";
import { requireSite } from "../site/choose-site.ts";
import { integrationDocument } from "./integration-text.ts";

export const addIntegrationListCommand = (integration: Command) =>
  integration
    .command("list")
    .summary("list integrations and the sites that have enabled them")
    .option("--site <site>", "only this site: origin, host or ID")
    .addHelpText("after", "\nExample:\n  $ lectern integration list --site https://learn.school.example")
    .action(
      action(async ({ open, output, now }, options: { site?: string }) => {
        const installation = await open();
        const sites =
          options.site === undefined
            ? await Array.fromAsync(everySite(installation.database))
            : [await requireSite(installation, options.site)];
        const enabledAt = await originsBySlug(installation, sites, now);
        const integrations = (await allIntegrations(installation.database)).map((integration) => ({
          ...integrationDocument(integration),
          enabledAt: enabledAt.get(integration.slug) ?? [],
        }));
        const rows = integrations.map((one) => [one.slug, one.name, hostsText(one), one.clientId, sitesText(one)]);
        const headings = ["integration", "name", "callbacks at", "client ID", "enabled at"];
        output.answer(
          { data: integrations },
          integrations.length > 0 ? textTable(rows, headings) : "There are no integrations.",
        );
      }),
    );

async function originsBySlug(installation: Installation, sites: readonly Site[], now: Date) {
  const origins = new Map<string, string[]>();
  for (const site of sites) {
    for (const { slug, enabled } of await perform(listIntegrations, asCli(installation, site, now), {})) {
      if (enabled) origins.set(slug, [...(origins.get(slug) ?? []), site.origin]);
    }
  }
  return origins;
}

const hostsText = ({ redirectUris }: { redirectUris: readonly string[] }) =>
  [...new Set(redirectUris.map((uri) => new URL(uri).host))].join(", ");

const maxNamed = 3;

function sitesText({ enabledAt }: { enabledAt: readonly string[] }): string {
  const more = enabledAt.length - maxNamed;
  return [...enabledAt.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ") || "-";
}
