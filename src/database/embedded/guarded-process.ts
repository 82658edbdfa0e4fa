import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { RunAs } from "./run-as.ts";

export interface GuardedProcess {
  /** The exit status, when the program has ended. */
  exited: Promise<number>;
  /** The same, when everything that it wrote has been read, too. */
  closed: Promise<number>;
  /** Interrupts the program, as our own death would. */
  interrupt(): void;
  /** Lets this process end without waiting for the program. */
  unref(): void;
}

/*
 * The shell waits for the end of its input, a pipe that only our process holds open: the kernel closes it when we die,
 * even by kill -9. It runs in a session of its own (detached): a Ctrl-C of the terminal is for us, and we stop the program.
 * SIGINT means a fast shutdown to postgres and tidying up to initdb. $0 is a folder to remove afterwards.
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

/** Starts a program that ends when this process does, however that happens. `folder` is removed when it has ended. */
export function spawnGuarded(
  command: string,
  args: string[],
  options: { runAs: RunAs | undefined; onLine: (line: string) => void; folder?: string; env?: Record<string, string> },
): GuardedProcess {
  const child = spawn("/bin/sh", ["-c", WATCHDOG, options.folder ?? "watchdog", command, ...args], {
    ...options.runAs,
    cwd: "/",
    detached: true,
    // Nothing of our own environment: it holds secrets.
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", options.onLine);
  child.stdin.on("error", () => {}); // the shell is gone: `exited` tells
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
      for (const stream of child.stdio) if (stream && "unref" in stream) (stream as { unref(): void }).unref();
    },
  };
}
