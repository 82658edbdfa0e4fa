import { spawn } from "node:child_process";
import type { Config } from "#server/config.ts";
import { switchTo, type Releases } from "./releases.ts";
import { waitForRelease } from "./readiness.ts";

export interface Restart {
  config: Config;
  /** True: nothing but the answer of the command is printed. */
  json: boolean;
  releases: Releases;
  /** A command of the shell. */
  command: string;
  /** Seconds that the server has to become ready. */
  seconds: number;
}

/**
 * Lets `current` name a release, restarts the service and waits until this release is ready. Returns the reason if it
 * does not become ready.
 */
export async function startRelease(
  { config, json, releases, command, seconds }: Restart,
  { folder, version }: { folder: string; version: string },
): Promise<string | undefined> {
  switchTo(releases, folder);
  const failure = await runCommand(command, json);
  if (failure !== undefined) return `\`${command}\` failed: ${failure}`;
  const last = await waitForRelease(config, version, seconds);
  if (last.isReady) return undefined;
  const responding = last.version === undefined ? "" : `, version ${last.version}`;
  return `it was not ready after ${seconds} seconds (last answer: ${last.answer}${responding})`;
}

/** Runs the command of the operator, whose output goes to stderr. Returns the reason of a failure. */
async function runCommand(command: string, json: boolean): Promise<string | undefined> {
  const printed = json ? "ignore" : 2;
  const child = spawn("/bin/sh", ["-c", command], { stdio: ["ignore", printed, printed] });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(code === 0 ? undefined : `exit code ${code ?? signal}`));
  });
}
