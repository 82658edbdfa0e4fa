import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedDatabaseError } from "./errors.ts";
import { commandLine } from "./process-identity.ts";

/** Name that Lectern's servers carry in their command line. */
export const CLUSTER_NAME = "lectern";

/** Parsed `postmaster.pid` of the cluster (PostgreSQL's storage/file_layout and pg_ctl define the lines). */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  isReady: boolean;
}

/** Returns the content of postmaster.pid, which can be a leftover of a killed server. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? "", isReady: lines[7]?.trim() === "ready" };
  } catch {
    return undefined;
  }
}

/**
 * Returns the server that runs on the cluster. Checks the command line, because another program can have reused the
 * pid.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmaster(cluster);
  return postmaster !== undefined && runsOn(cluster, commandLine(postmaster.pid)) ? postmaster : undefined;
}

function runsOn(cluster: string, command: string | undefined): boolean {
  return command !== undefined && /^\S*postgres /.test(command) && command.includes(` -D ${cluster} `);
}

/**
 * Stops a server whose Lectern process is gone: a fast shutdown that keeps committed data, then an immediate one
 * after a timeout.
 */
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
  throw new EmbeddedDatabaseError(`PostgreSQL (pid ${pid}) on ${cluster} does not stop. Terminate it: kill -9 ${pid}`);
}

/** Sends a signal to the server if it still runs. */
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
