import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "#lib/network.ts";

void test("An IPv4 address counts as itself, also if mapped to IPv6", () => {
  assert.equal(networkOf("203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("::ffff:203.0.113.7"), "203.0.113.7");
});

void test("Every address of a /64 counts as the same visitor, in any notation", () => {
  const written = [
    "2001:db8:1:2::",
    "2001:0db8:0001:0002::1",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:DB8:1:2:0:0:0:9%eth0",
  ];
  assert.deepEqual(new Set(written.map(networkOf)), new Set(["2001:db8:1:2::/64"]));
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.notEqual(networkOf("2001:db8:1:3::1"), networkOf("2001:db8:1:2::1"));
});
