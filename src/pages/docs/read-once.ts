/** Returns a function that reads a value on its first call, and keeps it. After a failure, the next call tries again. */
export function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return async () => {
    try {
      return await (reading ??= read());
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
}
