import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
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

/** A primary and two standbys, of which at least one confirms every commit. */
export interface ReplicatedCluster {
  /** DATABASE_URL with all three, standbys first. */
  url: string;
  /** The primary first. */
  ports: readonly number[];
  /** Returns a DATABASE_URL with these ports, such as those of proxies. */
  urlOf(ports: readonly number[]): string;
  /** kill -9 of the primary and all its processes. */
  killPrimary(): Promise<void>;
  /** Promotes the standby that has received most, as failover managers do. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function aReplicatedCluster(): Promise<ReplicatedCluster> {
  const dataFolder = temporaryDataFolder();
  const embedded = await startEmbedded({ dataFolder, role: "command" });
  const { password } = embedded.connection;
  await embedded.stop();
  const home = openHome(dataFolder, () => {});
  const installed = findBinaries();
  const isReachable = home.runAs === undefined || reaches(home.runAs, programPath(installed, "postgres"));
  const binaries = isReachable ? installed : copyBinaries(installed, SYSTEM_FOLDER);
  const ports = [await freePort(), await freePort(), await freePort()];
  const folders = ports.map((_port, index) => path.join(home.folder, `server-${index}`));
  // Copies of a stopped cluster.
  for (const folder of folders) execFileSync("cp", ["-a", home.cluster, folder]);

  function start(index: number) {
    const folder = folders[index]!;
    const primary = `host=127.0.0.1 port=${ports[0]} user=postgres password=${password} application_name=standby${index}`;
    if (index > 0) {
      const signal = path.join(folder, "standby.signal");
      writeFileSync(signal, "");
      if (home.runAs) chownSync(signal, home.runAs.uid >>> 0, home.runAs.gid >>> 0);
    }
    const settings = {
      listen_addresses: "127.0.0.1",
      port: ports[index]!,
      unix_socket_directories: "",
      max_connections: "200",
      ...(index === 0
        ? { synchronous_standby_names: "ANY 1 (standby1, standby2)" }
        : { primary_conninfo: primary, wal_retrieve_retry_interval: "100ms" }),
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const command = programPath(binaries, "postgres");
    return spawnGuarded(command, ["-D", folder, ...options], { runAs: home.runAs, onLine: () => {} });
  }
  const servers = folders.map((_folder, index) => start(index));

  async function ask<Row>(index: number, statement: string): Promise<Row[]> {
    const port = Number(ports[index]);
    const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  const streaming = async () =>
    (await ask(0, "select 1 from pg_stat_replication where state = 'streaming'").catch(() => [])).length;
  while ((await streaming()) < 2) await delay(20);

  const urlOf = (used: readonly number[]) =>
    `postgres://lectern:${password}@${used.map((port) => `127.0.0.1:${port}`).join(",")}/lectern?target_session_attrs=read-write`;
  const [primary, ...standbys] = ports.map(Number);
  return {
    url: urlOf([...standbys, primary!]),
    ports: ports.map(Number),
    urlOf,
    async killPrimary() {
      const postmaster = readPostmaster(folders[0]!);
      assert.ok(postmaster);
      process.kill(postmaster.pid, "SIGKILL");
      await servers[0]!.exited;
    },
    async promote() {
      const received = await Promise.all(
        [1, 2].map(async (index) => {
          const [row] = await ask<{ lsn: string }>(index, "select pg_last_wal_receive_lsn() - '0/0' as lsn");
          return { index, lsn: BigInt(row!.lsn) };
        }),
      );
      const [first, second] = received;
      await ask(first!.lsn >= second!.lsn ? first!.index : second!.index, "select pg_promote()");
    },
    async stop() {
      for (const server of servers) server.interrupt();
      await Promise.all(servers.map((server) => server.exited));
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
