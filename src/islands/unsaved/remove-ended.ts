import { removeEndedDrafts } from "./drafts.ts";

// Before the forms of the page look for drafts.
removeEndedDrafts();
