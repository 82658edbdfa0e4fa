export type MaybePromise<Value> = Value | Promise<Value>;

export const isPromise = <Value>(value: MaybePromise<Value>): value is Promise<Value> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
