/** Macroblocks of H.264 have 16 by 16 samples of luma and 8 by 8 of each chroma. */
const blockSize = 16;

export type Color = readonly [red: number, green: number, blue: number];

/** A plane of samples, in whole macroblocks. */
interface Plane {
  samples: Uint8Array;
  width: number;
  /** Samples of a macroblock in each direction. */
  size: number;
}

/** A drawing with its samples in the color space of videos (BT.601, limited range, 4:2:0), in whole macroblocks. */
export class Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly #colors: Uint8Array;
  readonly #planes: readonly [luma: Plane, blue: Plane, red: Plane];
  readonly #touched = new Set<number>();

  constructor(width: number, height: number) {
    this.columns = Math.ceil(width / blockSize);
    this.rows = Math.ceil(height / blockSize);
    this.width = this.columns * blockSize;
    this.height = this.rows * blockSize;
    const pixels = this.width * this.height;
    this.#colors = new Uint8Array(pixels * 3);
    const chroma = (): Plane => ({ samples: new Uint8Array(pixels / 4), width: this.width / 2, size: blockSize / 2 });
    this.#planes = [{ samples: new Uint8Array(pixels), width: this.width, size: blockSize }, chroma(), chroma()];
  }

  /** Mixes a share of the color into a pixel. */
  paint(x: number, y: number, color: Color, share = 1): void {
    const at = (y * this.width + x) * 3;
    for (let channel = 0; channel < 3; channel++) {
      const before = this.#colors[at + channel] ?? 0;
      this.#colors[at + channel] = Math.round(before + ((color[channel] ?? 0) - before) * share);
    }
    this.#touched.add(Math.floor(y / blockSize) * this.columns + Math.floor(x / blockSize));
  }

  /** Converts what was painted since the last call. Returns the macroblocks that have changed, in their order. */
  convert(): number[] {
    const changed = [...this.#touched].filter((block) => this.#convert(block));
    this.#touched.clear();
    return changed.toSorted((one, other) => one - other);
  }

  #convert(block: number): boolean {
    const before = Buffer.concat(this.samplesOf(block));
    const [left, top] = this.#corner(block, blockSize);
    const [luma, blue, red] = this.#planes;
    for (let y = top; y < top + blockSize; y++) {
      for (let x = left; x < left + blockSize; x++) {
        const [r, g, b] = this.#colorOf(x, y);
        luma.samples[y * luma.width + x] = Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b);
        if (x % 2 === 1 || y % 2 === 1) continue;
        const at = (y / 2) * blue.width + x / 2;
        blue.samples[at] = Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b);
        red.samples[at] = Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b);
      }
    }
    return !before.equals(Buffer.concat(this.samplesOf(block)));
  }

  #colorOf(x: number, y: number): Color {
    const at = (y * this.width + x) * 3;
    return [this.#colors[at] ?? 0, this.#colors[at + 1] ?? 0, this.#colors[at + 2] ?? 0];
  }

  /** The samples of a macroblock: luma and both chromas. */
  samplesOf(block: number): Uint8Array[] {
    return this.#planes.map(({ samples, width, size }) => {
      const [left, top] = this.#corner(block, size);
      const copied = new Uint8Array(size * size);
      for (let line = 0; line < size; line++) {
        const from = (top + line) * width + left;
        copied.set(samples.subarray(from, from + size), line * size);
      }
      return copied;
    });
  }

  /** The neighbor whose edge continues through the whole macroblock. */
  copiedFrom(block: number): "above" | "left" | undefined {
    if (block >= this.columns && this.#every(block, ({ width }, x, _y, top) => (top - 1) * width + x)) return "above";
    if (block % this.columns > 0 && this.#every(block, ({ width }, _x, y, _top, left) => y * width + left - 1)) {
      return "left";
    }
    return undefined;
  }

  /** True if each sample equals the sample at the index that `edge` returns. */
  #every(block: number, edge: (plane: Plane, x: number, y: number, top: number, left: number) => number): boolean {
    return this.#planes.every((plane) => {
      const { samples, width, size } = plane;
      const [left, top] = this.#corner(block, size);
      for (let y = top; y < top + size; y++) {
        for (let x = left; x < left + size; x++) {
          if (samples[y * width + x] !== samples[edge(plane, x, y, top, left)]) return false;
        }
      }
      return true;
    });
  }

  #corner(block: number, size: number): readonly [left: number, top: number] {
    return [(block % this.columns) * size, Math.floor(block / this.columns) * size];
  }
}
