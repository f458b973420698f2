import pg from 'pg'

async function session(url: string, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  await work(db).finally(() => db.end())
}

/**
 * For rows that are right by construction: foreign keys are not checked row by row, which takes most of the time of a million rows, and a
 * commit does not wait for the disk. Only for this connection.
 */
export const unchecked = (db: Connection): Promise<unknown> =>
  db.query('set session_replication_role = replica; set synchronous_commit = off')

/** Runs `work` without the indexes of a table and rebuilds them afterwards, as for a large load. */
export async function withoutIndexes(db: Connection, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = $1
       and indexname not in (select conname from pg_constraint where conrelid = $1::regclass)`,
    [table],
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await db.query(definition)
}

const columnsOf = async (db: Connection, table: string, except: readonly string[]): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
      [table],
    )
  ).rows.flatMap(({ name }) => (except.includes(name) ? [] : [name]))

/** Copies the seeded policies, with versions and materials, until there are `total`; titles, numbers, dates, words and amounts differ. */
export const fillPolicies = (url: string, total: number): Promise<void> => session(url, (db) => copyPolicies(db, total))

type Connection = Pick<pg.Client, 'query'>
export async function copyPolicies(db: Connection, total: number): Promise<void> {
  await db.query('create table origin (id bigint primary key, origin_id bigint not null)')
  const changed = [
    'code',
    'title',
    'doc_no',
    'publish_time',
    'apply_from',
    'apply_to',
    'max_amount',
    'view_num',
    'search',
    'superseded_by',
    'top',
    'state',
  ]
  const kept = await columnsOf(db, 'policy', changed)
  await withoutIndexes(db, 'policy', async () => {
    await db.query(
      `with base as materialized (select *, row_number() over (order by id) - 1 as place, count(*) over () as many from policy where state = 2 and not deleted),
          made as (insert into policy (${[...kept, ...changed].join(', ')})
            select ${kept.map((c) => `b.${c}`).join(', ')}, b.code || '-' || n, b.title || '（第' || n || '批）', b.doc_no || '-' || n,
              now() - n * interval '20 minutes', current_date + (n * 7 % 400) - 250, current_date + (n * 7 % 400) - 150, b.max_amount + n * 100, n % 1000,
              b.search || to_tsvector('simple', 'n' || n || ' m' || n % 500), null, false, 2
            from generate_series(1, $1::int - (select count(*)::int from policy)) n join base b on b.place = n % b.many
            returning id, code)
        insert into origin select m.id, b.id from made m join base b on b.code = regexp_replace(m.code, '-[0-9]+$', '')`,
      [total],
    )
  })
  for (const table of ['policy_version', 'policy_material']) {
    const columns = (await columnsOf(db, table, ['policy_id'])).join(', ')
    await db.query(
      `insert into ${table} (policy_id, ${columns}) select o.id, ${columns
        .split(', ')
        .map((c) => `t.${c}`)
        .join(', ')} from origin o join ${table} t on t.policy_id = o.origin_id`,
    )
  }
  await db.query('drop table origin')
  // The copies contain the words of their originals, so the document counts of words grow by the same factor.
  await db.query('update search_term set df = df * ($1::int / (select documents from search_count))', [total])
  await db.query('update search_count set documents = $1', [total])
  await db.query('vacuum (analyze)')
}

/** Companies with consent, made from the seeded ones with different figures; `spread`: also with different streets, dates and completeness. */
export const fillCompanies = (url: string, total: number, spread = false): Promise<void> =>
  session(url, async (db) => {
    await unchecked(db)
    await withoutIndexes(db, 'company', async () => {
      await withoutIndexes(db, 'company_facts', () => copyCompanies(db, total))
      if (spread) await db.query(SPREAD)
    })
    await db.query('vacuum (analyze)')
  })

const SPREAD = `update company set street_id = (array['339999001', '339999002', '339999003', '339999100', '339991001', '339992001'])[1 + id % 6],
  registered_date = date '2000-01-01' + (id * 37 % 9000)::int, completeness = id % 101, business_type = (array['industry', 'trade', 'service'])[1 + id % 3],
  auth_status = case when id % 9 = 0 then '01' else '02' end`

async function copyCompanies(db: Connection, total: number): Promise<void> {
  await db.query(
    `with base as materialized (select c.*, f.facts, row_number() over (order by c.id) - 1 as place, count(*) over () as many from company c join company_facts f on f.company_id = c.id),
        made as (insert into company (credit_code, name, street_name, industry, auth_status)
          select 'B' || lpad(n::text, 17, '0'), b.name || n, b.street_name, b.industry, '02'
          from generate_series(1, $1::int - (select count(*)::int from company)) n join base b on b.place = n % b.many returning id, credit_code)
      insert into company_facts (company_id, facts, authorized)
        select m.id, b.facts || jsonb_build_object('employees', 5 + n * 37 % 900, 'revenueY1', 100 + n::bigint * 7919 % 60000, 'rdExpenseY1', n * 31 % 3000,
          'techStaff', n * 13 % 200), true
        from made m cross join lateral (select substr(m.credit_code, 2)::int as n) s join base b on b.place = s.n % b.many`,
    [total],
  )
  await db.query('update company_facts set authorized = true where not authorized')
}
