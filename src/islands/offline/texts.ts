/** Texts of the module for lectures without a connection, in the language of the page. `{word}` is a placeholder. */
export interface OfflineTexts {
  keeping: string;
  kept: string;
  checked: string;
  partial: string;
  failed: string;
  removed: string;
  remove: string;
  removeOf: string;
  sizeOf: string;
  waiting: string;
  doneHere: string;
  undoneHere: string;
  noteKept: string;
  signedOut: string;
  connected: string;
  copy: string;
  copyOf: string;
  copied: string;
  markedDone: string;
  markedUndone: string;
}
