import assert from "node:assert/strict";
import { test } from "node:test";
import { qrCode, qrPath } from "#lib/svg/qr-code.ts";

/** Read by an independent decoder. */
const known = `
#######..#..#.#######
#.....#.###.#.#.....#
#.###.#....#..#.###.#
#.###.#..####.#.###.#
#.###.#.##..#.#.###.#
#.....#..##.#.#.....#
#######.#.#.#.#######
...........##........
#.#.#.#...##....#..#.
##.###.#.#....##.##.#
.#..###...#.#...####.
....#...##....#..#.#.
##.####.##..#.##...##
........#..#.#.#.##..
#######..###.###..#.#
#.....#..#.###....#..
#.###.#.##.#.##.##.##
#.###.#..##...#..###.
#.###.#.#...#..#.##.#
#.....#.......###.###
#######.##..#.##....#`;

void test("A code of a ticket is drawn as a QR code that readers know", () => {
  const rows = qrCode("7KQ2M9XDAB")?.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
  assert.equal(rows?.join("\n"), known.trim());
});

void test("Codes that the smallest QR code cannot hold have none", () => {
  for (const text of ["", "A".repeat(21), "lower", "Ä"]) assert.equal(qrCode(text), undefined, text);
  assert.equal(qrCode("A".repeat(20))?.length, 21);
});

void test("The drawing has a quiet zone of four modules", () => {
  assert.deepEqual(qrPath([[true, false]]), { path: "M4 4h1v1h-1z", viewBox: "0 0 9 9" });
});
