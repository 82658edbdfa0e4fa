import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { extract, pack } from "tar-stream";

interface Changes {
  /** Leaves out the entries, at most `most`. */
  drop?: RegExp;
  most?: number;
  /** Changes a bit of the first matching entry. */
  flip?: RegExp;
  rename?: readonly [string, string];
  /** Replaces a text in backup.json. */
  replace?: readonly [string, string];
}

/** A copy of a tar archive with changed entries. */
export async function changedArchive(file: string, changes: Changes): Promise<Buffer> {
  const { drop, most = Infinity, flip, rename, replace } = changes;
  let dropped = 0;
  let flipped = 0;
  const target = pack();
  const copied = buffer(target as AsyncIterable<Buffer>);
  const source = extract();
  createReadStream(file).pipe(source);
  for await (const entry of source) {
    const { name } = entry.header;
    let content = await buffer(entry as AsyncIterable<Buffer>);
    if (drop?.test(name) && dropped++ < most) continue;
    if (flip?.test(name) && flipped++ === 0) content[content.length >> 1]! ^= 1;
    if (replace && name === "backup.json") content = Buffer.from(content.toString().replace(...replace));
    target.entry({ name: rename?.[0] === name ? rename[1] : name }, content);
  }
  target.finalize();
  return copied;
}
