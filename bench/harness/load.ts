import { connect, type Socket } from "node:net";
import { statusOfWhole } from "./http-answer.ts";

/** The expected response. Any other response ends the run. */
export interface Expectation {
  status: number;
  /** Bytes that the response, including its head, must contain. */
  contains: string;
}

export interface Load {
  port: number;
  connections: number;
  /** Returns the next request, or undefined at the end. */
  next: () => Buffer | undefined;
  expect: Expectation;
}

export interface Answered {
  requests: number;
  seconds: number;
  /** In milliseconds, ascending. */
  latencies: Float64Array;
}

/**
 * Keeps one request in flight per keep-alive connection. Uses raw sockets, because the load shares a core with
 * PostgreSQL and a full HTTP client would slow down the faster contenders.
 */
export async function load({ port, connections, next, expect }: Load): Promise<Answered> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const latencies: number[] = [];
  const needle = Buffer.from(expect.contains);
  try {
    const started = performance.now();
    await Promise.all(sockets.map((socket) => drive(socket, next, { ...expect, needle }, latencies)));
    const seconds = (performance.now() - started) / 1000;
    return { requests: latencies.length, seconds, latencies: Float64Array.from(latencies).sort() };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket));
  });
}

function drive(
  socket: Socket,
  next: () => Buffer | undefined,
  expect: Expectation & { needle: Buffer },
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer | undefined;
    let sentAt = 0;
    const send = () => {
      const request = next();
      if (!request) return resolve();
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on("data", (chunk: Buffer) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const status = statusOfWhole(received);
      if (status === undefined) return;
      if (status !== expect.status || !received.includes(expect.needle)) {
        reject(new Error(unexpected(expect, received)));
        return;
      }
      latencies.push(performance.now() - sentAt);
      received = undefined;
      send();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server closed a connection that was in use.")));
    send();
  });
}

const unexpected = ({ status, contains }: Expectation, received: Buffer) =>
  `Expected ${status} and "${contains}" in the response, got:\n\n${received.toString()}\n`;
