import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import { downloadLink, includedDownloadLink } from "#domain/offers/digital-products/download-link.ts";
import { fileAddress } from "#domain/files/files/file-address.ts";
import { resultAddress } from "#domain/platform/jobs/job-result.ts";
import { database } from "../databases/database.ts";
import { storage } from "../worlds/storage.ts";
import type { Attempt } from "./attempt.ts";

/** A private file of the other site, by its plain URL and by a URL signed there. */
export const privateFile =
  (variant: "" | "/small"): Attempt =>
  async (there, { site }) => {
    const { id } = (await database.first<{ id: string }>`
      select id from files where site_id = ${there.site.id} order by id desc limit 1`)!;
    const signed = fileAddress({ ...there.site.context(), storage }, { id, visibility: "private" });
    const { search } = new URL(signed);
    const answers = await Promise.all(
      ["", search].map((query) => site.get(`/files/${formatId("file", id)}${variant}${query}`)),
    );
    for (const { statusCode } of answers) assert.equal(statusCode, 404);
    return answers;
  };

/** A download URL for a product file, signed at the other site. */
export const productDownload: Attempt = async (there, { site }) => {
  const grant = (await database.first<{ id: string; productId: string }>`
    select id, product_id from digital_product_grants where site_id = ${there.site.id} limit 1`)!;
  const { fileId } = (await database.first<{ fileId: string }>`
    select file_id from digital_product_files where site_id = ${there.site.id} and product_id = ${grant.productId}`)!;
  const signed = downloadLink(
    { ...there.site.context(), storage },
    { id: grant.id, expiresAt: null, downloads: 0, downloadLimit: null },
    fileId,
  );
  const { pathname, search } = new URL(signed!);
  const answers = await Promise.all(["", search].map((query) => site.get(`${pathname}${query}`)));
  for (const { statusCode } of answers) assert.equal(statusCode, 404);
  return answers;
};

/** A download URL for a product that a membership includes, signed at the other site. */
export const includedDownload: Attempt = async (there, { site }) => {
  const { id } = (await database.first<{ id: string }>`
    select id from subscriptions where site_id = ${there.site.id} limit 1`)!;
  const { fileId } = (await database.first<{ fileId: string }>`
    select file_id from digital_product_files where site_id = ${there.site.id} limit 1`)!;
  const { pathname, search } = new URL(includedDownloadLink({ ...there.site.context(), storage }, id, fileId));
  const answers = await Promise.all(["", search].map((query) => site.get(`${pathname}${query}`)));
  for (const { statusCode } of answers) assert.equal(statusCode, 404);
  return answers;
};

/** A job result of the other site, by its plain URL and by a URL signed there. */
export const jobResult: Attempt = async (there, { site }) => {
  const { id } = (await database.first<{ id: string }>`
    select id from jobs where site_id = ${there.site.id} order by id desc limit 1`)!;
  const { pathname, search } = new URL(resultAddress({ ...there.site.context(), storage }, { id }));
  const answers = await Promise.all(["", search].map((query) => site.get(`${pathname}${query}`)));
  for (const { statusCode } of answers) assert.equal(statusCode, 404);
  return answers;
};
