import type { Command } from "commander";
import { perform } from "#domain/platform/operation.ts";
import { listPublishedKeys } from "#oauth/published-keys.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { keysDocument, keysText } from "./keys-text.ts";

export const addKeysListCommand = (keys: Command) =>
  keys
    .command("list")
    .summary("list the published keys of a site")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern keys list --site https://learn.school.example")
    .action(
      action(async ({ atSite, output }, options: { site?: string }) => {
        const context = await atSite(options.site);
        const found = await perform(listPublishedKeys, context, {});
        const text = found.length > 0 ? keysText(found) : "There are no keys yet. The first one is created on demand.";
        output.answer(keysDocument(found), text);
      }),
    );
