-- Sections of the school's home page, from top to bottom. Null: the default sections.

alter table appearances add column home_sections jsonb;
