import type { Command } from "commander";
import { perform } from "#domain/platform/operation.ts";
import { listPublishedKeys } from "#oauth/published-keys.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { loadSecretKey } from "../secret-key.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { keysDocument, keysText } from "./keys-text.ts";

export const addKeysRotateCommand = (keys: Command) =>
  keys
    .command("rotate")
    .summary("rotate the signing key of a site")
    .option("--immediately", "for a leaked key: sign with the new key now and withdraw all others")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern keys rotate --site https://learn.school.example")
    .action(
      action(async ({ config, open, output, now }, options: { immediately?: true; site?: string }) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, options.site), now);
        await perform(signingKeyRotation(loadSecretKey(config)), context, options);
        const found = await perform(listPublishedKeys, context, {});
        output.answer(keysDocument(found), keysText(found));
      }),
    );
