import { importBuilt } from "./built-code.ts";

const { runUntilStopped } = (await importBuilt<typeof import("./run.ts")>("run")) ?? (await import("./run.ts"));
await runUntilStopped(process.env);
