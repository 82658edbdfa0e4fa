import path from "node:path";
import type { Command } from "commander";
import { addMemberByLink } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { findSiteByHost } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { withSecretFiles } from "#lib/secrets/secret-files.ts";
import { parseKey } from "#lib/settings/setting-values.ts";
import { textTable } from "#lib/text/text-table.ts";
import { ConfigError, readConfig, secretSettings } from "#server/config.ts";
import { type Installation, openInstallation } from "#server/installation.ts";
import { noteOf } from "../terminal/action.ts";
import { asCli } from "../terminal/caller.ts";
import { UsageError } from "../terminal/errors.ts";
import { openOutput, type Output } from "../terminal/output.ts";
import {
  type Answers,
  filesIn,
  requireNoInstallation,
  settingsOf,
  writeInstallation,
  writeSecrets,
} from "./installation-files.ts";
import { createComposedInstallation } from "./compose-installation.ts";
import { type Answerer, answerWithoutPrompt, promptingOn, folderQuestion, questions } from "./questions.ts";

interface Options {
  domain?: string;
  name?: string;
  owner?: string;
  data?: string;
  compose?: true;
  image?: string;
  yes?: true;
}

const description = `Creates an installation for production with one school: settings, secrets, units of systemd, the database, the school and its first owner. Asks for what it does not know, and prints a link by which the owner chooses a password and signs in. With --compose, it writes a file of Docker Compose and prints the commands that create the school in the container.

Run it as the user that will run the server. Addresses with passwords are read from the settings DATABASE_URL, SMTP_URL and LECTERN_STORAGE_URL, if they are set. Otherwise, enter them at the prompt. A database that has schools already needs its LECTERN_SECRET_KEY.`;

export const addInitCommand = (program: Command) =>
  program
    .command("init")
    .summary("create an installation with a school and its owner")
    .description(description)
    .argument("[folder]", "folder of the settings, which must have none yet", ".")
    .option("--domain <domain>", "domain of the school, such as learn.school.example")
    .option("--name <name>", "name of the school")
    .option("--owner <email>", "email address of its first owner")
    .option("--data <folder>", "folder of the embedded database and the files (default: data in the folder)")
    .option("--compose", "write a file of Docker Compose instead of units of systemd")
    .option("--image <name>", "image for --compose (default: lectern with this version)")
    .option("--yes", "ask nothing: use the options, the settings and the defaults")
    .addHelpText(
      "after",
      "\nExamples:\n  $ lectern init /srv/school --domain learn.school.example --owner ana@school.example --yes\n  $ lectern init /srv/school --compose",
    )
    .action(async (folder: string, options: Options, command: Command) => {
      const output = openOutput(command.optsWithGlobals()["json"] === true);
      await init(folder, options, output);
    });

async function init(named: string, options: Options, output: Output): Promise<void> {
  if (output.json && !options.yes) throw new UsageError("--json requires --yes.");
  const folder = folderQuestion.parse(named);
  requireNoInstallation(folder);
  const env = readSecrets();
  const answers = await answersFor(folder, { ...options, env }, output);
  const knownKey = env["LECTERN_SECRET_KEY"]?.trim() || undefined;
  if (answers.service === "compose") createComposedInstallation(folder, answers, knownKey, output);
  else await createInstallation(folder, answers, knownKey, output);
}

async function createInstallation(
  folder: string,
  answers: Answers,
  knownKey: string | undefined,
  output: Output,
): Promise<void> {
  const settings = settingsOf(folder, answers, writeSecrets(folder, answers, knownKey));
  const config = readConfig(settings);
  const installation = await openInstallation(config, { role: "command", log: noteOf(output) });
  try {
    const link = await createSchool(installation, answers);
    writeInstallation(folder, answers, settings);
    report(folder, answers, link, output);
  } finally {
    await installation.close();
  }
}

type Environment = Record<string, string | undefined>;

/** Reads the environment, and the files of its secrets. */
function readSecrets(): Environment {
  const problems: string[] = [];
  const env = withSecretFiles(process.env, secretSettings, problems);
  if (env["LECTERN_SECRET_KEY"]?.trim() && !parseKey(env["LECTERN_SECRET_KEY"].trim()))
    problems.push("LECTERN_SECRET_KEY: expected 32 bytes as base64url (43 characters) or hex (64).");
  if (problems.length > 0) throw new ConfigError(problems);
  return env;
}

async function answersFor(
  folder: string,
  { env, ...options }: Options & { env: Environment },
  output: Output,
): Promise<Answers> {
  const asking = options.yes ? undefined : promptingOn(process.stdin, output);
  const answer: Answerer = asking?.answer ?? answerWithoutPrompt;
  try {
    const service = options.compose ? "compose" : options.image === undefined ? undefined : "systemd";
    const school = {
      domain: await answer(questions.domain, options.domain),
      name: await answer(questions.name, options.name),
      owner: await answer(questions.owner, options.owner),
      service: await answer(questions.service, service),
    };
    const isComposed = school.service === "compose";
    requireFitting(isComposed, options);
    const database = await answer(questions.database, env["DATABASE_URL"] || undefined);
    return {
      ...school,
      database,
      image: isComposed ? await answer({ ...questions.image, fallback: imageFor(database) }, options.image) : "",
      data: isComposed ? "" : await answer({ ...questions.data, fallback: path.join(folder, "data") }, options.data),
      mail: await answer(questions.mail, env["SMTP_URL"] || undefined),
      storage: await answer(questions.storage, env["LECTERN_STORAGE_URL"] || undefined),
    };
  } finally {
    asking?.close();
  }
}

/** Refuses options of the other kind of installation. */
function requireFitting(isComposed: boolean, { data, image }: Options): void {
  if (isComposed && data !== undefined)
    throw new UsageError("--data: With --compose, the data is in a volume of Docker.");
  if (!isComposed && image !== undefined) throw new UsageError("--image: requires --compose.");
}

/** The image of this release, with PostgreSQL unless there is one already (deploy/Dockerfile). */
const imageFor = (database: string) => `lectern:${productVersion()}${database === "" ? "-all-in-one" : ""}`;

type Link = { url: string; expiresAt: Date };

async function createSchool(installation: Installation, { domain, name, owner }: Answers): Promise<Link> {
  const now = new Date();
  const site = await findOrCreateSite(installation, { origin: domain, name }, now);
  return perform(addMemberByLink, asCli(installation, site, now), { email: owner, roles: ["owner"] });
}

/** An attempt that failed later has created it. */
async function findOrCreateSite(
  { database }: Installation,
  site: { origin: string; name: string },
  now: Date,
): Promise<Site> {
  const found = await findSiteByHost(database, new URL(site.origin).host);
  return found ?? database.transaction((db) => createSite(db, site, now));
}

function report(folder: string, { domain, name, data, mail }: Answers, { url, expiresAt }: Link, output: Output): void {
  const { settings, secrets, backups, unit, socket, command } = filesIn(folder);
  const table = textTable([
    ["Settings", settings],
    ["Secrets", secrets],
    ["Data", data],
    ["Backups", backups],
    ["Units", `${unit}, ${socket}`],
    ["Command", `${command} --help`],
  ]);
  const text = `Created ${name} at ${domain}.

${table}

Start the server:
  ${command} serve
or as a service:
  sudo cp ${unit} ${socket} /etc/systemd/system/ && sudo systemctl daemon-reload && sudo systemctl enable --now lectern.socket lectern

Then the owner chooses a password by this link and signs in. It works once, until ${expiresAt.toISOString().slice(0, 10)}:
  ${url}`;
  output.answer(
    { origin: domain, settings, secrets, data, backups, unit, socket, command, link: url, expiresAt },
    text,
  );
  output.note("\nKeep a copy of secret_key in another place: without it, the secrets of the database cannot be read.");
  if (mail === "") output.note("Without SMTP_URL, people cannot sign up or reset their passwords.");
  if (process.argv[1]?.includes("/_npx/"))
    output.note("npx may remove this version of Lectern. Install it in a folder of its own, and run init from there.");
  if (process.getuid?.() === 0)
    output.note("The unit runs Lectern as root, because root ran init. Change User= and the owner of the files.");
}
