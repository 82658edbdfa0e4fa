import { gzipSync } from "node:zlib";
import { anInhabitedSite } from "../../test/support/worlds/inhabited-site.ts";

/*
 * Processor time and size of the pages of the admin area, of a school with one of everything. Follows links from the
 * overview, and opens one page of each pattern several times:
 *
 *   node bench/admin/main.ts
 */

const rounds = 5;

interface Measured {
  pattern: string;
  /** Time of the server, and of the test client in the same process. */
  milliseconds: number;
  compressedBytes: number;
}

const { site } = await anInhabitedSite("Fernhill");
const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
const seen = new Set<string>();
const queue = ["/admin"];
const measured: Measured[] = [];
for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
  const page = await browser.open(address);
  for (const [, href = ""] of page.body.matchAll(/href="(\/admin[^"#?]*)/g)) {
    const pattern = href.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d{6,}/g, ":id");
    if (seen.has(pattern) || /\.(pdf|csv)$/.test(href)) continue;
    seen.add(pattern);
    queue.push(href);
  }
  if (page.status !== 200) continue;
  await browser.open(address);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) await browser.open(address);
  const { user, system } = process.cpuUsage(before);
  measured.push({
    pattern: address,
    milliseconds: (user + system) / 1000 / rounds,
    compressedBytes: gzipSync(page.body).length,
  });
}

const middle = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const times = measured.map(({ milliseconds }) => milliseconds);
const sizes = measured.map(({ compressedBytes }) => compressedBytes);
console.log(
  `${measured.length} pages: ${middle(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms; ${middle(sizes)} bytes, at most ${Math.max(...sizes)} bytes`,
);
for (const { pattern, milliseconds, compressedBytes } of measured
  .toSorted((one, other) => other.milliseconds - one.milliseconds)
  .slice(0, 15)) {
  console.log(`${milliseconds.toFixed(1)} ms  ${compressedBytes} bytes  ${pattern}`);
}
process.exit(0);
