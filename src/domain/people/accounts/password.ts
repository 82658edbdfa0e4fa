import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { rateLimited, Problem } from "#domain/platform/problem.ts";
import { limitConcurrency } from "#lib/work/limit-concurrency.ts";
import { shareOfMachine } from "#lib/work/share-of-machine.ts";

/** argon2id with the first of OWASP's recommended parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Dummy hash to compare with for unknown accounts. */
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$wtlXskBBgVcEhX391Za9pw$58zKON8OfFoT+M9UZYy1nlpSRKb4y+WlcqfLw7Dv50E";

/** Hashing uses memory and threads that the process needs elsewhere; the queue is bounded and rejects the excess. */
const inTurn = limitConcurrency({
  maxRunning: shareOfMachine(Math.min(3, Math.max(2, availableParallelism()))),
  maxWaiting: 300,
  refusal: () => rateLimited(5),
});

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize("NFC"), parameters));

/** Takes equally long without a hash, so that response times do not reveal which accounts exist. */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(hashed ?? dummyHash, password.normalize("NFC")));
  return matches && hashed !== null;
}

const minLength = 10;
const maxLength = 200;

/** Frequent words in lists of leaked passwords, without leading and trailing digits and symbols. */
const commonWords = new Set([
  ..."password passwort passw0rd p@ssw0rd p@ssword passwordpassword mypassword yourpassword newpassword changeme".split(
    " ",
  ),
  ..."qwertyuiop qwertyuiopasdfghjkl qwertyqwerty qwerty asdfghjkl asdfghjklz asdfasdf zxcvbnm qazwsxedc".split(" "),
  ..."1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 1q2w3e4r5t6y zaq12wsx qwer1234".split(" "),
  ..."iloveyou iloveyouforever letmein letmeinnow welcome welcomehome administrator superuser rootroot adminadmin".split(
    " ",
  ),
  ..."football baseball basketball superman batman starwars pokemon princess sunshine monkey dragon".split(" "),
  ..."abcdefghij abcdefghijklmnopqrstuvwxyz abc123abc abcabcabc testtest testtesttest secretsecret trustno".split(" "),
  ..."lectern lecternlectern student students lecturer teacher learning elearning school university".split(" "),
]);

/**
 * Throws `validation_failed` for a password that is short, long, common or the person's own email address. Lengths
 * are in characters, not bytes.
 */
export function requireGoodPassword(password: string, email: string): void {
  const length = [...password.normalize("NFC")].length;
  if (length < minLength) refuse("too_short", `A password must have at least ${minLength} characters.`);
  if (length > maxLength) refuse("too_long", `A password must have at most ${maxLength} characters.`);
  if (isCommon(password)) refuse("too_common", "This password is too common. Choose one that is harder to guess.");
  if (isAddress(password, email))
    refuse("same_as_email", "A password must not be the email address. Choose one that is hard to guess.");
}

/** Matches the whole address or its local part. Every correspondent knows both. */
function isAddress(password: string, email: string): boolean {
  const [input, address] = [folded(password), folded(email)];
  return input === address || input === address.slice(0, address.lastIndexOf("@"));
}

const folded = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lower.replace(/^[\d\W_]+|(?<![\d\W_])[\d\W_]+$/g, "");
  return commonWords.has(lower) || commonWords.has(core) || isRepeated(lower) || isSequence(lower);
}

/** One to three repeated characters: `aaaaaaaaaa`, `xyzxyzxyzxyz`. */
const isRepeated = (text: string) => /^(.{1,3}?)\1+(?:.{0,2})$/su.test(text);

/**
 * Sequences such as `1234567890`, `9876543210` and `abcdefghij`: constant steps of one, up or down. Zero follows
 * nine.
 */
function isSequence(text: string): boolean {
  const steps = new Set<number>();
  for (let index = 1; index < text.length; index++) steps.add(text.charCodeAt(index) - text.charCodeAt(index - 1));
  steps.delete("0".charCodeAt(0) - "9".charCodeAt(0));
  steps.delete("9".charCodeAt(0) - "0".charCodeAt(0));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

function refuse(code: string, detail: string): never {
  throw new Problem("validation_failed", detail, { errors: [{ pointer: "/password", code, detail }] });
}
