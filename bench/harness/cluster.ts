import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#database/embedded/start.ts";

export type Connection = Awaited<ReturnType<typeof startEmbedded>>["connection"];

export interface Cluster {
  /** Creates an empty database. */
  create(name: string): Promise<Connection>;
  /** Runs a checkpoint, so that no window pays for the writes of the previous one. */
  settle: () => Promise<void>;
  version: string;
  stop(): Promise<void>;
}

/** A temporary PostgreSQL cluster with durable commits, shared by all contenders. */
export async function startCluster(): Promise<Cluster> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-bench-"));
  // When started as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataFolder, 0o755);
  const embedded = await startEmbedded({ dataFolder, role: "command", durable: true });
  // Only a superuser can run a checkpoint.
  const administrator = new pg.Client({ ...embedded.connection, user: "postgres", database: "postgres" });
  await administrator.connect();
  return {
    version: await requireDurable(administrator),
    async create(name) {
      await administrator.query(`create database ${name} owner ${embedded.connection.user} template template0`);
      return { ...embedded.connection, database: name };
    },
    async settle() {
      await administrator.query("checkpoint");
    },
    async stop() {
      await administrator.end();
      await embedded.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Results without durable commits are meaningless. */
async function requireDurable(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
            current_setting('full_page_writes') as full_page_writes, current_setting('server_version') as version`,
  );
  const { version, ...durability } = rows[0]!;
  const off = Object.keys(durability).filter((name) => durability[name] !== "on");
  if (off.length > 0) throw new Error(`Commits are not durable: ${off.join(", ")} is off.`);
  return version!;
}
