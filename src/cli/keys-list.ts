import type { Command } from "commander";
import { listSigningKeys } from "#oauth/signing-keys.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { describeKeys, keysText } from "./keys-text.ts";

export const addKeysListCommand = (keys: Command) =>
  keys
    .command("list")
    .summary("list the published keys of a site")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern keys list --site https://learn.school.example")
    .action(
      action(async ({ open, output, now }, options: { site?: string }) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, options.site), now);
        const found = describeKeys(await listSigningKeys(context, now), now);
        const text = found.length > 0 ? keysText(found) : "No key yet: the first one is made when it is needed.";
        output.answer({ keys: found }, text);
      }),
    );
