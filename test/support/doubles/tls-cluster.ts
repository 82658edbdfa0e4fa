import { chmodSync, chownSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { copyBinaries } from "#database/embedded/binaries-copy.ts";
import { findBinaries, programPath } from "#database/embedded/binaries.ts";
import { spawnGuarded } from "#database/embedded/guarded-process.ts";
import { openHome } from "#database/embedded/home.ts";
import { SYSTEM_FOLDER } from "#database/embedded/moved-home.ts";
import { readPostmaster } from "#database/embedded/postmaster.ts";
import { reaches } from "#database/embedded/run-as.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { temporaryDataFolder } from "../worlds/installation.ts";
import { freePort } from "../processes/server-process.ts";

interface Certificate {
  cert: string;
  key: string;
}

/** A PostgreSQL server that accepts TLS on TCP. */
export async function aTlsCluster({ cert, key }: Certificate) {
  const dataFolder = temporaryDataFolder();
  const embedded = await startEmbedded({ dataFolder, role: "command", durable: false });
  const { password } = embedded.connection;
  await embedded.stop();
  const home = openHome(dataFolder, () => {});
  const installed = findBinaries();
  const isReachable = home.runAs === undefined || reaches(home.runAs, programPath(installed, "postgres"));
  const binaries = isReachable ? installed : copyBinaries(installed, SYSTEM_FOLDER);
  // Readable by the user of the server only, which PostgreSQL requires.
  const fileOf = (name: string, content: string) => {
    const file = path.join(home.cluster, name);
    writeFileSync(file, content);
    chmodSync(file, 0o600);
    if (home.runAs) chownSync(file, home.runAs.uid >>> 0, home.runAs.gid >>> 0);
    return file;
  };
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    fsync: "off",
    ssl: "on",
    ssl_cert_file: fileOf("server.crt", cert),
    ssl_key_file: fileOf("server.key", key),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const server = spawnGuarded(programPath(binaries, "postgres"), ["-D", home.cluster, ...options], {
    runAs: home.runAs,
    onLine,
  });
  const failed = server.closed.then(() => Promise.reject(new Error(lines.join("\n"))));
  failed.catch(() => {});
  while (!readPostmaster(home.cluster)?.isReady) await Promise.race([delay(10), failed]);
  return {
    /** Address with these parameters. */
    url: (host: string, parameters: Record<string, string>) =>
      `postgres://lectern:${password}@${host}:${port}/lectern?${new URLSearchParams(parameters).toString()}`,
    async stop() {
      server.interrupt();
      await server.exited;
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
