import assert from "node:assert/strict";
import { formatId } from "#domain/ids.ts";
import { fileAddress } from "#domain/files/file-address.ts";
import { database } from "../database.ts";
import { storage } from "../storage.ts";
import type { Attempt } from "./attempt.ts";

/** A private file of the other site, by its bare address and by one that was signed there. */
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
