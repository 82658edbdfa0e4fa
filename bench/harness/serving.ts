/** Resources used by a server since its start. */
export interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
}

/** The settings that the harness gave to this server process. */
export const settings: unknown = JSON.parse(process.argv[2] ?? "{}");

/** Called by a server process once it listens: tells the harness, and from then on answers what it asks. */
export function announce(): void {
  process.on("message", (message) => {
    if (message !== "usage") return;
    const { user, system } = process.cpuUsage();
    process.send!({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() } satisfies Usage);
  });
  // A process that exits, and is not just ended, keeps what it compiled for the next start, as the product's does.
  process.on("SIGTERM", () => process.exit(0));
  // Nothing of a benchmark outlives it.
  process.on("disconnect", () => process.exit(0));
  process.send!("ready");
}
