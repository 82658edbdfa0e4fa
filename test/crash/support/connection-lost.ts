/** Repeats work until the server is gone. `fetch` and an interrupted read of a response both fail with a TypeError. */
export async function connectionLost(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
