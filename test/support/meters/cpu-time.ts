/**
 * Milliseconds of CPU time that this process uses, on all its threads, while the work runs. Unlike elapsed time it does
 * not depend on how busy the machine is.
 */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
