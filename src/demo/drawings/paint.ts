import type { Random } from "../random.ts";

/** Colors of a school, from dark to light, and two colors for what stands out. */
export interface Palette {
  night: string;
  deep: string;
  mid: string;
  soft: string;
  paper: string;
  accent: string;
  glow: string;
}

/** Draws the inside of a cover, 1200 by 675 units. */
export type Motif = (palette: Palette, random: Random) => string;

export const width = 1200;
export const height = 675;

/** Rounds coordinates, which keeps the files small. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Mixes two colors: 0 is the first one, 1 the second one. */
export function mix(first: string, second: string, share: number): string {
  const other = parts(second);
  const mixed = parts(first).map((part, at) => Math.round(part + ((other[at] ?? part) - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export const circle = (cx: number, cy: number, r: number, fill: string, more = "") =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}"${more && ` ${more}`}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = "") =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more && ` ${more}`}/>`;

export const box = (x: number, y: number, w: number, h: number, fill: string, more = "") =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${more && ` ${more}`}/>`;

export const shape = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;

export const line = (d: string, stroke: string, size: number, more = "") =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(size)}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`;

/** Fills the whole picture from top to bottom. */
export const sky = (top: string, bottom: string): string =>
  `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>${box(0, 0, width, height, "url(#sky)")}`;

/** A range of hills from side to side. */
export function hills(random: Random, top: number, swing: number, fill: string): string {
  const steps = 6;
  const points = Array.from({ length: steps + 1 }, (_, at) => ({
    x: (width / steps) * at,
    y: top + random.between(-swing, swing),
  }));
  const [first] = points;
  let d = `M0 ${height}V${n(first?.y ?? top)}`;
  for (const [at, { x, y }] of points.entries()) {
    const before = points[at - 1];
    if (!before) continue;
    const middle = (before.x + x) / 2;
    d += `C${n(middle)} ${n(before.y)} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`;
  }
  return shape(`${d}V${height}Z`, fill);
}

/** A leaf from a point in a direction, in degrees. */
export function leaf(x: number, y: number, length: number, angle: number, fill: string): string {
  const half = length / 3.2;
  return `<path transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})" d="M0 0C${n(length * 0.3)} ${n(-half)} ${n(length * 0.75)} ${n(-half * 0.8)} ${n(length)} 0C${n(length * 0.75)} ${n(half * 0.8)} ${n(length * 0.3)} ${n(half)} 0 0Z" fill="${fill}"/>`;
}

/** Calls a function a number of times and joins the drawings. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");
