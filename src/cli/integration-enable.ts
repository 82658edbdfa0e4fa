import type { Command } from "commander";
import * as z from "zod";
import { perform } from "#domain/operation.ts";
import { IntegrationView } from "#oauth/integrations/integration.ts";
import { enableIntegration } from "#oauth/integrations/operations.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { switchedText } from "./integration-text.ts";

export const addIntegrationEnableCommand = (integration: Command) =>
  integration
    .command("enable")
    .summary("let a site use a vendor's platform")
    .description("Lets people at a site use an integration. What they allowed it before it was disabled counts again.")
    .argument("<slug>", "as `lectern integration list` names it")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern integration enable claude --site https://learn.school.example")
    .action(
      action(async ({ open, output, now }, slug: string, options: { site?: string }) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, options.site), now);
        const switched = await perform(enableIntegration, context, { slug });
        output.answer(z.encode(IntegrationView, switched), switchedText(switched, context.site.origin));
      }),
    );
