import fc from "fast-check";

/**
 * Texts of any code points, without lone surrogates. `fc.string({ unit: "binary" })` prepares a table of all code points
 * for seconds, to shrink examples that are given as text.
 */
export const anyText = (length: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.array(fc.oneof(ascii, codePoint), length).map((points) => String.fromCodePoint(...points));

const ascii = fc.integer({ min: 0, max: 127 });

const codePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map((point) => (point < 0xd8_00 ? point : point + 0x8_00));
