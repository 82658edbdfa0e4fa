const headEnd = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

/** Returns the status of a complete HTTP/1.1 response (RFC 9112 §6.3), or undefined while it is incomplete. */
export function statusOfWhole(received: Buffer): number | undefined {
  const end = received.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = received.toString("latin1", 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const bodyStart = end + headEnd.length;
  const whole =
    status === 204 || status === 304
      ? true
      : head.includes("\r\ntransfer-encoding: chunked")
        ? endsInLastChunk(received, bodyStart)
        : received.length >= bodyStart + lengthIn(head);
  return whole ? status : undefined;
}

function lengthIn(head: string): number {
  const name = "\r\ncontent-length: ";
  const start = head.indexOf(name);
  if (start === -1) throw new Error(`Cannot measure a response without a length:\n${head}`);
  return Number.parseInt(head.slice(start + name.length, start + name.length + 12), 10);
}

/** Parses the chunks one by one, because a body can contain the bytes of a last chunk. */
function endsInLastChunk(received: Buffer, bodyStart: number): boolean {
  let position = bodyStart;
  for (;;) {
    const lineEnd = received.indexOf("\r\n", position);
    if (lineEnd === -1) return false;
    const size = Number.parseInt(received.toString("latin1", position, lineEnd), 16);
    if (size === 0) return received.length >= position + lastChunk.length;
    position = lineEnd + 2 + size + 2;
    if (position >= received.length) return false;
  }
}
