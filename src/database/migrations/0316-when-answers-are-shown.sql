-- requires 0.1.0
-- Quizzes show their answers after an attempt without errors, after the last attempt, or after either.
alter table quizzes drop constraint quizzes_show_answers_check;
alter table quizzes
  add constraint quizzes_show_answers_check
    check (show_answers in ('never', 'after_submit', 'after_pass', 'after_correct', 'after_last_attempt',
                            'after_correct_or_last_attempt')) not valid;
