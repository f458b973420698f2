import pg from 'pg'

export interface Waiting {
  id: number
  version: number
}

/** Makes declarations that wait for acceptance, one for each company without one in the project, as copies of a seeded declaration. */
export async function fillDeclarations(url: string, total: number): Promise<Waiting[]> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const { rows: columns } = await db.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'declaration' and is_generated = 'NEVER' and is_identity = 'NO' and column_name not in ('declare_no', 'company_id')`,
    )
    const kept = columns.map(({ name }) => name)
    const { rows } = await db.query<{ id: string; version: number }>(
      `with base as (select * from declaration where state = 'accepting' and deleted_at is null order by id limit 1),
         made as (insert into declaration (declare_no, company_id, ${kept.join(', ')})
           select 'SB20250101-' || lpad(row_number() over (order by c.id)::text, 6, '0'), c.id, ${kept.map((name) => `b.${name}`).join(', ')}
           from base b cross join lateral (select id from company where credit_code like 'B%'
             order by id limit $1) c returning id, version, round, form_data, files, submit_time, submitter_id),
         rounds as (insert into declaration_round (declaration_id, round, form_data, files, submitted_at, submitted_by)
           select id, round, form_data, files, submit_time, submitter_id from made)
       select id, version from made order by id`,
      [total],
    )
    await db.query('vacuum (analyze) declaration')
    if (rows.length === 0) throw new Error('no declaration could be copied')
    return rows.map(({ id, version }) => ({ id: Number(id), version }))
  } finally {
    await db.end()
  }
}
