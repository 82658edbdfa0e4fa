/** Two enrollments in one course. That of the surviving member stays. */
export interface Pair {
  ownId: string;
  theirId: string;
}
