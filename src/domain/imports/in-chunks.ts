/** Hands rows over in chunks, and reads the next chunk while the last one is being written. */
export async function inChunks<Row>(
  rows: AsyncIterable<Row>,
  size: number,
  write: (chunk: Row[]) => Promise<void>,
): Promise<void> {
  let chunk: Row[] = [];
  let writing = Promise.resolve();
  try {
    for await (const row of rows) {
      chunk.push(row);
      if (chunk.length < size) continue;
      await writing;
      writing = write(chunk);
      // It is awaited below; until then its failure must not pass for one that nobody handles.
      writing.catch(() => {});
      chunk = [];
    }
  } finally {
    await writing;
  }
  if (chunk.length > 0) await write(chunk);
}
