/** Returns a row that the transaction has written or locked before, read again. */
export async function mustExist<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (row === undefined) throw new Error("A row that was written or locked before does not exist.");
  return row;
}
