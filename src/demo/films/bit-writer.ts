/** Writes the syntax elements of H.264 (ITU-T H.264 §7.2, §9.1). */
export class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #count = 0;

  /** `u(n)`. */
  bits(value: number, count: number): this {
    for (let index = count - 1; index >= 0; index--) {
      this.#current = (this.#current << 1) | ((value >> index) & 1);
      if (++this.#count === 8) this.#flush();
    }
    return this;
  }

  /** `ue(v)`: Exp-Golomb codes, one after the other. */
  golomb(...values: readonly number[]): this {
    for (const value of values) {
      const length = 32 - Math.clz32(value + 1);
      this.bits(0, length - 1).bits(value + 1, length);
    }
    return this;
  }

  align(): this {
    while (this.#count > 0) this.bits(0, 1);
    return this;
  }

  /** Whole bytes, after `align`. */
  bytes(values: Uint8Array): this {
    for (const value of values) this.#bytes.push(value);
    return this;
  }

  /** `rbsp_trailing_bits`. */
  end(): Buffer {
    this.bits(1, 1).align();
    return Buffer.from(this.#bytes);
  }

  #flush(): void {
    this.#bytes.push(this.#current);
    this.#current = 0;
    this.#count = 0;
  }
}
