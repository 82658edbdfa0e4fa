-- What the home page of a school consists of, from top to bottom. Null: as it is where nobody has chosen.

alter table appearances add column home_sections jsonb;
