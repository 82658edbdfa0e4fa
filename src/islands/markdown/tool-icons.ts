import { drawing } from "../drawing.ts";

/** Drawings of tools, 20 by 20 units, in one line width. */
const drawings = {
  heading2: "M3 5v10M9 5v10M3 10h6M12.5 9c.2-2 4-2 4 .2 0 1.6-4 3.3-4 5.8h4.3",
  heading3: "M3 5v10M9 5v10M3 10h6M12.5 7.5h4l-2.3 3c3.2.2 3 4.5 0 4.5-1 0-1.7-.5-2-1.3",
  heading4: "M3 5v10M9 5v10M3 10h6M16 15V7.5L12.5 12.5H17.5",
  bold: "M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6zM7 4v12",
  italic: "M9 4h5M6 16h5M11.5 4 8.5 16",
  code: "M7 6 3 10l4 4M13 6l4 4-4 4",
  link: "M8.5 11.5a3 3 0 0 0 4.2 0l2.8-2.8a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.8 2.8a3 3 0 0 0 4.2 4.2l1-1",
  bullets: "M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01",
  numbers: "M8 5h9M8 10h9M8 15h9M2.8 3.8 4 3.2v4M2.6 12.4c1-.9 2.3-.2 1.6.9L2.6 15.6h2",
  quote: "M4 11V9.5A4.5 4.5 0 0 1 7.5 5M4 11h4v4H4zM12 11V9.5A4.5 4.5 0 0 1 15.5 5M12 11h4v4h-4z",
  codeBlock: "M3 4h14v12H3zM8 7.5 5.5 10 8 12.5M12 7.5l2.5 2.5-2.5 2.5",
  image: "M3 4h14v12H3zM3 14.5l4-4 3 3 3-3 4 4M7.5 7.5h.01",
  table: "M3 4h14v12H3zM3 8h14M3 12h14M8 4v12",
  callout: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9v4.5M10 6.3h.01",
  divider: "M3 10h14",
  undo: "M7 5 3.5 8.5 7 12M4 8.5h7.5a4 4 0 0 1 0 8H9",
  redo: "M13 5l3.5 3.5L13 12M16 8.5H8.5a4 4 0 0 0 0 8H11",
} as const;

export type ToolIcon = keyof typeof drawings;

/** The drawing of a tool, whose button has a name. */
export const toolIcon = (name: ToolIcon): SVGSVGElement => drawing(drawings[name], 20);
