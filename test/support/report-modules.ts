import { registerHooks } from "node:module";

// Preloaded into a server: writes the address of each loaded module of a package for metrics or traces.
registerHooks({
  load(url, context, next) {
    if (/node_modules\/(@opentelemetry|prom-client)\//.test(url)) process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
