import assert from "node:assert/strict";
import { test } from "node:test";
import { assignments, sql, type Sql } from "#database/statements/sql.ts";
import { formatId } from "#domain/platform/ids.ts";
import { day, later, minute, now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import type { ASite } from "../support/world.ts";
import { giveProduct } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

interface Product {
  id: string;
  slug: string;
  expireDate: string | null;
  hasLifetimeAccess: boolean;
  files: {
    name: string;
    contentType: string;
    byteSize: number;
    downloadUrl: string | null;
    remainingDownloads: number | null;
  }[];
}

const fields = `id slug name url imageUrl acquiredAt expireDate hasLifetimeAccess
  files { id name contentType byteSize downloadUrl remainingDownloads }`;

async function productsOf(reader: Reader): Promise<Product[]> {
  const query = `{ viewer { digitalProducts { nodes { ${fields} } } } }`;
  const { viewer } = await reader.read<{ viewer: { digitalProducts: { nodes: Product[] } } }>(query);
  return viewer.digitalProducts.nodes;
}

const fileOf = async (reader: Reader) => (await productsOf(reader))[0]!.files[0]!;

const follow = (site: ASite, url: string, headers: Record<string, string> = {}) =>
  site.get(url.slice(site.origin.length), { headers });

const change = (site: ASite, table: Sql, id: string, changes: object) =>
  database.run`update ${table} set ${assignments({ ...changes })} where site_id = ${site.id} and id = ${id}`;

const sqlTable = {
  grants: sql`digital_product_grants`,
  products: sql`digital_products`,
  members: sql`members`,
};

void test("A product lists its files, each with a link that needs no token", async () => {
  const reader = await aReader();
  const { slug } = await giveProduct(reader.site, reader.member);
  const [product] = await productsOf(reader);
  assert.deepEqual([product!.slug, product!.expireDate, product!.hasLifetimeAccess], [slug, null, true]);
  const [file] = product!.files;
  assert.deepEqual([file!.name, file!.byteSize, file!.remainingDownloads], ["knots.txt", 33, null]);
  const response = await follow(reader.site, file!.downloadUrl!);
  assert.equal(response.statusCode, 200);
  assert.equal(response.body, "Bowline, sheet bend, clove hitch.");
  assert.equal(response.headers["cache-control"], "private, no-store");
  assert.match(String(response.headers["content-disposition"]), /knots\.txt/);
});

void test("A link counts once, however often and in whatever ranges it is used; the next one counts again", async () => {
  const reader = await aReader();
  await giveProduct(reader.site, reader.member, { product: { downloadLimit: 2 } });
  const first = await fileOf(reader);
  assert.equal(first.remainingDownloads, 2);
  assert.equal((await follow(reader.site, first.downloadUrl!, { range: "bytes=0-6" })).body, "Bowline");
  assert.equal((await follow(reader.site, first.downloadUrl!, { range: "bytes=7-" })).statusCode, 206);
  await Promise.all([1, 2, 3].map(() => follow(reader.site, first.downloadUrl!)));
  const second = await fileOf(reader);
  assert.equal(second.remainingDownloads, 1);
});

void test("Without remaining downloads there is no link, and earlier links are rejected", async () => {
  const reader = await aReader();
  const { grantId } = await giveProduct(reader.site, reader.member, { product: { downloadLimit: 1 } });
  const { downloadUrl } = await fileOf(reader);
  await database.run`
    update digital_product_grants set downloads = 1 where site_id = ${reader.site.id} and id = ${grantId}`;
  const spent = await fileOf(reader);
  assert.deepEqual([spent.downloadUrl, spent.remainingDownloads], [null, 0]);
  assert.equal((await follow(reader.site, downloadUrl!)).statusCode, 409);
});

void test("A link expires after ten minutes, and with the access, the product, its file and the membership", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const { grantId, productId, fileId } = await giveProduct(site, member);
  const { downloadUrl } = await fileOf(reader);
  const url = downloadUrl!;
  const status = async () => (await follow(site, url)).statusCode;
  assert.equal(await later(9 * minute, status), 200);
  assert.equal(await later(10 * minute, status), 404);
  const statuses: number[] = [];
  const during = async (undo: () => Promise<unknown>) => {
    statuses.push(await status());
    await undo();
  };
  await change(site, sqlTable.grants, grantId, { expiresAt: now() });
  await during(() => change(site, sqlTable.grants, grantId, { expiresAt: null }));
  await change(site, sqlTable.grants, grantId, { deletedAt: now() });
  await during(() => change(site, sqlTable.grants, grantId, { deletedAt: null }));
  await change(site, sqlTable.products, productId, { deletedAt: now() });
  await during(() => change(site, sqlTable.products, productId, { deletedAt: null }));
  await change(site, sqlTable.members, member.id, { status: "suspended" });
  await during(() => change(site, sqlTable.members, member.id, { status: "active" }));
  await database.run`delete from digital_product_files where site_id = ${site.id} and file_id = ${fileId}`;
  statuses.push(await status());
  assert.deepEqual(statuses, [404, 404, 404, 404, 404]);
});

void test("A tampered or unknown link is 404 and reveals nothing", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const own = await giveProduct(site, member);
  const other = await aReader(site);
  const others = await giveProduct(site, other.member);
  const { downloadUrl } = await fileOf(reader);
  const url = new URL(downloadUrl!);
  const stretched = new URL(url);
  stretched.searchParams.set("expires", String(Number(url.searchParams.get("expires")) + 1000));
  const elsewhere = url.pathname.replace(
    formatId("digitalProductGrant", own.grantId),
    formatId("digitalProductGrant", others.grantId),
  );
  for (const address of [
    `${stretched.pathname}${stretched.search}`,
    `${elsewhere}${url.search}`,
    url.pathname,
    `${url.pathname}?expires=1&signature=${"a".repeat(43)}`,
    url.pathname.replace(formatId("file", own.fileId), formatId("file", others.fileId)) + url.search,
  ])
    assert.equal((await site.get(address)).statusCode, 404, address);
  assert.equal((await site.get(`/downloads/x/y${url.search}`)).statusCode, 400);
});

void test("Revoked products never appear; expired ones do, without a link", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  await giveProduct(site, member, { grant: { deletedAt: now() } });
  const expired = new Date(now().getTime() - day);
  const { slug } = await giveProduct(site, member, { grant: { expiresAt: expired } });
  const products = await productsOf(reader);
  assert.deepEqual(
    products.map((product) => [product.slug, product.expireDate, product.files[0]!.downloadUrl]),
    [[slug, expired.toISOString(), null]],
  );
});

void test("Products are listed newest first, page by page, and only the member's own", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const slugs: string[] = [];
  for (const days of [1, 3, 2]) {
    const grantedAt = new Date(now().getTime() - days * day);
    slugs[days] = (await giveProduct(site, member, { grant: { grantedAt } })).slug;
  }
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const query = `query ($after: String) { viewer { digitalProducts(first: 1, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } nodes { slug } } } }`;
    type Page = { totalCount: number; pageInfo: { hasNextPage: boolean; endCursor: string }; nodes: Product[] };
    const data: { viewer: { digitalProducts: Page } } = await reader.read(query, { after });
    const { totalCount, pageInfo, nodes } = data.viewer.digitalProducts;
    assert.equal(totalCount, 3);
    seen.push(...nodes.map(({ slug }) => slug));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  assert.deepEqual(seen, [slugs[1], slugs[2], slugs[3]]);
  assert.deepEqual(await productsOf(await aReader(site)), []);
});
