import { drawing } from "../drawing.ts";

const paths = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  sound: "M4 9v6h4l5 4V5L8 9zM16 8.5a5 5 0 0 1 0 7",
  muted: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  picture: "M3 5h18v14H3zM12 11h7v6h-7z",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  leaveFullscreen: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
} as const;

export type IconName = keyof typeof paths;

const filled: ReadonlySet<IconName> = new Set(["play", "pause"]);

/** A decorative icon. Its button has the text. */
export function icon(name: IconName): SVGSVGElement {
  const svg = drawing(paths[name], 24);
  if (filled.has(name)) svg.setAttribute("class", "filled");
  return svg;
}
