import { cpus } from "node:os";

/** Properties of the machine that a reader needs to judge the numbers. */
export interface Environment {
  node: string;
  postgresql: string;
  processor: string;
  cores: number;
  /** Assignment of server and load to cores. */
  separation: string;
}

export const describeEnvironment = (postgresql: string, separation: string): Environment => ({
  node: process.version,
  postgresql,
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  separation,
});

export const environmentLine = ({ node, postgresql, cores, separation }: Environment): string =>
  `Node ${node}, PostgreSQL ${postgresql} (fsync and synchronous_commit on), ${cores} cores: ${separation}`;
