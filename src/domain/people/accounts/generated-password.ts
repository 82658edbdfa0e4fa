import { randomInt } from "node:crypto";

const consonants = "bdfgjklmnprtvz";
const vowels = "aeiou";

/** Generates a password that is easy to read and type: `tobak-lurin-mefot-dival`, 64 bits of entropy. */
export const generatePassword = () => Array.from({ length: 4 }, syllables).join("-");

const syllables = () => [consonants, vowels, consonants, vowels, consonants].map(letterOf).join("");

const letterOf = (letters: string) => letters.charAt(randomInt(letters.length));
