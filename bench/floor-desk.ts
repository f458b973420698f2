/**
 * The floor of the desk lists: bare Fastify with one named, hand-written statement per request, which counts the results and reads ten
 * rows. `?list=` names the list, `?at=` the filter, `?words=` the search words. It runs in its own process, as the product does.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { setTypeParsers } from '../server/kernel/db/type-parsers.ts'
import { lexemeQuery, tellingWords } from '../server/search/index.ts'
import { appealList, callList, type DeskList } from './desk-lists.ts'

setTypeParsers()
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: Number(process.env.DATABASE_POOL) })
const app = Fastify()

const statement = ({ columns, from, usual, order }: DeskList, where: string, own?: string) =>
  `select (select count(*)::int from ${from} where ${usual} and ${where}) as total, ${columns} from ${from} where ${usual} and ${where} order by ${own ?? order} fetch first 10 rows only`

for (const [name, list] of Object.entries({ appeals: appealList, calls: callList })) {
  const column = name === 'appeals' ? 'a.search' : 'r.search'
  app.get<{ Querystring: { at: string } }>(`/${name}`, async ({ query: { at } }) => {
    const { where, order } = list.asked[Number(at)]!
    const { rows } = await pool.query({ name: `${name} ${at}`, text: statement(list, where, order) })
    return { success: true, data: { total: rows[0]?.total ?? 0, list: rows } }
  })
  app.get<{ Querystring: { at: string } }>(`/${name}/words`, async ({ query: { at } }) => {
    const { rows } = await pool.query({
      name: `${name} words`,
      text: statement(list, `${column} @@ $1::tsquery`),
      values: [lexemeQuery(tellingWords(list.words[Number(at)]!), '&')],
    })
    return { success: true, data: { total: rows[0]?.total ?? 0, list: rows } }
  })
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
