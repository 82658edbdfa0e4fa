import { writeFileSync } from "node:fs";
import path from "node:path";
import { readDatabaseUrl } from "#lib/settings/database-url.ts";
import { isLoopback } from "#lib/settings/setting-values.ts";
import { UsageError } from "../terminal/errors.ts";
import type { Output } from "../terminal/output.ts";
import { caddyFile, composeFile } from "./compose-file.ts";
import { type Answers, filesIn, writeSecrets } from "./installation-files.ts";

/**
 * Secrets are mounted as files of this machine, with their modes. The user of the container reads them; other users of
 * the machine do not, because the folder has mode 0700.
 */
const readableInContainers = 0o444;

/** Writes an installation for Docker Compose. Its database is created by the container, and so is the school. */
export function createComposedInstallation(
  folder: string,
  answers: Answers,
  knownKey: string | undefined,
  output: Output,
): void {
  requireReachable(answers);
  const domain = new URL(answers.domain);
  const secrets = writeSecrets(folder, answers, knownKey, readableInContainers);
  const { compose, caddy, command } = filesIn(folder);
  const names = Object.fromEntries(secrets.map(({ setting, file }) => [setting, path.basename(file)]));
  const { image } = answers;
  writeFileSync(command, commandScript, { mode: 0o755 });
  if (domain.protocol === "https:") writeFileSync(caddy, caddyFile(domain), { mode: 0o644 });
  // Last, because its presence means that the installation is complete.
  writeFileSync(compose, composeFile({ domain, image, secrets: names, hasEmbeddedDatabase: answers.database === "" }), {
    mode: 0o644,
    flush: true,
  });
  report(folder, answers, output);
}

/** In the container, localhost is the container itself, and files of the machine are not there. */
function requireReachable({ database, mail, storage }: Answers): void {
  const hosts = {
    DATABASE_URL: readDatabaseUrl(database)?.servers.map(({ host }) => host) ?? [],
    SMTP_URL: mail === "" ? [] : [new URL(mail).hostname],
  };
  for (const [setting, named] of Object.entries(hosts)) {
    const inside = named.find((host) => isLoopback(host.replaceAll(/[[\]]/g, "")) || host.startsWith("/"));
    if (inside !== undefined)
      throw new UsageError(
        `${setting}: A container cannot reach ${inside} of this machine. Name a host of the network, or host.docker.internal.`,
      );
  }
  if (storage.startsWith("file:"))
    throw new UsageError("LECTERN_STORAGE_URL: With --compose, files are in a volume or a bucket (s3://…).");
}

const commandScript = `#!/bin/sh
# Runs a command in the running container: ./lectern doctor
cd "$(dirname "$0")" || exit 1
terminal=
[ -t 0 ] && [ -t 1 ] || terminal=-T
exec docker compose exec $terminal lectern lectern "$@"
`;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function report(folder: string, { domain, name, owner, image }: Answers, output: Output): void {
  const { compose, secrets, command } = filesIn(folder);
  const steps = [
    `cd ${quoted(folder)}`,
    "docker compose up --detach --wait",
    `./lectern site create ${domain} --name ${quoted(name)}`,
    `./lectern member add ${owner} --site ${domain} --roles owner --link`,
  ];
  const text = `Wrote ${compose} for ${name} at ${domain}.

Its image is ${image}. Start it, create the school, and print the link by which its owner chooses a password:
${steps.map((step) => `  ${step}`).join("\n")}`;
  output.answer({ origin: domain, compose, secrets, command, image, steps }, text);
}
