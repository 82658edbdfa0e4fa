import { digestBytes, DigestMap, shortDigest } from "#lib/collections/digest-map.ts";
import { packedBytes, packId, unpackId } from "./packed-ids.ts";

/** A row of the site that has the key of a row of the archive. */
interface ExistingRow {
  /** Undefined for rows without an ID. */
  id: string | undefined;
  hasDigest: (digest: string) => boolean;
}

const noId = Buffer.alloc(packedBytes, 0xff);

/** Positions of the counters of a key. */
const [added, taken] = [0, 4];

/** IDs and digests of the rows of a site, which can be millions. Rows with the same key are taken in order. */
export class ExistingRows {
  /** By key and number: packed ID and digest. */
  readonly #rows = new DigestMap(packedBytes + digestBytes);
  /** By key: how many rows were added and taken. All rows can have the same key. */
  readonly #counters = new DigestMap(8);

  add(key: string, id: unknown, digest: string): void {
    const counters = this.#counters.get(key) ?? Buffer.alloc(8);
    const number = counters.readUInt32LE(added);
    this.#rows.set(`${number} ${key}`, Buffer.concat([packId(id) ?? noId, shortDigest(digest)]));
    counters.writeUInt32LE(number + 1, added);
    this.#counters.set(key, counters);
  }

  take(key: string): ExistingRow | undefined {
    const counters = this.#counters.get(key);
    const number = counters?.readUInt32LE(taken) ?? 0;
    const row = this.#rows.get(`${number} ${key}`);
    if (!row) return undefined;
    counters?.writeUInt32LE(number + 1, taken);
    const digest = Buffer.from(row.subarray(packedBytes));
    const packed = row.subarray(0, packedBytes);
    return {
      id: packed.equals(noId) ? undefined : unpackId(packed),
      hasDigest: (other) => digest.equals(shortDigest(other)),
    };
  }
}
