import { importBuilt } from "#server/built-code.ts";

const { runUntilStopped } =
  (await importBuilt<typeof import("#server/run.ts")>("run")) ?? (await import("#server/run.ts"));
await runUntilStopped(process.env);
