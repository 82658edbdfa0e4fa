import { type Drawing, filmOf, height, width } from "./film.ts";
import type { Color } from "./canvas.ts";

/** The films of the demo, by name. */
const drawings = { starTrails: starTrails(), brushStrokes: brushStrokes() } satisfies Record<string, Drawing>;

export type FilmName = keyof typeof drawings;

/** Returns the film as an MP4 file, and its length in seconds. */
export function drawFilm(name: FilmName): { bytes: Buffer; seconds: number } {
  return { bytes: filmOf(drawings[name]), seconds: drawings[name].seconds };
}

/** The horizon. */
const hill = (x: number) => 150 + 8 * Math.sin(x / 41) + 5 * Math.sin(x / 17);

/** Stars that turn around the pole above hills, as on a photograph of several hours. */
function starTrails(): Drawing {
  const [night, land]: [Color, Color] = [
    [18, 24, 48],
    [8, 10, 16],
  ];
  const [poleX, poleY] = [170, 62];
  const seconds = 20;
  const star = (radius: number, angle: number, color: Color) => ({
    from: 0,
    to: seconds - 1,
    color,
    at: (share: number) => {
      const turned = angle - share * 1.2;
      return [poleX + radius * Math.cos(turned), poleY + radius * Math.sin(turned)] as const;
    },
    width: () => 1.6,
  });
  return {
    seconds,
    framesPerSecond: 2,
    background: (x, y) => (y > hill(x) ? land : night),
    strokes: [
      { ...star(0, 0, [255, 250, 220]), width: () => 3 },
      star(22, 2.1, [235, 235, 255]),
      star(34, 4.4, [255, 236, 200]),
      star(46, 0.4, [210, 225, 255]),
      star(57, 3.2, [255, 255, 255]),
      star(68, 6.1, [255, 226, 190]),
      star(80, 3.9, [225, 235, 255]),
    ],
  };
}

/** The character 王, written with a brush: its horizontal strokes rise a little. */
function brushStrokes(): Drawing {
  const [paper, ink]: [Color, Color] = [
    [247, 242, 231],
    [26, 24, 28],
  ];
  const middle = width / 2;
  const line = (from: number, [x, y]: readonly [number, number], [toX, toY]: readonly [number, number]) => ({
    from,
    to: from + 3,
    color: ink,
    at: (share: number) => [x + (toX - x) * share, y + (toY - y) * share] as const,
    // The brush presses at both ends.
    width: (share: number) => 8 + 5 * (2 * share - 1) ** 2,
  });
  return {
    seconds: 20,
    framesPerSecond: 8,
    background: () => paper,
    strokes: [
      line(1, [middle - 42, 50], [middle + 42, 42]),
      line(5.5, [middle - 36, 92], [middle + 36, 86]),
      line(10, [middle, 44], [middle, height - 42]),
      line(14.5, [middle - 56, height - 34], [middle + 56, height - 40]),
    ],
  };
}
