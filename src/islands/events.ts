/** Other islands make room for the values that follow: their names are the detail. */
export const restoringEvent = "l-restoring";

/** Other islands show the values of a form that was filled in by a script. */
export const restoredEvent = "l-restored";

/** A script has saved what the form says. */
export const savedEvent = "l-saved";

/** A file was uploaded: it is the detail. */
export const uploadedEvent = "l-uploaded";
