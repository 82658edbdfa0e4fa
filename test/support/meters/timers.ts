import { AsyncLocalStorage, createHook } from "node:async_hooks";

const started = new AsyncLocalStorage<number[]>();

const hook = createHook({
  init(_id, type, _trigger, resource) {
    const timers = type === "Timeout" && started.getStore();
    if (!timers) return;
    const timer = resource as NodeJS.Timeout & { _idleTimeout: number };
    // Node's own timers, such as the one for the Date header, do not keep the process alive.
    queueMicrotask(() => timer.hasRef() && timers.push(timer._idleTimeout));
  },
});

/** Runs work and returns the milliseconds of each timer that it started, which do not depend on the machine. */
export async function timersOf(work: () => Promise<unknown>): Promise<number[]> {
  const timers: number[] = [];
  hook.enable();
  try {
    await started.run(timers, work);
  } finally {
    hook.disable();
  }
  return timers;
}
