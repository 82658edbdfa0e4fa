import { html } from "hono/html";

import { copyScript } from "../../../docs/copy-script.ts";

/** The head of a page with texts to copy. */
export const copyHead = html`<script type="module" src="${copyScript.path}"></script>`;
