import pg from 'pg'
import { withoutIndexes } from './fill.ts'

async function filled(url: string, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  await work(db)
    .then(() => db.query('vacuum (analyze)'))
    .finally(() => db.end())
}

/** Copies the seeded appeals until there are `total` within the last year, a tenth of them open, with offices and three steps each. */
export const fillAppeals = (url: string, total: number): Promise<void> =>
  filled(url, async (db) => {
    await withoutIndexes(db, 'appeal', () =>
      db
        .query(
          `with base as materialized (select a.*, coalesce(t.office_id, big.office_id) as due_office, row_number() over (order by a.id) - 1 as place, count(*) over () as many
              from appeal a join appeal_type t on t.id = a.type_id left join appeal_type big on big.id = t.parent_id where a.state > 0 and not a.deleted),
            companies as (select array_agg(id order by id) as ids from company),
            planned as (select n, now() - n * interval '5 minutes' as at,
                case when n <= $1 / 10 then (array[1, 2, 2, 3, 5])[1 + n % 5] when n % 50 = 0 then 7 when n % 4 = 0 then 4 else 6 end as state
              from generate_series(1, $1::int - (select count(*)::int from appeal)) n)
          insert into appeal (state, appeal_no, title, content, type_id, source_type, user_id, user_name, company_id, contact_sealed, phone_sealed, street,
              submitted_at, deadline, warn_at, office_id, assigned_at, deal_content, deal_result, dealt_by, dealt_by_name, deal_time, closed_at, score,
              evaluated_at, level, ruling, extend_days, ruled_office_id, search, search_form, created_at, updated_at)
            select p.state, 'SQ19' || lpad(p.n::text, 10, '0'), b.title || ' ' || p.n, b.content, b.type_id, (array['01', '01', '02', '03', '05'])[1 + p.n % 5],
              b.user_id, b.user_name, case when p.n % 9 = 0 then null else c.ids[1 + p.n % array_length(c.ids, 1)] end, b.contact_sealed, b.phone_sealed,
              (array['339999001', '339999002', '339999003', '339999100', '339999101', '339999102', '339999200'])[1 + p.n % 7],
              p.at, p.at + interval '21 days', p.at + interval '18 days',
              case when p.state in (2, 3, 4, 6) then b.due_office end, case when p.state in (2, 3, 4, 6) then p.at + interval '1 day' end,
              case when p.state in (3, 4, 6) then b.content end, case when p.state in (3, 4, 6) then (array['solved', 'solved', 'partly', 'explained', 'unsolved'])[1 + p.n % 5] end,
              case when p.state in (3, 4, 6) then b.user_id end, case when p.state in (3, 4, 6) then b.user_name end,
              case when p.state in (3, 4, 6) then p.at + interval '5 days' end,
              case when p.state in (4, 6) then p.at + (1 + p.n % 25) * interval '1 day' end, case when p.state = 6 then 1 + p.n % 5 end,
              case when p.state = 6 then p.at + interval '26 days' end, case when p.n % 40 = 0 then 2 else 1 end, p.state = 1 and p.n % 100 = 0,
              case when p.state = 2 and p.n % 20 = 1 then 5 end, case when p.n % 500 = 0 and p.state in (2, 4, 6) then b.due_office end,
              b.search || to_tsvector('simple', 'n' || p.n), b.search_form, p.at, p.at
            from planned p join base b on b.place = p.n % b.many cross join companies c`,
          [total],
        )
        .then(() => {}),
    )
    await db.query(
      `insert into appeal_office (appeal_id, office_id, part) select id, office_id, 'main' from appeal where office_id is not null on conflict do nothing`,
    )
    await withoutIndexes(db, 'flow_log', () =>
      db
        .query(
          `insert into flow_log (flow, row_id, move, from_state, to_state, row_version, actor_id, actor_name, at)
          select 'appeal', a.id, s.move, s.was, s.now, s.version, a.user_id, a.user_name, a.submitted_at + s.version * interval '1 day'
          from appeal a, (values ('submit', null, '1', 1), ('transfer', '1', '2', 2), ('deal', '2', '3', 3)) s(move, was, now, version)`,
        )
        .then(() => {}),
    )
  })

/** Copies the seeded calls until there are `total` within the last year, by fifty agents; a tenth of the numbers call again. */
export const fillCalls = (url: string, total: number): Promise<void> =>
  filled(url, async (db) => {
    await db.query(`insert into sys_user (user_name, name, type) select 'b-agent-' || n, '坐席' || n, 'YYF' from generate_series(1, 50) n`)
    await withoutIndexes(db, 'call_record', () =>
      db
        .query(
          `with base as materialized (select *, row_number() over (order by id) - 1 as place, count(*) over () as many from call_record where not deleted),
            companies as (select array_agg(id order by id) as ids from company),
            agents as (select array_agg(id order by id) as ids from sys_user where user_name like 'b-agent-%')
          insert into call_record (state, call_key, direction, phone_sealed, phone_index, contact_sealed, company_id, agent_id, start_time, answer_time, end_time,
              content, type_id, result, report_flag, appeal_id, office_id, search, registered_at, created_at)
            select b.state, 'bench-' || n, b.direction, b.phone_sealed, 'bench-' || n % ($1 / 2), b.contact_sealed,
              case when b.company_id is null then null else c.ids[1 + n % array_length(c.ids, 1)] end, g.ids[1 + n % 50], s.at,
              case when b.answer_time is not null then s.at + (3 + n % 20) * interval '1 second' end,
              case when b.end_time is not null then s.at + (60 + n % 300) * interval '1 second' end, b.content, b.type_id, b.result, b.report_flag, b.appeal_id,
              b.office_id, b.search || to_tsvector('simple', 'n' || n), case when b.registered_at is not null then s.at + interval '7 minutes' end, s.at
            from generate_series(1, $1::int - (select count(*)::int from call_record)) n
              join base b on b.place = n % b.many cross join companies c cross join agents g cross join lateral (select now() - n * interval '1 minute' as at) s`,
          [total],
        )
        .then(() => {}),
    )
  })
