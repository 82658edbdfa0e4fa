import type { Command } from "commander";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { listApiKeys } from "#oauth/api-keys/operations.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";

export const addKeyListCommand = (key: Command) =>
  key
    .command("list")
    .summary("list the newest 200 API keys of a site")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern key list --site https://learn.school.example")
    .action(
      action(async ({ atSite, output }, options: { site?: string }) => {
        const context = await atSite(options.site);
        const { data } = await perform(listApiKeys, context, { limit: 200 });
        const keys = data.map((one) => ({
          ...one,
          id: formatId("apiKey", one.id),
          memberId: formatId("member", one.memberId),
        }));
        const rows = keys.map(({ id, name, ending, status, memberEmail, expiresAt, lastUsedAt, lastUsedAddress }) => [
          id,
          name,
          `lak_…${ending}`,
          status,
          memberEmail ?? "-",
          expiresAt.toISOString().slice(0, 10),
          lastUsedAt ? `${lastUsedAt.toISOString().slice(0, 16)}Z ${lastUsedAddress ?? ""}`.trim() : "never",
        ]);
        const headings = ["id", "name", "key", "status", "member", "expires", "last used"];
        output.answer({ data: keys }, keys.length > 0 ? textTable(rows, headings) : "There are no API keys.");
      }),
    );
