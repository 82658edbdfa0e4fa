import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { indexTermsOf, tokensOf } from "#lib/text/search-tokens.ts";

const finds = (query: string, text: string): boolean => {
  const terms = new Set(indexTermsOf(text, 3000));
  const tokens = tokensOf(query);
  return tokens.length > 0 && tokens.every((token) => terms.has(token));
};

/** Texts, each with what people type for it. */
const pairs: Record<string, readonly [text: string, ...queries: string[]][]> = {
  "letters of Northern and Central Europe": [
    ["Straßenbau", "strassenbau", "straßen", "STRASSENBAU", "strass"],
    ["STRAẞE", "strasse", "straße"],
    ["Strasse", "straße"],
    ["Smørrebrød", "smorrebrod", "smoerrebroed", "smørre"],
    ["Smoerrebroed", "smørrebrød", "smorrebrod"],
    ["Århus", "arhus", "aarhus", "århus"],
    ["Aarhus", "århus", "arhus"],
    ["Ærø", "aero", "aeroe"],
    ["Łódź", "lodz"],
    ["Đorđević", "dordevic"],
    ["Œuvre", "oeuvre", "œuvre"],
    ["Þórshöfn", "thorshofn", "thorshoefn"],
    ["Reyðarfjörður", "reydarfjordur"],
    ["İstanbul", "istanbul"],
    ["Kızılırmak", "kizilirmak"],
    ["Đà Nẵng", "da nang"],
    ["Għarb", "gharb"],
  ],
  "letters with an umlaut": [
    ["Müller", "mueller", "muller", "müller"],
    ["Mueller", "müller", "muller", "mueller"],
    ["Muller", "müller", "muller"],
    ["Göteborg", "goteborg", "goeteborg"],
    ["Ästhetik", "asthetik", "aesthetik"],
    ["Bauer", "bauer"],
  ],
  "other forms of Latin letters": [
    ["Ｌｅａｒｎ Ｇｏ", "learn go"],
    ["ﬁnance eﬃcient", "finance efficient"],
    ["𝓐𝓷𝓷𝓪 𝔸𝕟𝕟𝕒", "anna"],
    ["m² and ①", "m2", "1"],
    ["Donau\u00ADdampf\u00ADschiff", "donaudampfschiff"],
  ],
  "Greek and Cyrillic": [
    ["Ελληνική ιστορία", "ελληνικη ιστορια", "ΕΛΛΗΝΙΚΗ"],
    ["ο δρόμος", "δρομος", "δρομοσ", "ΔΡΟΜΟΣ"],
    ["Ещё ёлка", "еще елка"],
    ["ґанок", "ганок"],
    ["пʼять", "п'ять", "п’ять", "пять"],
  ],
  "Arabic and Hebrew": [
    ["أُسْتَاذ", "استاذ"],
    ["إدارة", "اداره", "ادارة"],
    ["مُسْتَشْفَى", "مستشفي"],
    ["كتـــاب", "كتاب"],
    ["کتاب", "كتاب"],
    ["یادگیری", "يادگيري"],
    ["می‌خواهم", "میخواهم", "می خواهم"],
    ["۱۴۰۵", "1405"],
    ["٢٠٢٦", "2026"],
    ["שָׁלוֹם", "שלום"],
    ["שלומית", "שלום"],
  ],
  "scripts of Asia": [
    ["ｶﾞﾗｽ", "ガラス", "がらす"],
    ["プログラミング", "ぷろぐらみんぐ", "ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ"],
    ["한국어", "한국어".normalize("NFD")],
    ["हिन्दी फ़िल्म", "हिन्दी", "फिल्म"],
    ["เรียนภาษาไทย", "ภาษาไทย"],
    ["夜空", "夜空"],
  ],
  "words in parts": [
    ["e-mail", "email", "e mail", "e-mail"],
    ["don’t", "don't", "dont"],
    ["l’amour", "amour", "l'amour"],
  ],
};

/** Words that are not the same. */
const different: readonly [text: string, query: string][] = [
  ["Bauer", "baur"],
  ["queen", "quen"],
  ["カラス", "ガラス"],
  ["ばす", "はす"],
  ["कुल", "कल"],
  ["ข้าว", "ขาว"],
  ["strand", "strasse"],
];

void describe("A search finds what people type for", () => {
  for (const [label, texts] of Object.entries(pairs)) {
    void test(label, () => {
      for (const [text, ...queries] of texts) {
        for (const query of queries) assert.ok(finds(query, text), `${query} for ${text}`);
      }
    });
  }
});

void test("A search tells different words apart", () => {
  for (const [text, query] of different) assert.ok(!finds(query, text), `${query} for ${text}`);
});

void test("A long text keeps the terms of its words before those of other spellings", () => {
  const text = Array.from({ length: 40 }, (_, index) => `Übergrößenträger${"abcdefgh"[index % 8]}${index}`).join(" ");
  const plain = indexTermsOf(text, 100_000);
  const cut = indexTermsOf(text, 40);
  assert.equal(cut.length, 40);
  assert.ok(cut.every((term) => !term.startsWith("ue")));
  assert.ok(plain.some((term) => term.startsWith("uebergroessen")));
});
