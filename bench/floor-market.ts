/**
 * The floor of the market: bare Fastify with one named, hand-written statement per request. It runs in its own process, as the product
 * does.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { setTypeParsers } from '../server/kernel/db/type-parsers.ts'

setTypeParsers()
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: Number(process.env.DATABASE_POOL) })
const app = Fastify()
const columns = `p.id, p.title, p.street_ids, p.address, p.lng, p.lat, p.images, p.facts, p.contact, p.phone, p.origin, p.fresh_at, p.view_num, p.publish_time, c.name as company_name`
const from = `from market_item p left join company c on c.id = p.company_id`
const listed = `p.kind = 'workshopInfo' and p.state = 1 and not p.deleted and p.fresh_at > now() - interval '45 days'`

app.get('/list', async () => {
  const { rows } = await pool.query({
    name: 'market list',
    text: `select ${columns} ${from} where ${listed} order by p.publish_time desc, p.id desc limit 10`,
  })
  return { success: true, data: { list: rows } }
})
app.get<{ Querystring: { id: string } }>('/detail', async ({ query: { id } }) => {
  const { rows } = await pool.query({
    name: 'market detail',
    text: `select ${columns}, p.description ${from} where ${listed} and p.id = $1`,
    values: [id],
  })
  return { success: true, data: rows[0] }
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
