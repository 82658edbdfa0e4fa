import { randomInt } from "node:crypto";

const consonants = "bdfgjklmnprtvz";
const vowels = "aeiou";

/** A password to read from a screen or a sheet of paper: `tobak-lurin-mefot-dival`, 64 bits of chance. */
export const generatePassword = () => Array.from({ length: 4 }, syllables).join("-");

const syllables = () => [consonants, vowels, consonants, vowels, consonants].map(letterOf).join("");

const letterOf = (letters: string) => letters[randomInt(letters.length)]!;
