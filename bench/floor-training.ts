/** The floor of activities: bare Fastify with one named, hand-written statement per request, for each question of bench/training.ts. */
import Fastify from 'fastify'
import pg from 'pg'
import { setTypeParsers } from '../server/kernel/db/type-parsers.ts'

setTypeParsers()
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: Number(process.env.DATABASE_POOL) })
const app = Fastify()

const columns = `a.id, a.title, a.type, a.summary, a.cover, a.cover_alt, a.enrol_start, a.enrol_end, a.start_at, a.end_at, a.place, a.online, a.max_num, a.enrol_num,
  a.wait_num, a.wait_list, a.units, a.state, a.delayed_from, a.attend_num, a.evaluate_num`
const shown = 'a.published_at is not null and a.state in (2, 4) and not a.deleted'
const wheres = {
  all: 'true',
  open: 'a.state = 2 and a.enrol_start <= now() and a.enrol_end > now() and a.start_at > now() and (a.wait_list or a.enrol_num < a.max_num)',
  over: "a.state = 2 and a.end_at <= now() and not (a.evaluate_num < a.attend_num and a.end_at > now() - interval '15 days')",
  month: `a.start_at >= date_trunc('month', now()) and a.start_at < date_trunc('month', now()) + interval '1 month'`,
} as const

for (const [name, where] of Object.entries(wheres))
  app.get(`/${name}`, async () => {
    const { rows } = await pool.query({
      name,
      text: `select (select count(*)::int from train_activity a where ${shown} and ${where}) as total, ${columns} from train_activity a where ${shown} and ${where}
        order by (a.end_at > now()) desc, case when a.end_at > now() then a.start_at end, a.start_at desc, a.id desc fetch first 10 rows only`,
    })
    return { success: true, data: { total: rows[0]?.total ?? 0, list: rows } }
  })
app.get<{ Querystring: { id: string } }>('/detail', async ({ query: { id } }) => {
  const { rows } = await pool.query({
    name: 'detail',
    text: `select ${columns}, a.content, a.reason, a.per_company from train_activity a where a.id = $1 and ${shown}`,
    values: [id],
  })
  return { success: true, data: rows[0] }
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
