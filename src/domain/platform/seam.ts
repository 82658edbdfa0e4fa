/**
 * A function that a lower module calls and a higher one provides, because imports never run upwards. `domain/seams.ts`
 * connects them all.
 */
interface Seam<Parameters extends readonly unknown[], Result> {
  call(...parameters: Parameters): Promise<Result>;
  /** The code is loaded by the first call. */
  provide(load: () => Promise<(...parameters: Parameters) => Promise<Result>>): void;
}

/** `what` completes "Nothing …": it names the seam in the error of an installation that was composed without it. */
export function seam<Parameters extends readonly unknown[], Result>(what: string): Seam<Parameters, Result> {
  let load: (() => Promise<(...parameters: Parameters) => Promise<Result>>) | undefined;
  return {
    async call(...parameters) {
      // A program that composes no server, such as a benchmark, connects the seams by its first call.
      if (!load) await import("#domain/seams.ts");
      if (!load) throw new Error(`Nothing ${what}: it is missing in domain/seams.ts.`);
      return (await load())(...parameters);
    },
    provide(loadProvider) {
      load = loadProvider;
    },
  };
}
