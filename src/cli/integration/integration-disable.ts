import type { Command } from "commander";
import * as z from "zod";
import { perform } from "#domain/platform/operation.ts";
import { IntegrationView } from "#oauth/integrations/integration.ts";
import { disableIntegration } from "#oauth/integrations/operations.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { switchedText } from "./integration-text.ts";

export const addIntegrationDisableCommand = (integration: Command) =>
  integration
    .command("disable")
    .summary("disable an integration at a site")
    .description("Disables an integration at a site. It gets no tokens, and existing tokens are rejected immediately.")
    .argument("<slug>", "slug, as listed by `lectern integration list`")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern integration disable claude --site https://learn.school.example")
    .action(
      action(async ({ atSite, output }, slug: string, options: { site?: string }) => {
        const context = await atSite(options.site);
        const switched = await perform(disableIntegration, context, { slug });
        output.answer(z.encode(IntegrationView, switched), switchedText(switched, context.site.origin));
      }),
    );
