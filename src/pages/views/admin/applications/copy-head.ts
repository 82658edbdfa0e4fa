import { html, raw } from "hono/html";

import { addressOfIsland } from "../../../islands/islands.ts";

const address = addressOfIsland("docs-copy");

/** The head of a page with texts to copy. */
export const copyHead = address === undefined ? raw("") : html`<script type="module" src="${address}"></script>`;
