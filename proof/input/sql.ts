import pg from 'pg'
import { filled } from '../access/sample.ts'
import type { JsonSchema, LiveEndpoint } from '../endpoints.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { judged } from './judge.ts'
import { staysIn, type InputScene } from './scene.ts'
import { send, wireOf, type Values } from './send.ts'
import { SQL_STRINGS, SURE } from './sql-strings.ts'

/** By how much an answer may take longer than one to a harmless word of the same length; the sleeps take two seconds. */
const DELTA_MS = 300
/** A word for which a total counts no rows. */
const HARMLESS = '无此词语'

interface Field {
  endpoint: LiveEndpoint
  in: 'query' | 'body'
  name: string
}
const takesText = (schema: JsonSchema): boolean =>
  schema.type === 'string' ? !schema.enum && schema.const === undefined : (schema.anyOf ?? schema.oneOf ?? []).some(takesText)

/**
 * Injected SQL finds no more rows, takes no longer, breaks nothing and changes nothing (I-02); tried in every string of every address and
 * body.
 */
export async function sqlStrings(stage: ProofStage, scene: InputScene): Promise<Finding[]> {
  const { app, engine, endpoints, callerOf } = scene
  const fields: Field[] = endpoints.filter(staysIn).flatMap((endpoint) => [
    ...endpoint.query.filter(({ schema }) => takesText(schema)).map(({ name }): Field => ({ endpoint, in: 'query', name })),
    ...Object.entries(endpoint.method === 'POST' ? (endpoint.body?.properties ?? {}) : {})
      .filter(([, schema]) => takesText(schema))
      .map(([name]): Field => ({ endpoint, in: 'body', name })),
  ])
  const faults: string[] = []
  const slow: string[] = []
  const more: string[] = []
  let tried = 0
  const before = await tableRows(app.database)
  const per = stage.rounds(1, 6, SQL_STRINGS.length)
  const wire = async (field: Field, text: string) => {
    const { token } = await callerOf(field.endpoint)
    const { query, body } = filled(field.endpoint, null)
    const values = { query: query as Values, body: body as Values }
    values[field.in] = { ...values[field.in], [field.name]: text }
    return wireOf(field.endpoint, values, token)
  }
  for (const [index, field] of fields.entries()) {
    const where = `${field.endpoint.key} ${field.name}`
    const harmless = await send(app.base, await wire(field, HARMLESS))
    const turn = Array.from({ length: per }, (_, n) => SQL_STRINGS[(index + n) % SQL_STRINGS.length]!)
    for (const text of new Set([SURE, ...turn])) {
      tried += 1
      const attack = await wire(field, text)
      const { reply, fault } = await judged(app, attack, text)
      if (fault) faults.push(`${where} ${text}: ${fault}`)
      // A single slow answer is caused by the machine; a sleep in the statement would occur each time.
      if (reply.ms - harmless.ms > DELTA_MS) {
        const again = [await send(app.base, attack), await send(app.base, attack)]
        if (again.every(({ ms }) => ms - harmless.ms > DELTA_MS)) slow.push(`${where} ${text}: ${again.map(({ ms }) => Math.round(ms))} ms`)
      }
      // The words of the attack may occur in a text, and a list of codes is cut at commas: rows that these find are allowed.
      if (totalOf(reply) > totalOf(harmless)) {
        const found = async (special: RegExp) =>
          totalOf(await send(app.base, await wire(field, text.replace(special, ' ').trim().slice(0, 60))))
        const words = Math.max(await found(/[^\p{L}\p{N}]+/gu), await found(/[^\p{L}\p{N},]+/gu))
        if (totalOf(reply) > words) more.push(`${where} ${text}: ${totalOf(reply)} instead of ${words}`)
      }
    }
  }
  const gone = lost(before, await tableRows(app.database))
  return [
    // Seen red: an answer that repeats what was sent was taken for one that shows the statement.
    noFaults({ id: 'I-02', what: `${SQL_STRINGS.length} 种注入写法不引起 5xx，不露出 SQL`, engine }, faults, tried),
    // Seen red: the name of a label stood in the statement itself: 1 (4019, 4009 ms). Before SURE none of the strings got through there.
    noFaults({ id: 'I-02', what: `注入的等待不起作用（时间差 ≤ ${DELTA_MS} ms）`, engine }, slow, tried),
    // Seen red: the same: 17 labels instead of none.
    noFaults({ id: 'I-02', what: '注入的条件不多找出一行', engine }, more, tried),
    ...(before.size > 0
      ? [noFaults({ id: 'I-02', what: '注入之后每张表都在，账号、企业、政策的行数不少', engine }, gone, before.size)]
      : []),
  ]
}

const totalOf = ({ json }: { json: { data?: any } }): number =>
  Number(json.data?.total ?? (Array.isArray(json.data) ? json.data.length : (json.data?.list?.length ?? 0)))

/** Number of rows of every table; empty for the embedded database, which allows no second connection. */
async function tableRows(url: string | undefined): Promise<Map<string, number>> {
  if (url === undefined) return new Map()
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
    const counts = new Map<string, number>()
    for (const { name } of rows)
      counts.set(name, Number((await client.query<{ n: string }>(`select count(*) as n from "${name}"`)).rows[0]!.n))
    return counts
  } finally {
    await client.end()
  }
}

/** Every table must remain, and these must keep their rows, because the callers' valid calls delete none of them. */
const KEPT = ['sys_user', 'role', 'company', 'policy', 'audit_log', 'dict_value']
const lost = (before: Map<string, number>, after: Map<string, number>): string[] => [
  ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} is gone`),
  ...KEPT.filter((name) => before.has(name) && after.get(name)! < before.get(name)!).map(
    (name) => `${name}: ${before.get(name)} → ${after.get(name)}`,
  ),
]

/** `%`, `_` and `\` are ordinary characters of a search word (I-02): a word of them alone finds only texts that contain them. */
export async function likeSigns({ app, engine, endpoints, callerOf }: InputScene): Promise<Finding[]> {
  const wrong: string[] = []
  let tried = 0
  const searches = endpoints.filter(({ method, blob }) => method === 'GET' && !blob)
  for (const endpoint of searches)
    for (const { name } of endpoint.query.filter(({ name: one }) => /^(q|keyword|name|title|.*Name|.*Title)$/.test(one))) {
      const { token } = await callerOf(endpoint)
      const { query } = filled(endpoint, null)
      const found = async (text: string) =>
        totalOf(await send(app.base, wireOf(endpoint, { query: { ...query, [name]: text }, body: undefined }, token)))
      const all = await found('')
      if (all === 0 || (await found(HARMLESS)) > 0) continue
      for (const sign of ['_%_', '__', '%%%', '\\%_', 'a%', '_a']) {
        tried += 1
        const total = await found(`无${sign}此`)
        if (total > (await found(`无 ${sign.replace(/[^a-z]+/g, ' ')} 此`)))
          wrong.push(`${endpoint.key} ${name}=无${sign}此: ${total} of ${all}`)
        const bare = await found(sign)
        if (bare === all && all > 1 && /[%_]/.test(sign)) wrong.push(`${endpoint.key} ${name}=${sign}: all ${all}`)
      }
    }
  // Seen red: likeText without its escapes: 60.
  return [noFaults({ id: 'I-02', what: '检索词里的 %、_、\\ 是文字，不是通配符', engine }, wrong, tried)]
}
