-- A sum of whole cents and counts that stays a bigint. The database's own sum(bigint) makes a numeric and keeps a state of its own in memory for every group and column; this one's state is the
-- number itself. What would not fit is an error, never another number.
create aggregate minor_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);
