let processes = 1;

/** Sets the number of server processes on this machine. Must run before the modules with such limits are loaded. */
export function setProcesses(count: number): void {
  processes = count;
}

/** Returns this process's share of a limit that protects the whole machine, at least one. */
export const shareOfMachine = (limit: number): number => Math.max(1, Math.floor(limit / processes));
