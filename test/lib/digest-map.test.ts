import assert from "node:assert/strict";
import { test } from "node:test";
import { DigestMap } from "#lib/collections/digest-map.ts";

const bytesOf = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

void test("A map of digests keeps the last value of each key as it grows", () => {
  const map = new DigestMap(2);
  for (const add of [1, 2]) for (let key = 0; key < 20_000; key++) map.set(`key ${key}`, bytesOf(key + add));
  const wrong = Array.from({ length: 20_000 }, (_, key) => key).filter(
    (key) => map.get(`key ${key}`)?.equals(bytesOf(key + 2)) !== true,
  );
  assert.deepEqual([wrong, map.get("key 20000")], [[], undefined]);
  map.get("key 7")![1] = 0;
  assert.equal(map.get("key 7")?.[1], 0);
});
