import assert from "node:assert/strict";
import { test } from "node:test";
import { nameInMail } from "#lib/text/name-in-mail.ts";

const host = "learn.school.example";

const cases: [name: string, inMail: string][] = [
  ["Harbour School", "Harbour School"],
  ["山海學堂", "山海學堂"],
  ["You won! http://evil.example/claim", "You won!"],
  ["You won! HTTPS://evil.example", "You won!"],
  ["Claim at evil.example now", "Claim at evil example now"],
  ["Claim at evil.example/now", "Claim at"],
  ["www.evil.example prizes", "prizes"],
  ["Write to boss@evil.example", "Write to"],
  ["Call mailto:boss@evil.example", "Call"],
  ["Preis 例え。テスト", "Preis 例え テスト"],
  ["learn.school.example", "learn.school.example"],
  ["A\r\nBcc: x\u2028y\u0000z", "A Bcc: x y z"],
  ["Har\u200Bbour\u202E School\u{E0041}", "Harbour School"],
  ["evil\u200B.example", "evil example"],
  ["http://evil.example", host],
  ["\u3164 \u200B", host],
  ["", host],
  ["x".repeat(100), `${"x".repeat(59)}…`],
  ["😀".repeat(80), host],
];

for (const [name, inMail] of cases) {
  void test(`The name ${JSON.stringify(name.slice(0, 40))} is ${JSON.stringify(inMail.slice(0, 40))} in email`, () => {
    assert.equal(nameInMail(name, host), inMail);
  });
}
