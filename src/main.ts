import { runUntilStopped } from "./run.ts";

await runUntilStopped(process.env);
