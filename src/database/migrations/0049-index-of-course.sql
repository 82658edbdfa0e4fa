-- The beginning of enrollments_of_course_by_student and enrollments_of_course_by_creation: whatever it answers, they do.
drop index enrollments_of_course;
