import { fileURLToPath } from "node:url";
import { readTemplate } from "#lib/text/read-template.ts";

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(" ");

/** A unit of systemd for an installation in one folder. `deploy/systemd` has the one of a machine with a checkout. */
export function systemdUnit({
  command,
  writable,
  ...unit
}: {
  user: string;
  folder: string;
  settingsFile: string;
  command: readonly string[];
  writable: readonly string[];
}): string {
  const isBelowHome = writable.some((folder) => /^\/(home|root|run\/user)\//.test(`${folder}/`));
  return readTemplate(new URL("templates/lectern.service", import.meta.url))({
    ...unit,
    command: quoted(command),
    writable: quoted(writable),
    protectHome: isBelowHome ? "# The data is below a home folder.\nProtectHome=false" : "ProtectHome=true",
  });
}

/**
 * The socket of the service, which systemd keeps open while the server restarts: connections wait instead of being
 * refused.
 */
export function systemdSocket({ LECTERN_HOST: host = "", LECTERN_PORT: port = "" }: Record<string, string>): string {
  const addresses = host === "localhost" ? ["127.0.0.1", "[::1]"] : [host];
  const listens = addresses.map((address) => `ListenStream=${address}:${port}`).join("\n");
  return readTemplate(new URL("templates/lectern.socket", import.meta.url))({ listens });
}

/** Folders that the server writes to: the data, and files that are stored in another folder. */
export const writableFolders = (data: string, storage: string): string[] =>
  storage.startsWith("file:") ? [data, fileURLToPath(storage)] : [data];
