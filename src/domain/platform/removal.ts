/** A resource that a call deletes without naming it, for example a lecture of a deleted section. */
export interface Removal {
  /** Wire ID. */
  id: string;
  title: string;
}
