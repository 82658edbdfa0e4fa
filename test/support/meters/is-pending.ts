/** Returns false once the work has ended. */
export const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);
