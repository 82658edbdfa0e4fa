import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Seconds of each segment. A frame of MPEG-1 Layer III at 48 kHz has 1,152 samples: 24 ms. */
const segmentSeconds = 3;
const framesPerSegment = (segmentSeconds * 1000) / 24;

/** A silent frame: MPEG-1 Layer III, 32 kbit/s, 48 kHz, mono. Zeros after the header mean silence. */
function silentFrame(): Buffer {
  const frame = Buffer.alloc(96);
  frame.set([0xff, 0xfb, 0x14, 0xc0]);
  return frame;
}

/** Packed audio starts with an ID3 tag with the timestamp of its first sample (RFC 8216 §3.4), at 90 kHz. */
function segment(index: number): Buffer {
  const owner = Buffer.from("com.apple.streaming.transportStreamTimestamp\0");
  const timestamp = Buffer.alloc(8);
  timestamp.writeBigUInt64BE(BigInt(index * segmentSeconds * 90_000));
  const content = Buffer.concat([owner, timestamp]);
  const frame = Buffer.concat([Buffer.from("PRIV"), synchsafe(content.length), Buffer.alloc(2), content]);
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0", "latin1"), synchsafe(frame.length), frame]);
  return Buffer.concat([tag, ...Array.from({ length: framesPerSegment }, silentFrame)]);
}

/** Seven bits per byte (ID3v2.4 §6.2). */
const synchsafe = (size: number): Buffer =>
  Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);

const playlist = (segments: number, base: string): string =>
  [
    "#EXTM3U",
    "#EXT-X-VERSION:3",
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    ...Array.from({ length: segments }, (_, index) => `#EXTINF:${segmentSeconds}.0,\n${base}segment-${index}.mp3`),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");

const send = (response: ServerResponse, type: string, body: string | Buffer) =>
  response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(body);

interface Options {
  segments: number;
  /** The address of the segments, which begins the names in the playlist. */
  base?: string;
  /** Listens with HTTPS. */
  tls?: { cert: string; key: string };
}

/** A host of a silent HLS stream, open to every origin. The caller closes it. */
export async function anHlsStream({ segments, base = "", tls }: Options) {
  const requested: string[] = [];
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? "";
    requested.push(path);
    const [, index] = /^\/segment-(\d+)\.mp3$/.exec(path) ?? [];
    if (path === "/stream.m3u8") send(response, "application/vnd.apple.mpegurl", playlist(segments, base));
    else if (index !== undefined) send(response, "audio/mpeg", segment(Number(index)));
    else response.writeHead(404, { "access-control-allow-origin": "*" }).end();
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/stream.m3u8`,
    seconds: segments * segmentSeconds,
    requested,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
