import assert from "node:assert/strict";
import { test } from "node:test";
import { qrCode } from "#lib/svg/qr-code.ts";
import { scanQr } from "../support/scan-qr.ts";

void test("Readers read QR codes of every length, with a quiet zone of four modules", () => {
  for (const text of ["7KQ2M9XDAB", "https://school.example/certificates/Ä", "a".repeat(331)]) {
    const code = qrCode(text);
    assert.equal(scanQr(code), text);
    const [first] = code.path.matchAll(/M(\d+) (\d+)/g);
    assert.deepEqual([first?.[1], first?.[2]], ["4", "4"]);
  }
  assert.equal(qrCode("7KQ2M9XDAB").side, 21 + 2 * 4);
});
