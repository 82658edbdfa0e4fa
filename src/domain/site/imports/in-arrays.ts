/** Groups rows into arrays of a given size. */
export async function* inArrays<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let some: Row[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
