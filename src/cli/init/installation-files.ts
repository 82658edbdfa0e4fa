import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { userInfo } from "node:os";
import { pathToFileURL } from "node:url";
import { makeFoldersSync } from "#lib/files/make-folders.ts";
import { UsageError } from "../terminal/errors.ts";
import type { QuestionName } from "./questions.ts";
import { linkedProgram } from "../update/releases.ts";
import { systemdSocket, systemdUnit, writableFolders } from "./systemd-unit.ts";

export type Answers = Record<QuestionName, string>;

/** The files of an installation. All belong to the user who runs `lectern init`. */
export const filesIn = (folder: string) => ({
  settings: path.join(folder, "lectern.env"),
  unit: path.join(folder, "lectern.service"),
  socket: path.join(folder, "lectern.socket"),
  command: path.join(folder, "lectern"),
  secrets: path.join(folder, "secrets"),
  backups: path.join(folder, "backups"),
  compose: path.join(folder, "compose.yaml"),
  caddy: path.join(folder, "Caddyfile"),
});

/** Refuses to replace an installation. Its secrets can only be there without settings if `init` failed before. */
export function requireNoInstallation(folder: string): void {
  const { settings, compose } = filesIn(folder);
  for (const file of [settings, compose])
    if (existsSync(file)) throw new UsageError(`${file} exists already. Name another folder, or edit the file.`);
}

/** A secret in a file, and the setting that it is the value of. */
export interface SecretFile {
  setting: string;
  file: string;
}

/** Writes one file for each secret. `knownKey` is the secret key of a database that exists already. */
export function writeSecrets(
  folder: string,
  { database, mail, storage }: Answers,
  knownKey: string | undefined,
  mode = 0o600,
): SecretFile[] {
  const { secrets } = filesIn(folder);
  makeFoldersSync(folder);
  makeFoldersSync(secrets, 0o700);
  chmodSync(secrets, 0o700);
  const key = path.join(secrets, "secret_key");
  // After a failure, the database can only be opened with the key of the attempt that created it.
  if (knownKey !== undefined || !existsSync(key)) writeSecret(key, knownKey ?? randomBytes(32).toString("hex"), mode);
  const others = { DATABASE_URL: database, SMTP_URL: mail, LECTERN_STORAGE_URL: storage };
  const named = Object.entries(others).flatMap(([setting, secret]): SecretFile[] => {
    if (secret === "") return [];
    const file = path.join(secrets, setting.replace(/^LECTERN_/, "").toLowerCase());
    writeSecret(file, secret, mode);
    return [{ setting, file }];
  });
  return [{ setting: "LECTERN_SECRET_KEY", file: key }, ...named];
}

function writeSecret(file: string, secret: string, mode: number): void {
  // An existing file may be read-only, and keeps its mode otherwise.
  rmSync(file, { force: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true });
  chmodSync(file, mode);
}

/** The settings of the server. A proxy on this machine terminates TLS, and a school at localhost needs none. */
export function settingsOf(
  folder: string,
  { domain, data }: Answers,
  secrets: readonly SecretFile[],
): Record<string, string> {
  const { protocol, port } = new URL(domain);
  return {
    LECTERN_ENV: "production",
    LECTERN_DATA: data,
    LECTERN_HOST: protocol === "http:" ? "localhost" : "127.0.0.1",
    LECTERN_PORT: protocol === "http:" ? port || "80" : "8080",
    LECTERN_TRUSTED_PROXIES: "127.0.0.1",
    LECTERN_BACKUP_URL: pathToFileURL(filesIn(folder).backups).href,
    ...Object.fromEntries(secrets.map(({ setting, file }) => [`${setting}_FILE`, file])),
  };
}

/** The words that start this program. An update replaces the one to which `current` leads. */
function commandOfThisProgram(): string[] {
  const current = linkedProgram();
  if (current !== undefined) return [path.join(current, "lectern")];
  // The options of `npm start`.
  const options = ["--no-parallel-scavenge", "--max-semi-space-size=4", "--max-old-space-size=512"];
  return [process.execPath, ...options, path.resolve(process.argv[1] ?? "lectern")];
}

/** Writes the settings, the units of systemd, and a command with these settings. */
export function writeInstallation(folder: string, { data, storage }: Answers, settings: Record<string, string>): void {
  const files = filesIn(folder);
  const command = commandOfThisProgram();
  const unit = systemdUnit({
    user: userInfo().username,
    folder,
    settingsFile: files.settings,
    command,
    writable: [...writableFolders(data, storage), files.backups],
  });
  makeFoldersSync(files.backups, 0o700);
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  const script = `#!/bin/sh
# Runs a command with the settings of this folder: ./lectern doctor
set -a
. '${files.settings}'
exec ${command.map((word) => `'${word}'`).join(" ")} "$@"
`;
  writeFileSync(files.unit, unit, { mode: 0o644 });
  writeFileSync(files.socket, systemdSocket(settings), { mode: 0o644 });
  writeFileSync(files.command, script, { mode: 0o755 });
  // Last, because its presence means that the installation is complete.
  writeFileSync(
    files.settings,
    `# All settings: lectern --help\n# Copy the backups to another machine, or name a bucket (s3://…).\n# lectern.socket has the same address.\n${lines.join("")}`,
    { mode: 0o600, flush: true },
  );
}
