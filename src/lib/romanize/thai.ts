import { soundsOf } from "./sounds.ts";

/** Romanizes one Thai word by rules close to the Royal Thai General System (RTGS). */

const onsets = soundsOf({
  "": "อ",
  k: "ก",
  kh: "ขฃคฅฆ",
  ng: "ง",
  ch: "จฉชฌ",
  s: "ซศษส",
  y: "ญย",
  d: "ฎด",
  t: "ฏต",
  th: "ฐฑฒถทธ",
  n: "ณน",
  b: "บ",
  p: "ป",
  ph: "ผพภ",
  f: "ฝฟ",
  m: "ม",
  r: "ร",
  l: "ลฬ",
  w: "ว",
  h: "หฮ",
});

const finals = soundsOf({
  "": "อหฮ",
  k: "กขฃคฅฆ",
  ng: "ง",
  t: "จฉชฌซศษสฎดฏตฐฑฒถทธ",
  n: "ญณนรลฬ",
  p: "บปผพภฝฟ",
  m: "ม",
  i: "ย",
  o: "ว",
});

/** Consonants that open a syllable together. */
const cluster = "[กขค][รลว]|[ตทปพส]ร|[ปผพ]ล|ห[งญนมยรลว]";
const isCluster = new RegExp(`^(${cluster})$`);
const onset = `(${cluster}|[ก-ฮ])`;

/** Vowels are written before, above, below and after their consonant. Here they become Latin letters after it. */
const vowels: readonly (readonly [RegExp, string])[] = (
  [
    ["[\u0E47-\u0E4B]", ""],
    ["[ก-ฮ][\u0E34\u0E38]?\u0E4C", ""],
    ["\u0E33", "am"],
    [`เ${onset}ียว`, "$1iao"],
    [`เ${onset}ีย`, "$1ia"],
    [`เ${onset}ือ`, "$1uea"],
    [`เ${onset}าะ`, "$1o"],
    [`เ${onset}า`, "$1ao"],
    [`เ${onset}อ`, "$1oe"],
    [`เ${onset}ิ`, "$1oe"],
    [`เ${onset}ย`, "$1oei"],
    [`เ${onset}ะ?`, "$1e"],
    [`แ${onset}ะ?`, "$1ae"],
    [`โ${onset}ะ?`, "$1o"],
    [`ไ${onset}ย?|ใ${onset}`, "$1$2ai"],
    ["ัวะ?", "ua"],
    ["ัย", "ai"],
    ["ั", "a"],
    ["รร(?=[ก-ฮ])", "a"],
    ["รร", "an"],
    ["[ะา]", "a"],
    ["[ิี]", "i"],
    ["ือ|[ึื]", "ue"],
    ["[ุู]", "u"],
    ["ฤๅ?", "rue"],
    ["(?<=[ก-ฮ])อ(?![a-z])", "o"],
    ["(?<=[ก-ฮ])ว(?=[ก-ฮ])", "ua"],
  ] as const
).map(([pattern, sound]) => [new RegExp(pattern, "g"), sound]);

export function romanizeThai(word: string): string {
  const written = vowels.reduce((text, [pattern, sound]) => text.replaceAll(pattern, sound), word);
  return written.replaceAll(/[ก-ฮ]+/g, (run: string, at: number) => {
    const opens = at === 0;
    const closes = at + run.length === written.length;
    if (opens && closes) return syllables(run);
    if (opens) return opening(run);
    if (!closes && (run.length === 1 || isCluster.test(run))) return opening(run);
    const rest = run.slice(1);
    return (finals.get(run.charAt(0)) ?? "") + (closes ? (rest.length > 1 ? syllables(rest) : "") : opening(rest));
  });
}

/** The consonants before a written vowel: the last ones open its syllable. */
function opening(run: string): string {
  const last = new RegExp(`(${cluster}|.)$`).exec(run)?.[0] ?? "";
  return syllables(run.slice(0, run.length - last.length)) + sounds(last);
}

/** Consonants without a written vowel: a closed syllable has "o", an open one "a". */
function syllables(run: string): string {
  const closed = new RegExp(`^(${cluster}|[ก-ฮ])([ก-ฮ])$`).exec(run);
  if (closed) return `${sounds(closed[1] ?? "")}o${finals.get(closed[2] ?? "") ?? ""}`;
  if (run.length === 4) return syllables(run.slice(0, 2)) + syllables(run.slice(2));
  return run === "" ? "" : `${sounds(run.charAt(0))}a${syllables(run.slice(1))}`;
}

const sounds = (run: string): string =>
  [...run.replace(/^ห(?=.)/, "")].map((letter) => onsets.get(letter) ?? "").join("");
