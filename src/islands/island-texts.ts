/** Texts of the islands, in the language of the page. */
export interface IslandTexts {
  unsaved: {
    found: string;
    changedSince: string;
    restore: string;
    discard: string;
    kept: string;
    notKept: string;
  };
  autosave: {
    sending: string;
    saved: string;
    restored: string;
    unreachable: string;
    signedOut: string;
    gone: string;
    tooLong: string;
    notKept: string;
    collided: string;
    takeTheirs: string;
    keepMine: string;
    editsNow: string;
    hasDraft: string;
    someone: string;
    changedSince: string;
  };
  pick: {
    list: string;
    remove: string;
    removed: string;
    chosen: string;
    count: string;
    none: string;
    unreachable: string;
    signedOut: string;
  };
  upload: {
    drop: string;
    choose: string;
    chooseOne: string;
    /** For the file that a lecture plays. */
    choosePlayed: string;
    progressOf: string;
    sending: string;
    done: string;
    pause: string;
    paused: string;
    resume: string;
    interrupted: string;
    signedOut: string;
    failed: string;
  };
  preview: {
    title: string;
  };
  scan: {
    start: string;
    stop: string;
    scanning: string;
    noCamera: string;
  };
  rows: {
    add: string;
    up: string;
    down: string;
    remove: string;
    removed: string;
    undo: string;
    moved: string;
    row: string;
    handle: string;
  };
  outline: {
    undo: string;
    saving: string;
    title: string;
    handle: string;
    unreachable: string;
    signedOut: string;
  };
  markdown: {
    toolbar: string;
    source: string;
    rich: string;
    differs: string;
    unreachable: string;
    address: string;
    apply: string;
    removeLink: string;
    cancel: string;
    description: string;
    findImage: string;
    noImages: string;
    blocks: string;
    codeLanguage: string;
    tools: Record<ToolName, string>;
  };
}

type ToolName =
  | "heading"
  | "bold"
  | "italic"
  | "code"
  | "link"
  | "bullets"
  | "numbers"
  | "quote"
  | "codeBlock"
  | "image"
  | "table"
  | "callout"
  | "divider"
  | "codeLanguage"
  | "addRow"
  | "removeRow"
  | "addColumn"
  | "removeColumn"
  | "removeTable"
  | "undo"
  | "redo";
