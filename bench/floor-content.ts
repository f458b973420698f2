/** The comparison for articles: bare Fastify with hand-written named statements for the same questions as bench/content.ts. */
import Fastify from 'fastify'
import pg from 'pg'
import { setTypeParsers } from '../server/kernel/db/type-parsers.ts'

setTypeParsers()
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: Number(process.env.DATABASE_POOL) })
const app = Fastify()
const columns = `p.id, p.column_id, c.name as column_name, p.title, p.summary, p.source, p.author, p.cover, p.cover_alt, p.publish_time, p.top_flag, p.view_num`
const from = `from news p join news_column c on c.id = p.column_id
  where p.shown and (p.publish_at is null or p.publish_at <= now()) and (p.take_down_at is null or p.take_down_at > now())`

app.get('/list', async () => {
  const { rows } = await pool.query({
    name: 'news list',
    text: `select (select count(*)::int ${from}) as total, ${columns} ${from} order by p.top_flag desc, p.sort desc, p.id desc fetch first 10 rows only`,
  })
  return { success: true, data: { total: rows[0]?.total ?? 0, list: rows } }
})
app.get<{ Querystring: { id: string } }>('/detail', async ({ query: { id } }) => {
  const { rows } = await pool.query({
    name: 'news detail',
    text: `select ${columns}, p.content, p.attachments,
      (select jsonb_build_object('id', b.id, 'title', b.title) from news b where b.shown and b.column_id = p.column_id and (b.sort, b.id) > (p.sort, p.id) order by b.sort, b.id limit 1) as previous,
      (select jsonb_build_object('id', b.id, 'title', b.title) from news b where b.shown and b.column_id = p.column_id and (b.sort, b.id) < (p.sort, p.id) order by b.sort desc, b.id desc limit 1) as next,
      (select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title)) from news_policy n join policy o on o.id = n.policy_id where n.news_id = p.id) as policies
      ${from} and p.id = $1`,
    values: [id],
  })
  return { success: true, data: rows[0] }
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
