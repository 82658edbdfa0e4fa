-- A redundant prefix of enrollments_of_course_by_student and enrollments_of_course_by_creation.
drop index enrollments_of_course;
