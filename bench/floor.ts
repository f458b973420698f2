/**
 * The floor of the HTTP rows: bare Fastify with one named, hand-written statement per request, over the same database, with the product's
 * pool size and as many JSON columns. It runs in its own process, as the product does.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { rawStatements } from './raw-search.ts'
import { setTypeParsers } from '../server/kernel/db/type-parsers.ts'

setTypeParsers()
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: Number(process.env.DATABASE_POOL) })
const app = Fastify()

const ITEM = `p.id, p.code, p.title, p.dep_name, p.doc_no, p.publish_time, p.support_modes, p.level, p.industries, p.summary, p.apply_from, p.apply_to,
  p.period, p.max_amount, p.top, p.origin, p.url_type, p.apply_url, p.view_num, p.created_at`

app.get('/hello', () => ({ hello: 'world' }))

const total = (await pool.query<{ n: number }>('select count(*)::int as n from policy where state = 2 and not deleted')).rows[0]!.n
app.get('/list', async () => {
  const { rows } = await pool.query({
    name: 'list',
    text: `select ${ITEM} from policy p where p.state = 2 and not p.deleted order by p.top desc, p.sort desc, p.publish_time desc, p.id desc limit $1`,
    values: [10],
  })
  return { success: true, data: { total, list: rows } }
})

app.get<{ Querystring: { id: string } }>('/detail', async (request) => {
  const { rows } = await pool.query({
    name: 'detail',
    text: `select ${ITEM}, p.content, p.sources, p.source_note, p.process, p.attachments, p.updated_at, v.number, v.rule,
        (select json_agg(json_build_object('number', o.number, 'effectiveFrom', o.effective_from, 'effectiveTo', o.effective_to, 'note', o.note, 'createTime', o.created_at))
          from policy_version o where o.policy_id = p.id) as versions,
        (select json_agg(json_build_object('name', m.name, 'required', m.required, 'note', m.note) order by m.sort) from policy_material m where m.policy_id = p.id) as materials
      from policy p join policy_version v on v.policy_id = p.id where p.id = $1 and p.state = 2 and not p.deleted order by v.number desc limit 1`,
    values: [request.query.id],
  })
  return { success: true, data: rows[0] }
})

/** The product's candidate search as one raw statement with prepared text, then the columns of ten results. */
const raw = await rawStatements(pool)
app.get<{ Querystring: { at: string } }>('/search', async (request) => {
  const found = await pool.query<{ id: number }>(raw[Number(request.query.at)]!)
  const { rows } = await pool.query({
    name: 'found',
    text: `select ${ITEM} from policy p where p.id = any($1::bigint[])`,
    values: [found.rows.slice(0, 10).map(({ id }) => id)],
  })
  return { success: true, data: { total: found.rows.length, list: rows } }
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
