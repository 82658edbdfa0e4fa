import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { acceptedNumber } from "#domain/catalog/curriculum/quizzes/typed-answers/accepted-number.ts";
import { decimalMarkOf } from "#domain/catalog/curriculum/quizzes/typed-answers/decimal-mark.ts";
import { foldText } from "#domain/catalog/curriculum/quizzes/typed-answers/fold-text.ts";
import { readNumber } from "#domain/catalog/curriculum/quizzes/typed-answers/read-number.ts";
import { anyText } from "../support/data/any-text.ts";
import { rounds } from "../support/thorough.ts";

const numRuns = rounds(300, 20_000);
const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters));

/** Characters of a plain keyboard, each with others that are put in its place. */
const substitutes: Record<string, string> = {
  "'": "‘’‚‛′ʹʻʼ´`＇׳",
  '"': "“”„‟«»″＂״",
  "-": "‐‑‒–—―−﹣－⁃",
  "*": "×·⋅∙•・‧∗＊",
  "/": "÷∕⁄／",
  "~": "〜～∼",
  ".": "。．｡",
  ",": "，、،",
  "?": "？؟",
  " ": "\u00a0\u2009\u202f\u3000\u2003\t\n\u0085",
  "7": "７٧۷७𝟕",
  a: "Aａ𝐚ⓐ",
  k: "K\u212a",
  μ: "µ",
};
const invisible = oneOf("\u200b\u200c\u200d\u00ad\u2060\ufeff\u200e\u202a\u2066\ufe0f\u061c");
const plain = fc.array(fc.constantFrom(...Object.keys(substitutes), "b", "c", "é", "課"), { maxLength: 20 });

const typedFor = (character: string) => {
  const others = substitutes[character];
  const one = others === undefined ? fc.constant(character) : oneOf(character + others);
  return fc.tuple(fc.option(invisible, { nil: "", freq: 5 }), one).map((parts) => parts.join(""));
};

void describe("folding of typed answers", () => {
  void test("is the same for characters that devices put in place of others, and for invisible ones", () => {
    const cases = plain.chain((characters) =>
      fc.tuple(fc.constant(characters.join("")), fc.tuple(...characters.map(typedFor))),
    );
    fc.assert(
      fc.property(cases, fc.constantFrom("NFC", "NFD", "NFKC", "NFKD"), ([text, typed], form) => {
        // The normal form of an acute accent alone is a space with an accent.
        const written = typed.join("").replaceAll("´", "’");
        assert.equal(foldText(written.normalize(form)), foldText(text));
      }),
      { numRuns },
    );
  });

  void test("is stable, and never joins what it was applied to twice", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 30 }), (text) => {
        assert.equal(foldText(foldText(text)), foldText(text));
      }),
      { numRuns },
    );
  });

  void test("keeps words apart that differ in a letter, a digit, an accent or a space", () => {
    const word = fc
      .array(oneOf("abcéeöo019 ж課"), { minLength: 1, maxLength: 4 })
      .map((letters) => letters.join("").replaceAll(/ +/g, " ").trim());
    fc.assert(
      fc.property(word, word, (one, other) => assert.equal(foldText(one) === foldText(other), one === other)),
      { numRuns },
    );
  });

  void test("treats the ways to write an answer alike", () => {
    for (const [one, ...others] of [
      ["don't", "don’t", "DON'T", "don`t", " don‘t. "],
      ["-5", "−5", "–5", "－５"],
      ["well-known", "well‑known", "well\u00ad-known", "Well – known"],
      ['"yes", he said', "«\u00a0yes\u00a0», he said", "„yes“ , he said.", "''yes'', he said"],
      ["wait...", "wait…", "wait . . .", "wait⋯", "wait……"],
      ["straße", "STRASSE", "Straße"],
      ["İstanbul", "istanbul", "ISTANBUL"],
      ["οδός", "ΟΔΌΣ"],
      ["H2O", "H₂O", "h2o"],
      ["m²", "m2", "m^2"],
      ["10²", "10^2"],
      ["Ca²⁺", "Ca2+", "Ca^2+"],
      ["x <= 3", "x ≤ 3", "x⩽3"],
      ["1/2", "½", "1 / 2"],
      ["a -> b", "a → b"],
      ["20 °C", "20℃", "20 ˚C", "20 ºC"],
      ["ışık", "IŞIK"],
      ["No 5", "Nº 5", "№ 5"],
      ["北京", "北京。", "北\u200b京"],
      ["史蒂夫·賈伯斯", "史蒂夫・賈伯斯", "史蒂夫‧賈伯斯"],
      ["❤️", "❤"],
      ["كتاب", "کتاب"],
      ["ț", "ţ"],
    ]) {
      for (const other of others) assert.equal(foldText(other), foldText(one!), `${one} and ${other}`);
    }
    for (const [one, other] of [
      ["10²", "102"],
      ["x⁻¹", "x-1"],
      ["ete", "été"],
      ["resume", "résumé"],
      ["a b", "ab"],
      ["twenty one", "twenty-one"],
      ["5!", "5"],
      ["ー", "-"],
    ] as const) {
      assert.notEqual(foldText(one), foldText(other), `${one} and ${other}`);
    }
  });
});

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(""));

const grouped = (text: string, mark: string) => text.replaceAll(/\B(?=(?:\d{3})+$)/g, mark);

void describe("a typed number", () => {
  const whole = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(0, 8)).map((parts) => parts.join(""));

  void test("has its value, however its sign, groups, decimals and power of ten are written", () => {
    const written = fc.record({
      sign: oneOf("-−–－").map(String),
      isNegative: fc.boolean(),
      whole,
      fraction: digits(0, 6),
      decimal: fc.constantFrom(".", ","),
      group: fc.constantFrom("", "other", " ", "\u00a0", "\u202f", "'", "’"),
      power: fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
      notation: fc.constantFrom<(power: string, raised: string) => string>(
        (power) => `e${power}`,
        (power) => `E${power}`,
        (power) => ` × 10^${power}`,
        (power) => `*10**${power}`,
        (power) => ` x 10^(${power})`,
        (_, raised) => `·10${raised}`,
        (_, raised) => `⋅\u200910${raised}`,
      ),
    });
    fc.assert(
      fc.property(written, ({ sign, isNegative, decimal, group, power, notation, ...number }) => {
        const mark = group === "other" ? (decimal === "." ? "," : ".") : group;
        const fraction = number.fraction === "" ? "" : decimal + number.fraction;
        const exponent = power === undefined ? "" : notation(String(power), raised(power));
        // Three decimals after one digit are decimals before a power of ten, and groups are written without one.
        const before = power === undefined ? grouped(number.whole, mark) : number.whole;
        const text = `${isNegative ? sign : ""}${before}${fraction}${exponent}`;
        const value = Number(`${isNegative ? "-" : ""}${number.whole}.${number.fraction || "0"}e${power ?? 0}`);
        assert.equal(readNumber(text, decimal), value, text);
      }),
      { numRuns },
    );
  });

  void test("can have groups of lakhs and crores, and no others of two digits", () => {
    for (const text of ["12,34,567", "12 34 567", "12,34,567.00", "12.34.567,0"]) {
      for (const decimal of [".", ","] as const) assert.equal(readNumber(text, decimal), 1_234_567, text);
    }
    assert.equal(readNumber("1,00,00,000", "."), 10_000_000);
    for (const text of ["1,23", "123,45,678", "1,2,345", "12,34,56", "12,34"]) {
      assert.notEqual(readNumber(text, "."), Number(text.replaceAll(",", "")), text);
    }
  });

  void test("with one mark before three digits is read as in the language", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), digits(3, 3), oneOf(".,"), (before, after, mark) => {
        const [decimal, group] = [Number(`${before}.${after}`), Number(`${before}${after}`)];
        assert.equal(readNumber(`${before}${mark}${after}`, "."), mark === "." ? decimal : group);
        assert.equal(readNumber(`${before}${mark}${after}`, ","), mark === "," ? decimal : group);
      }),
      { numRuns },
    );
    const languages = ["en", "en-GB", "zh-TW", "ja", "de-CH", "es-MX", "ar", "de", "fr", "es", "pt-BR", "ru", "tlh"];
    assert.deepEqual(languages.map((language) => decimalMarkOf(language)).join(""), ".......,,,,,.");
  });

  void test("is read in the forms that people and programs use, and is none in others", () => {
    const read: [string, number][] = [
      ["3.00E8", 3e8],
      ["6.022e23", 6.022e23],
      ["6.022×10^23", 6.022e23],
      ["6,022·10²³", 6.022e23],
      ["6.626 ⋅ 10⁻³⁴", 6.626e-34],
      ["3\\cdot 10^{8}", 3e8],
      ["10^3", 1000],
      ["−10³", -1000],
      ["1 000", 1000],
      ["1'000", 1000],
      ["1,234", 1234],
      ["1,234,567.8", 1_234_567.8],
      ["1.234.567,8", 1_234_567.8],
      ["1,5", 1.5],
      ["0,123", 0.123],
      [".5", 0.5],
      [",5", 0.5],
      ["5.", 5],
      ["+5", 5],
      ["− 5", -5],
      ["= 5", 5],
      ["1/2", 0.5],
      ["−1/2", -0.5],
      ["½", 0.5],
      ["1½", 1.5],
      ["1 1/2", 1.5],
      ["-2 3/4", -2.75],
      ["12 345/5", 2469],
      ["３．５", 3.5],
      ["١٢٫٥", 12.5],
      ["१२", 12],
      ["1.234 567 89", 1.23456789],
      ["\u200e5\u00ad0", 50],
    ];
    for (const [text, value] of read) assert.equal(readNumber(text, "."), value, text);
    for (const text of ["", "x", "5 kg", "50%", "1/0", "1/2/3", "3-2", "12 34", "1,23,4.5", "1 100/200", "e8", "1e999"])
      assert.equal(readNumber(text, "."), undefined, text);
    assert.equal(readNumber("9".repeat(101), "."), undefined);
  });

  void test("is accepted as an answer if it has one meaning in all languages", () => {
    assert.deepEqual(
      ["1.234", "6.022e23", "1/3", "−5", "3 × 10^8", "1,5", "1,234", "1.234,5", "five"].map(acceptedNumber),
      [1.234, 6.022e23, 1 / 3, -5, 3e8, 1.5, undefined, 1234.5, undefined],
    );
  });
});

const raised = (power: number): string =>
  String(power).replaceAll(/./g, (character) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(character)]!);
