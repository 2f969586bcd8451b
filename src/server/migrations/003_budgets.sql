-- Rate limits: attempts within a window. The key is a SHA-256, so that no address of a person without an account is stored. A logged table,
-- because a crash of the database must not reset the limits; for a gateway's batch, the counter is one of many rows written anyway.
create table throttles (
  key text collate "C" primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index throttles_ends_at on throttles (ends_at);

-- Counts an attempt. Returns the number of attempts in its window, and the seconds until the window ends.
create function count_attempt(of_key text, window_s integer, at timestamptz, out hits integer, out seconds_left integer) language plpgsql as $$
begin
  insert into throttles as t (key, hits, ends_at) values (of_key, 1, at + make_interval(secs => window_s))
  on conflict (key) do update set
    hits = case when t.ends_at > at then least(t.hits + 1, 1000000) else 1 end,
    ends_at = case when t.ends_at > at then t.ends_at else excluded.ends_at end
  returning t.hits, ceil(extract(epoch from t.ends_at - at)) into hits, seconds_left;
end
$$;

-- Counts an attempt against several limits, the narrowest first, and stops at the first that is exceeded: an attempt that a narrow limit
-- refuses does not count against the wider ones, so that no client exhausts a limit that all share. Returns the place of the limit that was
-- counted last, the attempts in its window, and the seconds until the window ends. There is no deadlock, because every transaction locks the
-- narrow limits before the wide ones.
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

-- Takes back a successful attempt: resets its narrowest limit and subtracts one from the others, in the order of counting, which prevents
-- deadlocks.
create function forgive_attempts(keys text[]) returns void language plpgsql as $$
begin
  delete from throttles where key = keys[1];
  for nth in 2 .. cardinality(keys) loop
    update throttles set hits = hits - 1 where key = keys[nth] and hits > 0;
  end loop;
end
$$;
