-- requires 0.1.0
alter table quizzes validate constraint quizzes_show_answers_check;
