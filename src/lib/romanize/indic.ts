/**
 * Romanizes the scripts of India that share the order of their letters (ISCII): each is a block of 128 code points. A
 * consonant without a vowel sign has the vowel "a", which no character writes.
 */
export const indicWords =
  /[\u0900-\u0963\u0966-\u0983\u0985-\u09E3\u09E6-\u0A63\u0A66-\u0AE3\u0AE6-\u0B63\u0B66-\u0BE3\u0BE6-\u0C63\u0C66-\u0CE3\u0CE6-\u0D63\u0D66-\u0D7F\u200C\u200D]+/g;

const firstConsonant = 0x15;
const consonants = "k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h".split(
  " ",
);
const firstVowel = 0x05;
const vowels = "a a i i u u ri l e e e ai o o o au".split(" ");
const firstSign = 0x3e;
const signs = "a i i u u ri ri e e e ai o o o au".split(" ");
const virama = 0x4d;
const nukta = 0x3c;

/** Sounds of consonants with a nukta, a dot below: ज is ja and ज़ is za. */
const withNukta: Readonly<Record<string, string>> = { j: "z", ph: "f", k: "q" };

const lettersOutsideOrder: Readonly<Record<string, string>> = {
  "\u0950": "om",
  "\u0A72": "",
  "\u0A73": "",
  "\u0D7A": "n",
  "\u0D7B": "n",
  "\u0D7C": "r",
  "\u0D7D": "l",
  "\u0D7E": "l",
  "\u0D7F": "k",
};

/** Hindi, Punjabi and Gujarati leave out an "a" between a syllable with a vowel and one with a written vowel. */
const shortensWithin = (block: number): boolean => block === 0x0900 || block === 0x0a00 || block === 0x0a80;
/** They and Bengali leave out the last "a" of a word. */
const shortensAtEnd = (block: number): boolean => block === 0x0980 || shortensWithin(block);

/** Tamil, Telugu, Kannada and Malayalam end words with "m" (മലയാളം). */
const firstOfSouth = 0x0b80;

/** A sound: consonants without a vowel have an empty one, and an inherent "a" may be left out. */
interface Sound {
  consonant: string;
  vowel: string;
  inherent: boolean;
}

export function romanizeIndic(word: string, convert: (text: string) => string): string {
  const sounds: Sound[] = [];
  let block = 0;
  for (const character of word) {
    const code = character.charCodeAt(0);
    if (code >= 0x2000) continue;
    block = code & ~0x7f;
    addCharacter(sounds, character, code & 0x7f, block, convert);
  }
  leaveOut(sounds, block);
  return sounds
    .map(({ consonant, vowel }) => consonant + vowel)
    .join("")
    .replaceAll(block >= firstOfSouth ? /N(?=[pbm]|$)/g : /N(?=[pbm])/g, "m")
    .replaceAll("N", "n");
}

function addCharacter(
  sounds: Sound[],
  character: string,
  offset: number,
  block: number,
  convert: (text: string) => string,
): void {
  const last = sounds.at(-1);
  const consonant = consonants[offset - firstConsonant];
  const vowel = vowels[offset - firstVowel];
  const sign = signs[offset - firstSign];
  const other = lettersOutsideOrder[character];
  if (other !== undefined) sounds.push({ consonant: other, vowel: "", inherent: false });
  else if (consonant !== undefined) sounds.push({ consonant, vowel: "a", inherent: true });
  else if (vowel !== undefined) sounds.push({ consonant: "", vowel, inherent: false });
  else if (sign !== undefined && last) Object.assign(last, { vowel: sign, inherent: false });
  else if (offset === virama && last) Object.assign(last, { vowel: "", inherent: false });
  else if (offset === nukta && last) last.consonant = withNukta[last.consonant] ?? last.consonant.replace("d", "r");
  else if (offset === 0x01 || offset === 0x02 || (block === 0x0a00 && offset === 0x70))
    sounds.push({ consonant: block === 0x0980 && offset === 0x02 ? "ng" : "N", vowel: "", inherent: false });
  else if (offset === 0x03) sounds.push({ consonant: "h", vowel: "", inherent: false });
  else sounds.push({ consonant: convert(character), vowel: "", inherent: false });
}

function leaveOut(sounds: Sound[], block: number): void {
  const end = sounds.at(-1);
  if (end?.inherent && sounds.length > 1 && shortensAtEnd(block)) end.vowel = "";
  if (!shortensWithin(block)) return;
  for (let at = sounds.length - 2; at > 0; at -= 1) {
    const [before, sound, after] = [sounds[at - 1], sounds[at], sounds[at + 1]];
    if (sound?.inherent && before?.vowel && after?.consonant && after.vowel && !after.inherent) sound.vowel = "";
  }
}
