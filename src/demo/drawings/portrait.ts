import { Random } from "../random.ts";
import { box, circle, ellipse, line, mix, n, type Palette, shape } from "./paint.ts";

/** Features of a drawn person. */
export interface Face {
  skin: string;
  hair: string;
  style: "short" | "long" | "bun" | "curly" | "bald" | "bob";
  glasses?: boolean;
  beard?: boolean;
}

/** Draws a lecturer in the colors of the school, 480 by 480 units. */
export function portrait(palette: Palette, face: Face, seed: string): string {
  const random = new Random(seed);
  const { skin, hair } = face;
  const shade = mix(skin, "#3a1d10", 0.18);
  const ground = random.pick([
    palette.soft,
    mix(palette.glow, palette.paper, 0.3),
    mix(palette.mid, palette.soft, 0.5),
  ]);
  const coat = random.pick([palette.deep, palette.accent, palette.mid]);
  const inside =
    box(0, 0, 480, 480, ground) +
    circle(240, 250, 190, mix(ground, palette.paper, 0.45)) +
    behind(face) +
    shape("M60 480C70 380 150 352 240 352S410 380 420 480Z", coat) +
    shape("M200 300H280V366C270 396 210 396 200 366Z", shade) +
    shape("M178 358L240 420L302 358L322 366L240 470L158 366Z", mix(coat, palette.paper, 0.7)) +
    ellipse(150, 222, 17, 25, shade) +
    ellipse(330, 222, 17, 25, shade) +
    ellipse(240, 212, 92, 114, skin) +
    (face.beard
      ? shape("M150 224C152 320 190 338 240 338S328 320 330 224C318 270 290 276 240 276S162 270 150 224Z", hair)
      : "") +
    before(face) +
    ellipse(204, 214, 8, 10, "#2b2320") +
    ellipse(276, 214, 8, 10, "#2b2320") +
    line("M188 190Q204 180 220 189M260 189Q276 180 292 190", mix(hair, "#2b2320", 0.4), 6) +
    line("M240 222Q230 246 242 250", shade, 5) +
    line(`M208 ${n(274)}Q240 ${n(random.between(294, 304))} 272 274`, mix("#a3402f", skin, 0.2), 7) +
    circle(178, 254, 17, "#d9654a", `opacity="0.2"`) +
    circle(302, 254, 17, "#d9654a", `opacity="0.2"`) +
    (face.glasses
      ? `<g fill="none" stroke="${palette.night}" stroke-width="6"><circle cx="204" cy="214" r="29"/><circle cx="276" cy="214" r="29"/><path d="M233 214H247M175 210L152 206M305 210L328 206"/></g>`
      : "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480">${inside}</svg>`;
}

function behind({ style, hair }: Face): string {
  if (style === "long")
    return shape("M132 210C120 70 360 70 348 210C352 300 372 350 360 400H120C108 350 128 300 132 210Z", hair);
  if (style === "bob")
    return shape("M132 210C120 78 360 78 348 210C352 270 352 300 340 316H140C128 300 128 270 132 210Z", hair);
  if (style === "bun") return circle(240, 82, 44, hair) + ellipse(240, 170, 108, 92, hair);
  if (style === "curly") {
    const curls = [130, 136, 150, 176, 210, 250, 288, 316, 336, 346];
    return curls.map((x, at) => circle(x, at < 3 || at > 6 ? 200 - Math.min(at, 9 - at) * 40 : 106, 42, hair)).join("");
  }
  return "";
}

function before({ style, hair }: Face): string {
  if (style === "bald") return "";
  if (style === "short")
    return shape(
      "M146 214C132 90 210 82 250 84C330 84 350 150 334 214C326 180 312 160 284 152C240 166 190 158 168 150C154 168 150 190 146 214Z",
      hair,
    );
  if (style === "curly")
    return shape("M150 190C160 110 320 110 330 190C300 150 270 160 240 146C210 160 180 150 150 190Z", hair);
  return shape(
    "M148 206C150 110 220 92 244 94C310 94 334 140 332 206C310 186 280 170 262 138C240 170 190 186 148 206Z",
    hair,
  );
}
