import type { Command } from "commander";
import * as z from "zod";
import { perform } from "#domain/platform/operation.ts";
import { IntegrationView } from "#oauth/integrations/integration.ts";
import { enableIntegration } from "#oauth/integrations/operations.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { switchedText } from "./integration-text.ts";

export const addIntegrationEnableCommand = (integration: Command) =>
  integration
    .command("enable")
    .summary("enable an integration at a site")
    .description("Enables an integration at a site. Grants from before it was disabled become valid again.")
    .argument("<slug>", "slug, as listed by `lectern integration list`")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern integration enable claude --site https://learn.school.example")
    .action(
      action(async ({ atSite, output }, slug: string, options: { site?: string }) => {
        const context = await atSite(options.site);
        const switched = await perform(enableIntegration, context, { slug });
        output.answer(z.encode(IntegrationView, switched), switchedText(switched, context.site.origin));
      }),
    );
