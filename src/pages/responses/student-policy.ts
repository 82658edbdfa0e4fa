import type { Site } from "#domain/platform/site/site.ts";
import { islandsPath } from "../islands/islands.ts";

/** Adds the module that keeps lectures on the device, and its service worker, to CSP directives. */
export const withWorker = (directives: readonly string[], site: Pick<Site, "origin">): string[] => [
  ...withStudentModule(directives, site),
  ...(islandsPath === undefined ? [] : [`worker-src ${site.origin}/learn/offline-worker.js`]),
];

/** Adds the module for what students write, and its requests to the site, to CSP directives. */
export function withStudentModule(directives: readonly string[], { origin }: Pick<Site, "origin">): string[] {
  if (islandsPath === undefined) return [...directives];
  const added = { "script-src": `${origin}${islandsPath}/`, "connect-src": "'self'" };
  const extended = directives.map((directive) => {
    const [name, ...sources] = directive.split(" ");
    if (name !== "script-src" || sources.includes(added["script-src"])) return directive;
    return `${directive} ${added["script-src"]}`;
  });
  const missing = Object.entries(added).filter(
    ([name]) => !directives.some((directive) => directive.startsWith(`${name} `)),
  );
  return [...extended, ...missing.map(([name, source]) => `${name} ${source}`)];
}
