import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOptions } from "@node-rs/argon2";
import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { hashPassword, verifyPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import { Problem } from "#domain/platform/problem.ts";
import { cpuTime } from "../support/meters/cpu-time.ts";

/** Returns the reason for rejecting the password, or undefined. */
function refusal(password: string, email = "ana@school.example"): string | undefined {
  try {
    requireGoodPassword(password, email);
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === "validation_failed");
    return error.details.errors?.[0]?.code;
  }
  return undefined;
}

/** Median CPU time of a failed attempt, in milliseconds. */
async function medianTime(hash: string | null): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    times.push(await cpuTime(async () => assert.equal(await verifyPassword(hash, "wrong-anchor-violet"), false)));
  }
  return times.sort((one, other) => one - other)[4]!;
}

void test("A password is stored as argon2id with 19 MiB, two passes and its own salt", async () => {
  const [one, other] = await Promise.all([hashPassword("plum-anchor-violet"), hashPassword("plum-anchor-violet")]);
  assert.notEqual(one, other);
  assert.match(one, /^\$argon2id\$/);
  const { memoryCost, timeCost, parallelism } = parseOptions(one);
  assert.deepEqual({ memoryCost, timeCost, parallelism }, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
});

void test("Only the exact password matches, in any Unicode composition", async () => {
  const hashed = await hashPassword("caf\u00e9-anchor-violet");
  assert.equal(await verifyPassword(hashed, "cafe\u0301-anchor-violet"), true);
  assert.equal(await verifyPassword(hashed, "Caf\u00e9-anchor-violet"), false);
  assert.equal(await verifyPassword(hashed, ""), false);
});

void test("Without a hash nothing matches, and the comparison takes as long as with one", async () => {
  const hashed = await hashPassword("plum-anchor-violet");
  const [without, with_] = [await medianTime(null), await medianTime(hashed)];
  assert.ok(without > with_ / 3 && without < with_ * 3, `${without} ms without, ${with_} ms with`);
});

void test("The event loop stays free while a password is hashed or compared", async () => {
  const hashed = await hashPassword("plum-anchor-violet");
  for (const work of [() => hashPassword("plum-anchor-violet"), () => verifyPassword(hashed, "plum-anchor-violet")]) {
    let turns = 0;
    let done = false;
    const turn = () => {
      turns++;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await work();
    done = true;
    assert.ok(turns > 20, `The event loop made ${turns} turns meanwhile.`);
  }
});

void test("Short, overlong and common passwords are rejected with their reasons", () => {
  assert.equal(refusal("abcdefgh9"), "too_short");
  assert.equal(refusal("é".normalize("NFD").repeat(9)), "too_short");
  assert.equal(refusal("plum anchor ".repeat(17)), "too_long");
  const common = [
    "1234567890",
    "0987654321",
    "Password123!",
    "qwertyuiop",
    "aaaaaaaaaa",
    "xyzxyzxyzxyz",
    "abcdefghijkl",
  ];
  for (const password of common) assert.equal(refusal(password), "too_common", password);
});

void test("The email address and its local part are rejected as passwords, in any spelling", () => {
  const email = "ana.lima.harbour@school.example";
  const written = [email, "ANA.Lima.Harbour@School.example", " ana.lima.harbour@school.example "];
  const wide = email.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
  for (const password of [...written, wide, "ana.lima.harbour", "Ana.Lima.Harbour"]) {
    assert.equal(refusal(password, email), "same_as_email", password);
  }
  assert.equal(refusal(`${email} sails`, email), undefined);
});

void test("Sentences, other scripts and generated passwords are accepted", () => {
  for (const password of [
    "correct horse",
    "每天早上六點起床喝一杯茶",
    ...Array.from({ length: 50 }, generatePassword),
  ]) {
    assert.equal(refusal(password), undefined, password);
  }
  assert.match(generatePassword(), /^[a-z]{5}(-[a-z]{5}){3}$/);
});
