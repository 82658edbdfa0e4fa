import { hashedAsset } from "./hashed-asset.ts";

/** A bar with who is signed in, over an editor that takes the rest of the window. */
export const explorerStyle = hashedAsset(
  "explorer",
  "css",
  `
.explorer { display: flex; flex-direction: column; height: 100vh; height: 100svh; min-height: 0; }
.explorer .bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; padding: 0.375rem 1rem; border-bottom: 1px solid var(--rule); background: var(--paper); }
.explorer .bar h1 { font: 600 1rem/1.4 var(--sans); letter-spacing: 0; }
.explorer .bar .site { min-height: 2.75rem; font-size: 1rem; }
.explorer .before { max-width: 40rem; padding: 2rem clamp(1.25rem, 5vw, 2.5rem); }
.explorer .before .button { margin-top: 1.5rem; }
#ruru-root { flex: 1; min-height: 0; }
#ruru-root .graphiql-container { height: 100%; }
.explorer [hidden] { display: none; }
`,
);
