/** Resources used by a server since its start. */
export interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
}

/** Settings that the harness passes to this server process. */
export const settings: unknown = JSON.parse(process.argv[2] ?? "{}");

/** Called by a server process when it listens. Notifies the harness and answers its requests for resource usage. */
export function announce(): void {
  process.on("message", (message) => {
    if (message !== "usage") return;
    const { user, system } = process.cpuUsage();
    process.send!({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() } satisfies Usage);
  });
  // A clean exit stores the compile cache for the next start, as in the product.
  process.on("SIGTERM", () => process.exit(0));
  // Exits when the benchmark process ends.
  process.on("disconnect", () => process.exit(0));
  process.send!("ready");
}
