const checkIntervalMs = 250;

/**
 * Calls back once the parent process has ended, if npx started this process. npx runs a command in a shell, and on
 * SIGTERM the shell ends without forwarding the signal: the process would run on unseen and keep its port. Other
 * parents may end on purpose, such as the shell of `nohup lectern serve &`.
 */
export function onParentEnd(env: NodeJS.ProcessEnv, ended: () => void): void {
  if (env["npm_command"] !== "exec") return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    ended();
  }, checkIntervalMs);
  timer.unref();
}
