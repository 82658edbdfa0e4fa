import { registerHooks } from "node:module";

// Preloaded into a server: writes the address of each loaded module of a package that a surface or a setting needs, and
// of the modules that show whether the build or the sources run.
const packages = [
  "@aws-sdk",
  "@opentelemetry",
  "@pothos",
  "csv-parse",
  "fontkit",
  "graphql",
  "highlight.js",
  "hls.js",
  "markdown-it",
  "nodemailer",
  "openid-client",
  "pdfkit",
  "prom-client",
  "sanitize-html",
  "saxes",
  "sharp",
  "stripe",
  "subset-font",
  "yaml",
];
const reported = new RegExp(
  `node_modules/(${packages.join("|").replaceAll(".", String.raw`\.`)})/|/src/(demo/(content/|plant-demo|draft-demo)|server/serve\\.ts|domain/people/identity-providers/saml/)|/build/[\\w-]+\\.mjs$`,
);

// The data of Intl needs 7 MB.
globalThis.Intl = new Proxy(Intl, {
  get(target, name) {
    process.stderr.write(`loaded Intl.${String(name)}\n`);
    return Reflect.get(target, name) as unknown;
  },
});

registerHooks({
  load(url, context, next) {
    if (reported.test(url)) process.stderr.write(`loaded ${url} (process ${process.pid})\n`);
    return next(url, context);
  },
});
