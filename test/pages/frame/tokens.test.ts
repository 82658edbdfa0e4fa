import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contrast } from "#lib/look/contrast.ts";
import { dark, light, type Scheme } from "#pages/views/styles/tokens.ts";

const [text, control] = [4.5, 3];

/** Texts with the grounds that they stand on. */
const pairsOf = ({ neutral, accent, green, amber, red }: Scheme): [ink: string, ground: string][] => {
  const [page = "", bars = "", hover = ""] = neutral;
  const soft = neutral[9] ?? "";
  const ink = neutral[11] ?? "";
  return [
    ...[page, bars, hover].flatMap((ground): [string, string][] => [
      [soft, ground],
      [ink, ground],
      [accent.text, ground],
      [red.text, ground],
    ]),
    ...[accent, green, amber, red].flatMap((status): [string, string][] => [
      [status.text, status.fill],
      [status.text, page],
      [ink, status.fill],
    ]),
    [accent.on, accent.text],
    [accent.on, accent.press],
  ];
};

void describe("The colors of the admin area", () => {
  for (const [name, scheme] of Object.entries({ light, dark })) {
    void test(`can be read in the ${name} scheme: texts on every ground, and borders of controls`, () => {
      assert.equal(scheme.neutral.length, 12);
      const faint = pairsOf(scheme).filter(([ink, ground]) => contrast(ink, ground) < text);
      assert.deepEqual(faint, []);
      assert.ok(contrast(scheme.neutral[7] ?? "", scheme.neutral[0] ?? "") >= control);
      assert.ok(contrast(scheme.neutral[7] ?? "", scheme.neutral[1] ?? "") >= control);
    });
  }
});
