export interface Course {
  position: number;
  id: string;
  name: string;
  slug: string;
  updated_at: string;
}

export interface CoursePage {
  data: Course[];
  deleted?: { id: string; deleted_at: string }[];
  page: { next_cursor: string | null; has_more: boolean; total?: number };
}
