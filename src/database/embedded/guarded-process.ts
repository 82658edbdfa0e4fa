import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { RunAs } from "./run-as.ts";

export interface GuardedProcess {
  /** Resolves with the exit status when the program ends. */
  exited: Promise<number>;
  /** Resolves with the exit status when the program has ended and all of its output is read. */
  closed: Promise<number>;
  /** Interrupts the program, as the death of this process would. */
  interrupt(): void;
  /** Lets this process exit without waiting for the program. */
  unref(): void;
}

/*
 * Watchdog shell that waits for the end of its input, a pipe that only this process holds open. The kernel closes the
 * pipe when this process dies, even by kill -9. The shell runs detached in its own session, so Ctrl-C in the terminal
 * reaches only this process, which then stops the program. SIGINT means a fast shutdown for postgres and cleanup for
 * initdb. $0 is a folder to remove afterwards.
 */
const WATCHDOG = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- & program=$!
{ read -r _ <&3; kill -INT "$program"; } >/dev/null 2>&1 & watch=$!
exec 3<&-
wait "$program"; status=$?
kill -KILL "$watch" 2>/dev/null
case "$0" in /*) rm -rf "$0" ;; esac
exit "$status"
`;

/** Starts a program that ends whenever this process ends, even by kill -9. Removes `folder` afterwards. */
export function spawnGuarded(
  command: string,
  args: string[],
  options: { runAs: RunAs | undefined; onLine: (line: string) => void; folder?: string; env?: Record<string, string> },
): GuardedProcess {
  const child = spawn("/bin/sh", ["-c", WATCHDOG, options.folder ?? "watchdog", command, ...args], {
    ...options.runAs,
    cwd: "/",
    detached: true,
    // Never pass on this process's environment: it contains secrets.
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", options.onLine);
  child.stdin.on("error", () => {}); // the shell is gone: `exited` reports that
  const ended = (event: "exit" | "close") =>
    new Promise<number>((resolve) => {
      child.on("error", () => resolve(-1));
      child.on(event, (status) => resolve(status ?? -1));
    });
  child.on("error", (error) => options.onLine(error.message));
  return {
    exited: ended("exit"),
    closed: ended("close"),
    interrupt: () => {
      child.ref();
      child.stdin.end();
    },
    unref: () => {
      child.unref();
      for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
    },
  };
}
