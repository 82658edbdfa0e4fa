import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedDatabaseError } from "./errors.ts";
import { commandLine } from "./process-identity.ts";

/** The name that the servers which we start carry in their command line. */
export const CLUSTER_NAME = "lectern";

/** What PostgreSQL writes to `postmaster.pid` in the cluster (its storage/file_layout and pg_ctl define the lines). */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  isReady: boolean;
}

/** The content of postmaster.pid, which may be left from a server that was killed. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? "", isReady: lines[7]?.trim() === "ready" };
  } catch {
    return undefined;
  }
}

/** The server that runs on the cluster. A pid that now belongs to another program is not one: the command line tells. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmaster(cluster);
  return postmaster !== undefined && runsOn(cluster, commandLine(postmaster.pid)) ? postmaster : undefined;
}

function runsOn(cluster: string, command: string | undefined): boolean {
  return command !== undefined && /^\S*postgres /.test(command) && command.includes(` -D ${cluster} `);
}

/** Stops a server whose Lectern process is gone: fast, so that what is committed is kept, at once when that takes too long. */
export async function stopAbandoned(cluster: string, { pid }: Postmaster): Promise<void> {
  if (!commandLine(pid)?.includes(`cluster_name=${CLUSTER_NAME}`)) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL (pid ${pid}) already runs on ${cluster} and was not started by Lectern. Stop it, or set DATABASE_URL to use it.`,
    );
  }
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalPostmaster(cluster, pid, signal);
    for (let waited = 0; waited < 30_000; waited += 20) {
      if (findPostmaster(cluster)?.pid !== pid) return;
      await delay(20);
    }
  }
  throw new EmbeddedDatabaseError(`PostgreSQL (pid ${pid}) on ${cluster} does not stop. End it with: kill -9 ${pid}`);
}

/** Sends a signal to the server when it still runs. */
export function signalPostmaster(cluster: string, pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  if (findPostmaster(cluster)?.pid !== pid) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (findPostmaster(cluster)?.pid !== pid) return;
    throw new EmbeddedDatabaseError(
      `PostgreSQL (pid ${pid}) still runs on ${cluster} as another user, without a Lectern process. Stop it: kill -INT ${pid}`,
      { cause: error },
    );
  }
}
