import { decodeQR } from "qr/decode.js";

/** Reads the drawing of a QR code as the camera of a phone does. */
export function scanQr({ path, side }: { path: string; side: number }): string {
  const scale = 4;
  const [width, data] = [side * scale, new Uint8Array((side * scale) ** 2 * 4).fill(255)];
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < scale ** 2; at++) {
      const [column, row] = [Number(x) * scale + (at % scale), Number(y) * scale + Math.floor(at / scale)];
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

/** Reads the QR code with a class on a page. Undefined without one. */
export function scanPage(body: string, name: string): string | undefined {
  const found = new RegExp(`class="${name}" viewBox="0 0 (\\d+) \\d+".*?<path d="([^"]+)"`, "s").exec(body);
  return found ? scanQr({ side: Number(found[1]), path: found[2]! }) : undefined;
}
