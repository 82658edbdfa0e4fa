import { digestBytes, DigestMap, shortDigest } from "#lib/digest-map.ts";
import { packedBytes, packId, unpackId } from "./packed-ids.ts";

/** A row of the site that has the key of a row of the archive. */
interface ExistingRow {
  /** Undefined for rows without an ID. */
  id: string | undefined;
  hasDigest: (digest: string) => boolean;
}

const noId = Buffer.alloc(packedBytes, 0xff);

/** IDs and digests of the rows of a site, which can be millions. Rows with the same key are taken in order. */
export class ExistingRows {
  /** By key and number: packed ID, digest, and one byte, which is 1 if the row was taken. */
  readonly #rows = new DigestMap(packedBytes + digestBytes + 1);

  add(key: string, id: unknown, digest: string): void {
    const packed = packId(id) ?? noId;
    let place = 0;
    while (this.#rows.get(`${place} ${key}`)) place++;
    this.#rows.set(`${place} ${key}`, Buffer.concat([packed, shortDigest(digest), Buffer.of(0)]));
  }

  take(key: string): ExistingRow | undefined {
    for (let place = 0; ; place++) {
      const row = this.#rows.get(`${place} ${key}`);
      if (!row) return undefined;
      if (row.at(-1) === 1) continue;
      row[row.length - 1] = 1;
      const digest = Buffer.from(row.subarray(packedBytes, packedBytes + digestBytes));
      const packed = row.subarray(0, packedBytes);
      return {
        id: packed.equals(noId) ? undefined : unpackId(packed),
        hasDigest: (other) => digest.equals(shortDigest(other)),
      };
    }
  }
}
