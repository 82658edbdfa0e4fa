import type { Command } from "commander";
import * as z from "zod";
import { perform } from "#domain/operation.ts";
import { IntegrationView } from "#oauth/integrations/integration.ts";
import { disableIntegration } from "#oauth/integrations/operations.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { switchedText } from "./integration-text.ts";

export const addIntegrationDisableCommand = (integration: Command) =>
  integration
    .command("disable")
    .summary("keep a vendor's platform out of a site")
    .description("Keeps an integration out of a site: it gets no tokens there, and those it has are refused at once.")
    .argument("<slug>", "as `lectern integration list` names it")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern integration disable claude --site https://learn.school.example")
    .action(
      action(async ({ open, output, now }, slug: string, options: { site?: string }) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, options.site), now);
        const switched = await perform(disableIntegration, context, { slug });
        output.answer(z.encode(IntegrationView, switched), switchedText(switched, context.site.origin));
      }),
    );
