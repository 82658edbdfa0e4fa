import { frameStyle } from "../views/style-frame.ts";
import { inkStyle } from "../views/style-ink.ts";
import { hashedAsset } from "./hashed-asset.ts";

/**
 * A status bar above a full-height editor. Uses only those common styles that the bar needs, because the editor has
 * its own.
 */
export const explorerStyle = hashedAsset(
  "explorer",
  "css",
  `${inkStyle}${frameStyle}
.explorer { display: flex; flex-direction: column; height: 100vh; height: 100svh; min-height: 0; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; padding: 0.375rem 1rem; border-bottom: 1px solid var(--rule); background: var(--paper); }
.bar h1 { font: 600 1rem/1.4 var(--sans); letter-spacing: 0; }
.bar .site { min-height: 2.75rem; font-size: 1rem; }
.bar button, .before button { min-height: 2.75rem; cursor: pointer; }
.bar button { padding: 0.25rem 0; border: 0; background: transparent; color: inherit; font: inherit; text-decoration: underline; text-decoration-color: var(--rubric); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
.before { max-width: 40rem; padding: 2rem clamp(1.25rem, 5vw, 2.5rem); }
.before button { min-height: 3rem; margin-top: 1.5rem; padding: 0.5rem 2rem; border: 1.5px solid var(--ink); border-radius: 3px; background: var(--ink); color: var(--paper); font: 600 1rem/1.3 var(--sans); }
.before button:hover { background: var(--press); border-color: var(--press); }
.notice { margin-block: 0 1.25rem; padding: 0.75rem 1rem; border-inline-start: 4px solid var(--rubric); background: var(--wash); }
#ruru-root { flex: 1; min-height: 0; }
#ruru-root .graphiql-container { height: 100%; }
.explorer [hidden] { display: none; }
`,
);
