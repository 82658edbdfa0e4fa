const namespace = "http://www.w3.org/2000/svg";

/** A drawing of one path, for a button that has a name. `size`: units of its width and height. */
export function drawing(path: string, size: 20 | 24): SVGSVGElement {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(namespace, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
