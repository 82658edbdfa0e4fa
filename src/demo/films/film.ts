import { Canvas, type Color } from "./canvas.ts";
import { encode } from "./h264.ts";
import { mp4Of } from "./mp4.ts";

export const width = 320;
export const height = 180;

/** A line that is drawn between two times, in seconds. `at` returns the position for a share of the line. */
interface Stroke {
  from: number;
  to: number;
  color: Color;
  at: (share: number) => readonly [x: number, y: number];
  /** Width for a share of the line. */
  width: (share: number) => number;
}

export interface Drawing {
  seconds: number;
  framesPerSecond: number;
  background: (x: number, y: number) => Color;
  strokes: readonly Stroke[];
}

/** Draws a film, stroke by stroke, as an MP4 file. */
export function filmOf(drawing: Drawing): Buffer {
  const { framesPerSecond } = drawing;
  const canvas = new Canvas(width, height);
  return mp4Of({ ...encode(canvas, height, framesOf(canvas, drawing)), width, height, framesPerSecond });
}

/** Paints each frame. Yields its changed macroblocks. */
function* framesOf(canvas: Canvas, { seconds, framesPerSecond, background, strokes }: Drawing): Generator<number[]> {
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) canvas.paint(x, y, background(x, y));
  }
  const inks = strokes.map((stroke) => ({ stroke, covered: new Map<number, number>(), share: 0 }));
  for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
    for (const ink of inks) {
      const { from, to } = ink.stroke;
      const share = Math.min(1, Math.max(0, (frame / framesPerSecond - from) / (to - from)));
      if (share > ink.share) draw(canvas, ink, share);
      ink.share = share;
    }
    yield canvas.convert();
  }
}

interface Ink {
  stroke: Stroke;
  /** The share of each pixel that the stroke covers so far. */
  covered: Map<number, number>;
  share: number;
}

/** Points of a line that lie at most a pixel apart. */
const steps = 200;

function draw(canvas: Canvas, { stroke, covered, share: last }: Ink, share: number): void {
  for (let step = Math.floor(last * steps); step <= share * steps; step++) {
    const [centerX, centerY] = stroke.at(step / steps);
    const radius = stroke.width(step / steps) / 2;
    for (let y = Math.floor(centerY - radius - 1); y <= centerY + radius + 1; y++) {
      for (let x = Math.floor(centerX - radius - 1); x <= centerX + radius + 1; x++) {
        if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) continue;
        const part = radius + 0.5 - Math.hypot(x + 0.5 - centerX, y + 0.5 - centerY);
        const pixel = y * canvas.width + x;
        const before = covered.get(pixel) ?? 0;
        const now = Math.min(1, part);
        if (now <= before) continue;
        // Only the part of the pixel that was not covered before gets the color.
        canvas.paint(x, y, stroke.color, (now - before) / (1 - before));
        covered.set(pixel, now);
      }
    }
  }
}
