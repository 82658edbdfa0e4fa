import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopbackAddress, isPublicAddress } from "#lib/outbound/public-address.ts";

/** By the registries of special-purpose addresses (RFC 6890 and its updates): one or two of each block. */
const special: Record<string, readonly string[]> = {
  "this network": ["0.0.0.0", "0.1.2.3"],
  private: ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
  "shared by carriers": ["100.64.0.1", "100.100.100.200", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.1.2.3", "127.255.255.255", "::1"],
  "link-local, with the metadata of clouds": ["169.254.0.1", "169.254.169.254", "169.254.170.2", "fe80::1", "febf::1"],
  "protocol assignments": ["192.0.0.1", "192.0.0.192", "192.0.0.170", "2001:1::1", "2001:1ff:ffff::1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  benchmarking: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  "relays and sinks": ["192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1", "100::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  reserved: ["240.0.0.1", "255.255.255.254", "255.255.255.255", "4000::1", "::2", "5f00::1"],
  "unique local, with cloud metadata": ["fc00::1", "fd00:ec2::254", "fdff::1"],
  "site-local": ["fec0::1", "feff::1"],
  "IPv4 mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:1.1.1.1", "::ffff:0:1.1.1.1"],
  "IPv4 compatible": ["::127.0.0.1", "::1.1.1.1"],
  NAT64: ["64:ff9b::7f00:1", "64:ff9b::101:101", "64:ff9b:1::a00:1", "64:ff9b:1:ffff::1"],
  "6to4": ["2002:7f00:1::1", "2002:a00:1::", "2002:101:101::1"],
  Teredo: ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001::1"],
  ORCHID: ["2001:10::1", "2001:20::1", "2001:30::1"],
  "a cloud's own": ["168.63.129.16"],
  "with a zone": ["fe80::1%eth0", "2606:4700::1%eth0"],
  "not an address": [
    "",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f000001",
    "017700000001",
    "1.1.1.1 ",
    "1.1.1.1:443",
    "[::1]",
  ],
};

for (const [name, addresses] of Object.entries(special)) {
  void test(`An address is not public that is ${name}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
}

void test("Every globally unique unicast address is public", () => {
  const edges = ["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"];
  const more = [
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "198.17.255.255",
    "223.255.255.255",
  ];
  const six = ["2001:200::1", "2606:4700:4700::1111", "2a00:1450:4001::200e", "2620:4f:8001::1", "2000::1", "3ffe::1"];
  for (const address of ["1.1.1.1", ...edges, ...more, ...six]) assert.equal(isPublicAddress(address), true, address);
});

void test("Loopback addresses are distinguished from all others", () => {
  for (const address of ["127.0.0.1", "127.9.9.9", "::1"]) assert.equal(isLoopbackAddress(address), true, address);
  const others = ["10.0.0.1", "0.0.0.0", "::", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "localhost", ""];
  for (const address of others) assert.equal(isLoopbackAddress(address), false, address);
});
