import { compressAs, type Encoding, ownCopy } from "../compress.ts";
import type { Encodings } from "../compress-texts.ts";

/** Fields of a response that is kept. */
export interface Answer {
  headers: Record<string, number | string | string[] | undefined>;
  etag: string;
  body: Buffer;
  /** The version of the content that it was made from. */
  version: string;
  /** The time that it was made for. */
  at: Date;
  /** True for a page whose views are counted. */
  isView: boolean;
  /** False if members get another response. */
  isForEveryone: boolean;
}

/** Memory of an entry besides its bodies and texts. */
const overhead = 2000;

/** A kept response, in each encoding that a client asked for. */
export class KeptResponse implements Encodings {
  readonly answer: Answer;
  readonly #encoded: Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
  /** Called when the response takes more memory. */
  onGrow: (() => void) | undefined;

  /** `earlier`: the response that this one replaces. Its encodings are kept if it is the same. */
  constructor(answer: Answer, earlier?: KeptResponse) {
    this.answer = answer;
    this.#encoded = earlier?.answer.etag === answer.etag ? finished(earlier.#encoded) : {};
  }

  in(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#encoded[encoding];
    if (known) return known;
    const making = this.#compress(encoding);
    this.#encoded[encoding] = making;
    return making;
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    try {
      const bytes = ownCopy(await compressAs(encoding, this.answer.body, "often"));
      this.#encoded[encoding] = bytes;
      this.onGrow?.();
      return bytes;
    } catch (error) {
      delete this.#encoded[encoding];
      throw error;
    }
  }

  get size(): number {
    const bodies = [this.answer.body, ...Object.values(this.#encoded)];
    return overhead + bodies.reduce((sum, body) => sum + (Buffer.isBuffer(body) ? body.length : 0), 0);
  }
}

const finished = (encoded: Partial<Record<Encoding, Buffer | Promise<Buffer>>>): Partial<Record<Encoding, Buffer>> =>
  Object.fromEntries(Object.entries(encoded).filter(([, bytes]) => Buffer.isBuffer(bytes)));

interface Entry {
  response: KeptResponse;
  size: number;
}

interface Share {
  entries: Map<string, Entry>;
  size: number;
}

/**
 * Responses by site and key, least recently used first, within a number of bytes. If they are exceeded, the site that
 * uses the most loses its least recently used response: no site can evict the pages of smaller ones.
 */
export class KeptResponses {
  readonly #maxBytes: number;
  readonly #shares = new Map<string, Share>();
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  get(siteId: string, key: string): KeptResponse | undefined {
    const entries = this.#shares.get(siteId)?.entries;
    const entry = entries?.get(key);
    if (!entries || !entry) return undefined;
    // The end of a map is what was used last.
    entries.delete(key);
    entries.set(key, entry);
    return entry.response;
  }

  set(siteId: string, key: string, response: KeptResponse): void {
    this.#remove(siteId, key);
    let share = this.#shares.get(siteId);
    if (!share) this.#shares.set(siteId, (share = { entries: new Map(), size: 0 }));
    const entry = { response, size: response.size + 2 * key.length };
    share.entries.set(key, entry);
    this.#resize(share, entry.size);
    response.onGrow = () => this.#grow(siteId, key, entry);
    this.#evict();
  }

  #grow(siteId: string, key: string, entry: Entry): void {
    const share = this.#shares.get(siteId);
    if (share?.entries.get(key) !== entry) return;
    const size = entry.response.size + 2 * key.length;
    this.#resize(share, size - entry.size);
    entry.size = size;
    this.#evict();
  }

  #resize(share: Share, change: number): void {
    share.size += change;
    this.#size += change;
  }

  #evict(): void {
    while (this.#size > this.#maxBytes) {
      const [siteId, share] = [...this.#shares].reduce((one, other) => (other[1].size > one[1].size ? other : one));
      const [oldest] = share.entries.keys();
      if (oldest === undefined) return;
      this.#remove(siteId, oldest);
    }
  }

  #remove(siteId: string, key: string): void {
    const share = this.#shares.get(siteId);
    const entry = share?.entries.get(key);
    if (!share || !entry) return;
    share.entries.delete(key);
    this.#resize(share, -entry.size);
    if (share.entries.size === 0) this.#shares.delete(siteId);
  }
}
