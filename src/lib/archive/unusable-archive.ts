/** An archive that cannot be used. The message is a sentence about the archive for the operator. */
export class UnusableArchive extends Error {
  override name = "UnusableArchive";
}
