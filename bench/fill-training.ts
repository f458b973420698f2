import pg from 'pg'
import { unchecked, withoutIndexes } from './fill.ts'

/** So many companies take part; each of them, and qy1's company, in about fifty of a hundred thousand activities. */
const COMPANIES = 20_000
const OWN_EVERY = 2000

/** Copies the seeded activities until there are `total`, from a year ago to three months ahead, with ten enrolments each. */
export async function fillTraining(url: string, total: number): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await unchecked(db)
    await withoutIndexes(db, 'train_activity', async () => {
      await db.query(
        `with base as materialized (select *, row_number() over (order by id) - 1 as nth, count(*) over () as many from train_activity where state = 2)
        insert into train_activity (state, title, type, summary, content, enrol_start, enrol_end, start_at, end_at, place, online, max_num, wait_list, per_company,
            units, enrol_num, attend_num, evaluate_num, score_sum, published_at, created_by, submitted_by, search, search_form, created_at, updated_at)
          select 2, b.title || ' ' || n, b.type, b.summary, b.content, at - interval '20 days', at - interval '2 days', at, at + interval '3 hours', b.place, b.online,
            40, true, 3, b.units, 10, case when at < now() then 8 else 0 end, case when at < now() - interval '2 days' then 8 else 0 end,
            case when at < now() - interval '2 days' then 32 else 0 end, at - interval '25 days', b.created_by, b.submitted_by, b.search, b.search_form,
            at - interval '30 days', at - interval '25 days'
          from (select n, now() + interval '90 days' - n * interval '455 days' / $1::int as at from generate_series(1, $1::int - (select count(*)::int from train_activity)) n) planned
            join base b on b.nth = n % b.many`,
        [total],
      )
    })
    await db.query(
      `insert into company (credit_code, name, street_name, industry, auth_status)
        select 'T' || lpad(n::text, 17, '0'), '基准企业 ' || n, b.street_name, b.industry, b.auth_status
        from generate_series(1, $1::int) n cross join (select street_name, industry, auth_status from company order by id limit 1) b`,
      [COMPANIES],
    )
    // The ids of these companies follow one another, because one statement made them.
    await withoutIndexes(db, 'train_enrol', async () => {
      await db.query(
        `with one as materialized (select contact, phone from train_enrol limit 1),
            companies as materialized (select min(id) as first from company where credit_code like 'T%' and name like '基准企业 %'),
            own as materialized (select id, company_id from sys_user where user_name = 'qy1')
        insert into train_enrol (activity_id, user_id, company_id, contact, phone, phone_index, state, score, created_at)
          select a.id, case when mine then o.id end, case when mine then o.company_id else c.first + (a.id * 10 + n) % ${COMPANIES} end, one.contact, one.phone,
            'bench-' || a.id || '-' || n, case when a.end_at < now() and n <= 8 then 1 else 0 end, case when a.end_at < now() - interval '2 days' and n <= 8 then 4 end, a.created_at
          from train_activity a, generate_series(1, 10) n, one, companies c, own o, lateral (select a.id % ${OWN_EVERY} = 0 and n = 1 as mine) m
          where a.state = 2 and not exists (select from train_enrol e where e.activity_id = a.id)`,
      )
    })
    await db.query('vacuum (analyze) train_activity, train_enrol, company')
  } finally {
    await db.end()
  }
}
