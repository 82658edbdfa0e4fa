/** First file descriptor that a service manager passes (sd_listen_fds(3)). */
const first = 3;

/** A server has one or two addresses. */
const maxSockets = 8;

/**
 * Returns the file descriptors of listening sockets that a service manager passed to this process (sd_listen_fds(3)).
 * The manager keeps them open while the program is replaced, so that connections wait instead of being refused. Child
 * processes inherit the variables but not the sockets: LISTEN_PID names the process that has them.
 */
export function inheritedSockets(env: Readonly<Record<string, string | undefined>>, pid = process.pid): number[] {
  const count = Number(env["LISTEN_FDS"]);
  if (env["LISTEN_PID"] !== String(pid) || !Number.isInteger(count) || count < 1 || count > maxSockets) return [];
  return Array.from({ length: count }, (_, index) => first + index);
}
