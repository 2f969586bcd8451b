-- Attempts are counted on disk: whoever makes the database crash gets no new budgets by that. Of a gateway's batch the counter is one row of
-- many that are written anyway.
alter table throttles set logged;

-- Counts an attempt in several budgets, the narrowest first, until one is over: what a narrow one stops is no attempt for the wider ones, so
-- that nobody spends alone what is everybody's. Answers the place of the budget that was counted last, how many attempts there are in its
-- window by now, and in how many seconds that ends. Whoever counts in a wide budget holds the narrow ones already: nobody waits in a circle.
create function count_attempts(
  keys text[], limits integer[], windows integer[], at timestamptz, out place integer, out hits integer, out seconds_left integer
) language plpgsql as $$
begin
  for nth in 1 .. cardinality(keys) loop
    select nth, counted.hits, counted.seconds_left into place, hits, seconds_left
    from count_attempt(keys[nth], windows[nth], at) as counted;
    exit when hits > limits[nth];
  end loop;
end
$$;

-- Takes back what an attempt that was right had counted: all of its narrowest budget, and itself of the others. In the order of counting.
create function forgive_attempts(keys text[]) returns void language plpgsql as $$
begin
  delete from throttles where key = keys[1];
  for nth in 2 .. cardinality(keys) loop
    update throttles set hits = hits - 1 where key = keys[nth] and hits > 0;
  end loop;
end
$$;

-- Mail to an address that nobody had proven to be theirs: all of it together has a budget.
alter table mails add column unproven boolean not null default false;
create index mails_unproven on mails (created_at) where unproven;
