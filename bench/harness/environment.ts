import { cpus } from "node:os";

/** What a reader must know of the machine to judge the numbers. */
export interface Environment {
  node: string;
  postgresql: string;
  processor: string;
  cores: number;
  /** How server and load were kept apart. */
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
