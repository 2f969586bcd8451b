-- Attempts counted in a window; the key is a SHA-256, so that no address is kept of someone who has no account. On disk: a client that makes the
-- database crash gets no new budgets by that. Of a gateway's batch the counter is one row of many that are written anyway.
create table throttles (
  key text collate "C" primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index throttles_ends_at on throttles (ends_at);

-- Counts an attempt: how many there are in its window by now, and in how many seconds that ends.
create function count_attempt(of_key text, window_s integer, at timestamptz, out hits integer, out seconds_left integer) language plpgsql as $$
begin
  insert into throttles as t (key, hits, ends_at) values (of_key, 1, at + make_interval(secs => window_s))
  on conflict (key) do update set
    hits = case when t.ends_at > at then least(t.hits + 1, 1000000) else 1 end,
    ends_at = case when t.ends_at > at then t.ends_at else excluded.ends_at end
  returning t.hits, ceil(extract(epoch from t.ends_at - at)) into hits, seconds_left;
end
$$;

-- Counts an attempt in several budgets, the narrowest first, until one is over: what a narrow one stops is no attempt for the wider ones, so
-- that nobody spends alone what is everybody's. Answers the place of the budget that was counted last, how many attempts there are in its
-- window by now, and in how many seconds that ends. A transaction that counts in a wide budget already holds the narrow ones, so there is no deadlock.
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
