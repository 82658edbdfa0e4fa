import type { Command } from "commander";
import type { Scope } from "#access/scopes.ts";
import { Problem } from "#domain/platform/problem.ts";
import { addIntegration } from "#oauth/integrations/add-integration.ts";
import { replaceIntegration } from "#oauth/integrations/replace-integration.ts";
import { action } from "../terminal/action.ts";
import { UsageError } from "../terminal/errors.ts";
import { parseScopesArgument } from "../remote/scopes-argument.ts";
import { describeIntegration, integrationDocument } from "./integration-text.ts";

interface Options {
  name?: string;
  pattern?: string[];
  callback?: string[];
  scopes?: Scope[] | "all";
  replace?: true;
}

const collect = (word: string, earlier: string[] = []) => [...earlier, word];

export const addIntegrationAddCommand = (integration: Command) =>
  integration
    .command("add")
    .summary("add or update an integration")
    .description(
      "Adds a vendor's platform with its fixed https callbacks to the installation. " +
        "Each site decides whether to enable it.",
    )
    .argument("<slug>", "identifier: lower-case letters, digits and hyphens")
    .option("--name <name>", "display name")
    .option(
      "--pattern <name>",
      "a client_name that it registers with; * at either end is a wildcard; repeatable",
      collect,
    )
    .option("--callback <uri>", "an https redirect URI; repeatable", collect)
    .option(
      "--scopes <scopes>",
      "scopes that it can request, separated by commas, or all (default: all)",
      parseScopesArgument,
    )
    .option("--replace", "update an existing integration at every site that has enabled it")
    .addHelpText(
      "after",
      '\nExample:\n  $ lectern integration add acme --name "Acme Flow" --pattern "Acme*" --callback https://acme.example/callback',
    )
    .action(
      action(async ({ open, output, now }, slug: string, options: Options) => {
        const input = options.replace ? patchSchemaOf(options) : contentOf(slug, options);
        const { database } = await open();
        if (!options.replace) {
          const added = await database
            .transaction((db) => addIntegration(db, input, now))
            .catch((error: unknown) => blameOptions(error, options));
          output.answer(integrationDocument(added), `${describeIntegration(added)}\n\n${nextText(slug)}`);
          return;
        }
        const { integration, sites } = await database
          .transaction((db) => replaceIntegration(db, slug, input, now))
          .catch((error: unknown) => blameOptions(error, options));
        const changedAt = sites.map(({ origin }) => origin);
        const where = changedAt.length > 0 ? `Changed at:\n  ${changedAt.join("\n  ")}` : "No site has enabled it yet.";
        output.answer(
          { ...integrationDocument(integration), changedAt },
          `${describeIntegration(integration)}\n\n${where}`,
        );
      }),
    );

const nextText = (slug: string) => `To use it at a site:\n  lectern integration enable ${slug} --site <site>`;

function contentOf(slug: string, { name, pattern, callback, scopes = "all" }: Options) {
  if (name === undefined)
    throw new UsageError("A new integration needs a --name. Use --replace to update an existing one.");
  if (callback === undefined)
    throw new UsageError("A new integration needs a --callback. Use --replace to update an existing one.");
  return { slug, name, namePatterns: pattern ?? [name], redirectUris: callback, scopes: maxOf(scopes) };
}

function patchSchemaOf({ name, pattern, callback, scopes }: Options) {
  const input = Object.entries({ name, namePatterns: pattern, redirectUris: callback, scopes: maxOf(scopes) });
  const changes = input.filter(([, value]) => value !== undefined);
  if (changes.length > 0) return Object.fromEntries(changes);
  throw new UsageError("There are no changes. Specify --name, --pattern, --callback or --scopes.");
}

const maxOf = (scopes: Options["scopes"]) => (scopes === "all" ? null : scopes);

/** Reports validation errors by option, with the value that was typed. */
function blameOptions(error: unknown, { pattern, callback }: Options): never {
  if (!(error instanceof Problem) || !error.details.errors) throw error;
  const typed: Record<string, [string, string[] | undefined]> = {
    name: ["--name", undefined],
    namePatterns: pattern ? ["--pattern", pattern] : ["--name", undefined],
    redirectUris: ["--callback", callback],
    scopes: ["--scopes", undefined],
  };
  const lines = error.details.errors.map(({ pointer, detail }) => {
    const [, field = "", index] = pointer.split("/");
    const [option, values] = typed[field] ?? [field];
    const value = index === undefined ? undefined : values?.[Number(index)];
    return `${value === undefined ? option : `${option} ${value}`}: ${detail}`;
  });
  throw new Problem(error.code, [...new Set(lines)].join("\n"));
}
