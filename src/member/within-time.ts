import { codedError } from "./errors.ts";

/** Rejects work that takes longer than the time limit in milliseconds. */
export async function withinTime<Result>(work: Promise<Result> | Result, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const seconds = milliseconds / 1000;
      reject(codedError("COST_LIMIT_EXCEEDED", `The query took longer than ${seconds} seconds. Request less data.`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
