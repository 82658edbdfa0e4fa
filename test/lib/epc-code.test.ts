import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { epcCode } from "#lib/text/epc-code.ts";
import { findBic, findIban } from "#lib/text/iban.ts";
import { moneyColumn } from "#lib/text/format-money.ts";

const iban = "DE89370400440532013000";
const transfer = { name: "Harbour School", iban, amount: 3510, currency: "EUR", remittance: "K7M2Q4X9RT" };

void describe("The code of a SEPA transfer", () => {
  void test("has the lines of the standard in their order", () => {
    assert.equal(
      epcCode({ ...transfer, name: " Über  Meer\n", bic: "COBADEFFXXX" }),
      `BCD\n002\n1\nSCT\nCOBADEFFXXX\nÜber Meer\n${iban}\nEUR35.10\n\n\nK7M2Q4X9RT`,
    );
    assert.equal(epcCode({ ...transfer, amount: 1 })?.split("\n")[7], "EUR0.01");
    assert.equal(epcCode({ ...transfer, amount: 99_999_999_999 })?.split("\n")[7], "EUR999999999.99");
  });

  void test("does not exist for what such a transfer cannot carry", () => {
    const impossible = [
      { currency: "USD" },
      { amount: 0 },
      { amount: 100_000_000_000 },
      { name: "" },
      { name: "x".repeat(71) },
      { name: "海岸學校" },
      { remittance: "x".repeat(141) },
      { iban: "DE8937040044053201300" },
      { iban: "TR330006100519786457841326" },
    ];
    for (const change of impossible)
      assert.equal(epcCode({ ...transfer, ...change }), undefined, JSON.stringify(change));
    const long = { ...transfer, name: "ü".repeat(70), remittance: "ü".repeat(70) };
    assert.ok(Buffer.byteLength(epcCode(long)!) <= 331);
    assert.equal(epcCode({ ...long, remittance: "ü".repeat(140) }), undefined);
  });
});

void test("An account is found before other words in capitals, with the bank after its name", () => {
  const text = "Harbour Bank, IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX";
  assert.deepEqual([findIban(text), findBic(text)], [iban, "COBADEFFXXX"]);
  assert.deepEqual([findIban("DE88 3704 0044 0532 0130 00"), findBic("COBADEFF")], [undefined, undefined]);
  assert.equal(findBic("SWIFT code: COBADEFF"), "COBADEFF");
});

void test("Amounts below each other have the same decimals", () => {
  const [mixed, whole] = [moneyColumn("en", "EUR", [3900, 390, 3510]), moneyColumn("en", "EUR", [3900, 3900])];
  assert.deepEqual([3900, 390, 3510].map(mixed), ["€39.00", "€3.90", "€35.10"]);
  assert.deepEqual([whole(3900), moneyColumn("en", "JPY", [1200])(1200)], ["€39", "¥1,200"]);
});
