/**
 * The floor of the HTTP rows: bare Fastify and one named statement a request, written by hand, over the same database, with the
 * pool of the product and as many columns of JSON. A process of its own, as the product is.
 */
import Fastify from 'fastify'
import pg from 'pg'
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

/** As the product: the newest 500 hits, ranked by their short vector. The question comes as a tsquery, its words already cut. */
app.get<{ Querystring: { words: string } }>('/search', async (request) => {
  const { rows } = await pool.query({
    name: 'search',
    text: `select ${ITEM} from (
        select id from (select id, rank_words, publish_time from policy where state = 2 and not deleted and search @@ $1::tsquery order by publish_time desc limit 500) newest
        order by ts_rank_cd(rank_words, $1::tsquery) desc, publish_time desc limit 10) i join policy p on p.id = i.id`,
    values: [request.query.words],
  })
  return { success: true, data: { total: rows.length, list: rows } }
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
