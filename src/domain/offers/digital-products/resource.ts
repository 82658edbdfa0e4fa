import { sql } from "#database/statements/sql.ts";
import { byColumn, displayedBy } from "#domain/platform/file-use.ts";
import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Files that are sold or given away. */
export const digitalProducts = defineResource({
  ids: { digitalProduct: "dpr", digitalProductGrant: "dgr" },
  tags: {
    digital_products: "Files that are sold or given away.",
    digital_product_grants: "Access of members to digital products.",
  },
  scopes: { read: "digital_products:read", write: "digital_products:write" },
  events: {
    "digital_product.published": { about: "A digital product was published" },
    "digital_product.updated": { about: "A digital product was updated" },
    "digital_product.granted": { about: "A person got access to a digital product", object: "digital_product_grant" },
    "digital_product.downloaded": { about: "A file of a digital product was downloaded", object: "download" },
  },
  tables: [
    {
      table: "digital_product_grants",
      holds: "Access to digital products",
      kind: "digitalProductGrant",
      owner: { column: "member_id" },
      personal: "external_id metadata",
      impersonal:
        "site_id id product_id source source_id granted_at expires_at downloads version created_at updated_at deleted_at",
      exportedAs: "digital-products",
      merging: { how: "own" },
      erasure: {
        how: "pseudonymize",
        blank: { external_id: "null", metadata: "'{}'" },
        why: "Statistics count sales.",
      },
    },
    {
      table: "begun_downloads",
      holds: "Download links, as digests",
      secret: "digest",
      impersonal: "site_id expires_at",
      erasure: { how: "keep", why: "They expire with their link, within minutes." },
    },
    schoolData("digital_products", "School content and offers"),
    schoolData("digital_product_files", "School content and offers"),
  ],
  fileUses: [
    displayedBy("digitalProduct", "digital_products", "cover_file_id"),
    byColumn(
      "digitalProduct",
      sql`(select kept.site_id, kept.product_id as id, kept.file_id, products.deleted_at
           from digital_product_files kept
           join digital_products products on products.site_id = kept.site_id and products.id = kept.product_id)`,
      sql`referencing.file_id`,
    ),
  ],
  audit: {
    names: { digital_product: { en: "Digital product", "zh-TW": "數位商品" } },
    actions: {
      getFreeProduct: { en: "A member got a free digital product", "zh-TW": "成員取得免費數位商品" },
      addDigitalProductFile: { en: "A file was added to a digital product", "zh-TW": "將檔案加入數位商品" },
      archiveDigitalProduct: { en: "A digital product was archived", "zh-TW": "封存數位商品" },
      createDigitalProduct: { en: "A digital product was created", "zh-TW": "建立數位商品" },
      deleteDigitalProduct: { en: "A digital product was deleted or archived", "zh-TW": "刪除或封存數位商品" },
      giveDigitalProduct: { en: "A digital product was granted to a member", "zh-TW": "贈送數位商品" },
      giveMemberDownload: { en: "A digital product was given to a member", "zh-TW": "贈送數位商品給成員" },
      grantDigitalProduct: { en: "A digital product was granted in bulk", "zh-TW": "批次贈送數位商品" },
      publishDigitalProduct: { en: "A digital product was published", "zh-TW": "發布數位商品" },
      removeDigitalProductFile: { en: "A file was removed from a digital product", "zh-TW": "從數位商品移除檔案" },
      revokeDigitalProductGrant: { en: "A digital product grant was revoked", "zh-TW": "收回數位商品" },
      updateDigitalProduct: { en: "A digital product was updated", "zh-TW": "修改數位商品" },
    },
  },
  exports: ["digital_products"],
});
