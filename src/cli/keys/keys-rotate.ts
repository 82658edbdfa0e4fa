import type { Command } from "commander";
import { listCredentialKeys, rotateCredentialKey } from "#domain/learning/open-badges/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { listPublishedKeys } from "#oauth/published-keys.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { textTable } from "#lib/text/text-table.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { keysDocument, keysText } from "./keys-text.ts";

interface Options {
  immediately?: true;
  badges?: true;
  site?: string;
}

export const addKeysRotateCommand = (keys: Command) =>
  keys
    .command("rotate")
    .summary("rotate the signing key of a site")
    .option("--immediately", "for a leaked key: sign with the new key now and withdraw all others")
    .option("--badges", "rotate the Open Badges signing key; with --immediately, badges of former keys become invalid")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern keys rotate --site https://learn.school.example")
    .action(
      action(async ({ config, atSite, output }, { badges, ...options }: Options) => {
        const context = await atSite(options.site);
        if (badges) {
          const key = deriveKey(loadSecretKey(config), "lectern open badges");
          const input = { withdraw: options.immediately ?? false };
          const { kid } = await perform(rotateCredentialKey, { ...context, badges: { key } }, input);
          const { keys } = await perform(listCredentialKeys, context, {});
          const published = keys.map((one) => ({ kid: one.kid, state: one.kid === kid ? "signing" : "verifying" }));
          const rows = published.map((one) => [one.kid, one.state]);
          return output.answer({ keys: published }, textTable(rows, ["kid", "state"]));
        }
        await perform(signingKeyRotation(loadSecretKey(config)), context, options);
        const found = await perform(listPublishedKeys, context, {});
        output.answer(keysDocument(found), keysText(found));
      }),
    );
