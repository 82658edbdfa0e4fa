import "./compile-cache.ts";

const { runUntilStopped } = await import("./run.ts");
await runUntilStopped(process.env);
