import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import path from "node:path";

/** A service whose socket stays open while its program is replaced, as systemd does it (sd_listen_fds(3)). */
export interface ServiceManager {
  port: string;
  /** Resolves when the program listens for the first time. A later start does not wait. */
  start(env: Record<string, string>): Promise<void>;
  /** A command of the shell that stops the program and starts the program that is then at its path. */
  restartCommand: string;
  /** Output of all programs so far. */
  output(): string;
  close(): Promise<void>;
}

interface SocketHandle {
  fd: number;
  close(): void;
}

/** Only binds, so that this process accepts nothing. `net.createServer` would accept connections itself. */
function openSocket(): { handle: SocketHandle; port: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- An interface of Node.js without a description.
  const { _createServerHandle: create } = net as unknown as {
    _createServerHandle: (
      host: string,
      port: number,
      family: number,
    ) => SocketHandle & { getsockname(at: object): void };
  };
  const handle = create("127.0.0.1", 0, 4);
  const at = { port: 0 };
  handle.getsockname(at);
  return { handle, port: String(at.port) };
}

/** Runs the program at a path. `folder` gets the script of the command. */
export async function aServiceManager(program: string, folder: string): Promise<ServiceManager> {
  const { handle, port } = openSocket();
  let child: ChildProcess | undefined;
  let settings: Record<string, string> = {};
  let output = "";
  const listening = Promise.withResolvers<void>();
  const start = () => {
    // The variable names the process that gets the socket, which is known only then.
    const words = ["-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve', program];
    const { PATH } = process.env;
    const stdio = ["ignore", "pipe", "pipe", handle.fd] as const;
    child = spawn("/bin/sh", words, { env: { PATH, ...settings }, stdio: [...stdio] });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (output.includes("\nLectern listens on ")) listening.resolve();
      });
  };
  const stop = async () => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  const control = createServer((_request, response) => {
    const restart = async () => {
      await stop();
      start();
      response.end();
    };
    void restart();
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  const { port: controlPort } = control.address() as AddressInfo;
  const script = path.join(folder, "restart.mjs");
  writeFileSync(script, `await fetch("http://127.0.0.1:${controlPort}/");\n`);
  return {
    port,
    restartCommand: `'${process.execPath}' '${script}'`,
    output: () => output,
    start(env) {
      settings = env;
      start();
      return listening.promise;
    },
    async close() {
      await stop();
      handle.close();
      control.close();
    },
  };
}
