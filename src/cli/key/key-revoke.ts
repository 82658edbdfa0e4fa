import type { Command } from "commander";
import { perform } from "#domain/platform/operation.ts";
import { revokeApiKey } from "#oauth/api-keys/operations.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";

export const addKeyRevokeCommand = (key: Command) =>
  key
    .command("revoke")
    .summary("revoke an API key")
    .description("Requests with the key are rejected immediately.")
    .argument("<id>", "ID of the key, as `lectern key list` shows it")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern key revoke key_01k9g2c8p4e6t0v3x5y7z9b1d3")
    .action(
      action(async ({ atSite, output }, id: string, options: { site?: string }) => {
        const context = await atSite(options.site);
        const { name } = await perform(revokeApiKey, context, { id });
        output.answer({ id, name, status: "revoked" }, `The API key "${name}" is revoked.`);
      }),
    );
