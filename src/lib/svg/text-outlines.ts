import * as fontkit from "fontkit";
import type { FontBook } from "../pdf/multilingual-text.ts";

type Font = Extract<ReturnType<typeof fontkit.create>, { hasGlyphForCodePoint: unknown }>;

/**
 * Texts as outlines: an image looks the same everywhere and needs no font. Each glyph is defined once, in units of its
 * font, and used where it appears.
 */
export class TextOutlines implements FontBook {
  readonly #fonts = new Map<string, Font>();
  readonly #glyphs = new Map<string, { id: string; path: string }>();

  registerFont(name: string, bytes: Buffer): void {
    const font = fontkit.create(bytes);
    if (!("hasGlyphForCodePoint" in font)) throw new TypeError("A collection of fonts has no outlines.");
    this.#fonts.set(name, font);
  }

  font(name: string) {
    const font = this.#require(name);
    return {
      fontSize: (size: number) => ({
        widthOfString: (text: string): number => (font.layout(text).advanceWidth * size) / font.unitsPerEm,
      }),
    };
  }

  /** Returns the elements that draw a text from its left end on the baseline. */
  draw(text: string, { font: name, size }: { font: string; size: number }, x: number, y: number): string {
    const font = this.#require(name);
    const { glyphs, positions } = font.layout(text);
    const uses: string[] = [];
    let advance = 0;
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index];
      const path = glyph.path.toSVG();
      const at = [advance + (position?.xOffset ?? 0), position?.yOffset ?? 0].map(short);
      if (path !== "")
        uses.push(`<use href="#${this.#define(`${name} ${glyph.id}`, path)}" x="${at[0]}" y="${at[1]}"/>`);
      advance += position?.xAdvance ?? glyph.advanceWidth;
    }
    const scale = (size / font.unitsPerEm).toFixed(5);
    return `<g transform="translate(${short(x)} ${short(y)}) scale(${scale} -${scale})">${uses.join("")}</g>`;
  }

  /** The glyphs that were drawn. */
  definitions(): string {
    return [...this.#glyphs.values()].map(({ id, path }) => `<path id="${id}" d="${path}"/>`).join("");
  }

  #define(key: string, path: string): string {
    const known = this.#glyphs.get(key) ?? { id: `g${this.#glyphs.size}`, path };
    this.#glyphs.set(key, known);
    return known.id;
  }

  #require(name: string): Font {
    const font = this.#fonts.get(name);
    if (!font) throw new Error(`The font ${name} is not registered.`);
    return font;
  }
}

const short = (value: number): string => String(Math.round(value * 100) / 100);
