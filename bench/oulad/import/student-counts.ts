/** Numbers of new rows. */
export interface StudentCounts {
  accounts: number;
  members: number;
  enrollments: number;
}
