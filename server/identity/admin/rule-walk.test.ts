import { beforeAll, describe, expect, it } from 'vitest'
import { rowResource, rowResourceKeys, type RowResourceKey } from '../../../contract/row-rules.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { exporterOf, exportKinds } from '../../kernel/export/exporters.ts'
import { fileOwners } from '../../kernel/files/access.ts'
import { listEndpoints } from '../../kernel/implement.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart } from '../../kernel/testing/samples.ts'
import { canaries } from './testing/canaries.ts'
import type { Canaries, Place, Side } from './testing/canary-shape.ts'
import { notWalked } from './testing/not-walked.ts'
import { callsOf, UNKNOWN, type Asked } from './testing/reading-calls.ts'
import { giveRule, hear, walker, type Heard, type Walker } from './testing/walker.ts'

/**
 * A walk over the endpoint table (C-03 over rules): two canary rows of each ruled resource, three rules that each open one of them, and a
 * person with just the permissions of the resource under each rule. Every reading call of its domains, every export and every kind of file
 * is asked for both. A new endpoint is walked without a change here, or has to be placed in `notWalked`.
 */
let t: TestApp
let at: Omit<Place, 'owner'>
let stranger: Walker
const files = { a: '', b: '' }
const SIDES = ['a', 'b'] as const
/** Figures of all domains, walked with every resource. */
const FEEDS = ['/work/list', '/work/overview', '/work/statistics']

beforeAll(async () => {
  t = await testApp()
  const person = async (name: string) =>
    t.database.db.selectFrom('sys_user').select(['id', 'office_id']).where('user_name', '=', name).executeTakeFirstOrThrow()
  const [mine, theirs] = [await person('dept1'), await person('dept2')]
  at = { own: mine.office_id!, other: theirs.office_id!, mine: mine.id, theirs: theirs.id }
  if (at.own === at.other) throw new Error('the two offices must differ')
  stranger = await walker(t, 'walk-nobody', at.own)
  const note = { textarea: '下载后打不开。', othervalue: '个人', namevalue: '周小溪', phonevalue: '15412345678' }
  for (const name of ['表格打不开', '查不到政策']) await t.as('gr1').post('/sys/feedback/save', { ...note, name })
  for (const side of SIDES) {
    const content = Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n% file of ${side}\n%%EOF`)
    const { payload, headers } = multipart({ name: `${side}.pdf`, content })
    const { body } = await t.as('gr1').send({ method: 'POST', url: '/files/upload', headers, payload })
    files[side] = body.data.filePath
  }
})

const keyOf = ({ path, query }: Pick<Asked, 'path' | 'query'>) => `${path} ${JSON.stringify(query)}`
const wordOf = (resource: RowResourceKey, side: Side) => `canary-${resource}-${side === 'a' ? 'one' : 'two'}`
const answered = new Set<string>()

/** The domains' reading calls that the holder of these permissions may make. */
const callsFor = (plan: Canaries, held: ReadonlySet<string>) =>
  listEndpoints(t.kernel).filter(
    ({ method, path, domain, endpoint: { access, changes } }) =>
      method === 'GET'
      && !changes
      && (plan.domains.includes(domain) || FEEDS.includes(path))
      && (typeof access === 'string' || ('can' in access ? held.has(access.can) : access.types.includes('YYF'))),
  )

/** Makes two rows the canaries of the resource; answers their ids, and those of the records below them by the call that names them. */
async function plant(resource: RowResourceKey, place: Place) {
  const { pool } = t.database
  const { table, pick, facts, marks, also, ids = {} } = canaries[resource]
  const { rows } = await pool.query<{ id: number }>(pick ?? `select id from ${table} order by id limit 2`)
  expect(rows).toHaveLength(2)
  const planted = { a: { id: String(rows[0]!.id), below: new Map<string, string>() }, b: { id: String(rows[1]!.id), below: new Map() } }
  for (const side of SIDES) {
    const { id, below } = planted[side]
    const marked = Object.fromEntries(marks.map((column) => [column, wordOf(resource, side)]))
    const values = Object.entries({ ...facts(side, place), ...marked })
    const set = values.map(([column], n) => `${column} = $${n + 2}`).join(', ')
    await pool.query(`update ${table} set ${set} where id = $1`, [id, ...values.map(([, value]) => value)])
    for (const text of also?.(side, place) ?? []) await pool.query(text, [id])
    for (const [path, text] of Object.entries(ids))
      if (text !== null) below.set(path, String((await pool.query<{ id: number }>(text, [id])).rows[0]?.id ?? UNKNOWN))
  }
  return planted
}

/** A further row like the second canary, which no rule of the first one opens; the result removes it. */
async function addTwin(resource: RowResourceKey, place: Place, id: string) {
  const { pool } = t.database
  const { table, twin, also } = canaries[resource]
  const columns = await pool.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.rows.map(({ name }) => name).join(', ')
  const made = await pool.query<{ id: number }>(
    `insert into ${table} (${names}) overriding system value select ${names} from jsonb_populate_record(null::${table},
      (select to_jsonb(o) || jsonb_build_object('id', (select max(id) + 1000 from ${table})) from ${table} o where id = $1) || $2::jsonb) returning id`,
    [id, JSON.stringify(twin)],
  )
  const other = made.rows[0]!.id
  for (const text of also?.('b', place) ?? []) await pool.query(text, [other])
  return async () => {
    if (resource === 'appeal') await pool.query('delete from appeal_office where appeal_id = $1', [other])
    if (resource === 'policy') await pool.query('delete from policy_evaluation where policy_id = $1', [other])
    await pool.query(`delete from ${table} where id = $1`, [other])
  }
}

/** What an export writes, and what it counts before. */
async function exported(kind: string, by: Walker, filters: object) {
  const { kernel: k } = t
  const exporter = exporterOf(k, kind)
  const actor = await k.authenticate(by.token)
  const scope = { k, db: k.db, actor, filters: exporter.filters.parse(filters), signal: new AbortController().signal, exportId: null }
  const rows: object[] = []
  const admitted = await exporter.admit?.(k, { ...systemCall('walk'), actor }, scope.filters).then(
    () => true,
    () => false,
  )
  if (admitted === false) return { count: 0, rows: 0, text: '' }
  for await (const batch of exporter.rows({ ...scope, columns: [] })) rows.push(...batch)
  return { count: await exporter.count({ ...scope, columns: [] }), rows: rows.length, text: JSON.stringify(rows) }
}

describe('what a rule hides is in no answer', () => {
  it.each(rowResourceKeys)('%s', async (resource) => {
    const plan = canaries[resource]
    const faults: string[] = []
    const whole = await walker(t, `walk-${resource}-all`, at.own, resource)
    await giveRule(t, whole, resource, { scope: 'all' })
    const walkers: Walker[] = []
    for (const n of [1, 2, 3]) walkers.push(await walker(t, `walk-${resource}-${n}`, at.own, resource))
    const place = { ...at, owner: walkers[0]!.id }
    const rules = plan.rules(place)
    for (const [n, [, rule]] of rules.entries()) await giveRule(t, walkers[n]!, resource, rule)
    for (const who of [whole, ...walkers]) for (const other of plan.besides ?? []) await giveRule(t, who, other, { scope: 'all' })
    const planted = await plant(resource, place)
    const held = new Set<string>([...rowResource(resource).needs, 'export:run'])
    const asked = callsFor(plan, held).flatMap((row) => callsOf(row, planted, plan.ids ?? {}))
    const listen = async (by: Walker, which = asked) => {
      const heard = new Map<string, Heard>()
      for (const one of which) heard.set(keyOf(one), await hear(t, by, one.path, one.query))
      return heard
    }

    const [all, open] = [await listen(whole), await listen(stranger)]
    for (const one of asked) {
      const { status, code } = all.get(keyOf(one))!
      if (status >= 500 || status === 401 || status === 429) faults.push(`${keyOf(one)} cannot be walked: ${status} ${code}`)
      if (code === '' || code === 'file') answered.add(one.path)
    }
    for (const side of SIDES)
      expect(
        [...all.values()].some(({ text }) => text.includes(wordOf(resource, side))),
        `${side} is seen without a rule`,
      ).toBe(true)

    const heardBy: Map<string, Heard>[] = []
    for (const [n, [sees]] of rules.entries()) {
      const hidden = sees === 'a' ? 'b' : 'a'
      const heard = await listen(walkers[n]!)
      heardBy.push(heard)
      for (const one of asked) {
        const key = keyOf(one)
        const [answer, public_] = [heard.get(key)!, open.get(key)!]
        const says = ({ text }: Heard, side: Side) => text.includes(wordOf(resource, side))
        const isPublic = public_.text === answer.text && public_.code === answer.code
        if (says(answer, hidden) && !says(public_, hidden)) faults.push(`rule ${n + 1}: ${key} shows what it hides`)
        if (one.names !== hidden && says(all.get(key)!, sees) && !says(answer, sees))
          faults.push(`rule ${n + 1}: ${key} hides what it opens`)
        if (one.names === hidden && !isPublic) {
          const absent = heard.get(keyOf({ path: one.path, query: one.absent }))!
          if (absent.code !== answer.code || absent.text !== answer.text.replaceAll(one.id, UNKNOWN))
            faults.push(`rule ${n + 1}: ${key} is not as if absent: ${answer.code} ${answer.text.slice(0, 200)}`)
        }
      }
      for (const [kind, filter] of Object.entries(plan.exports ?? {})) {
        const got = await exported(kind, walkers[n]!, filter ? { [filter]: planted[sees].id } : {})
        if (got.count !== got.rows) faults.push(`rule ${n + 1}: export ${kind} counts ${got.count} and writes ${got.rows}`)
        if (got.text.includes(wordOf(resource, hidden))) faults.push(`rule ${n + 1}: export ${kind} shows what it hides`)
        if (!filter && !got.text.includes(wordOf(resource, sees))) faults.push(`rule ${n + 1}: export ${kind} hides what it opens`)
        if (filter && got.rows === 0) faults.push(`rule ${n + 1}: export ${kind} hides what it opens`)
        const foreign = filter ? await exported(kind, walkers[n]!, { [filter]: planted[hidden].id }) : { count: 0, rows: 0 }
        if (foreign.count + foreign.rows > 0) faults.push(`rule ${n + 1}: export ${kind} of what it hides has ${foreign.rows} rows`)
      }
      for (const kind of plan.files ?? [])
        for (const side of SIDES) {
          await t.database.db
            .updateTable('file')
            .set({ owner_id: null, object_type: kind, object_id: planted[side].id, visibility: 'private' })
            .where('key', '=', files[side])
            .execute()
          const got = await hear(t, walkers[n]!, '/files/download', { filePath: files[side] })
          if (got.text.includes(`file of ${side}`) !== (side === sees)) faults.push(`rule ${n + 1}: file of ${kind} ${side}: ${got.code}`)
          const link = await hear(t, walkers[n]!, '/files/link', { filePath: files[side] })
          if ((link.code === '') !== (side === sees)) faults.push(`rule ${n + 1}: link to a file of ${kind} ${side}: ${link.code}`)
        }
    }

    // One hidden row more changes no list, total, figure or count of those who do not see it.
    const plain = asked.filter(({ names }) => names === null)
    const blind = rules.flatMap(([sees], n) => (sees === 'a' ? [n] : []))
    const remove = await addTwin(resource, place, planted.b.id)
    const changed = [...(await listen(whole, plain))].filter(([key, { text }]) => all.get(key)!.text !== text).length
    const moved = new Map<number, [Asked, string][]>()
    for (const n of blind) {
      const now = await listen(walkers[n]!, plain)
      const differs = (one: Asked) => now.get(keyOf(one))!.text !== heardBy[n]!.get(keyOf(one))!.text
      moved.set(
        n,
        plain.filter(differs).map((one) => [one, now.get(keyOf(one))!.text]),
      )
    }
    await remove()
    for (const [n, list] of moved)
      for (const [one, text] of list)
        if ((await hear(t, walkers[n]!, one.path, one.query)).text !== text) faults.push(`rule ${n + 1}: ${keyOf(one)} counts a hidden row`)
    expect(changed, 'answers that count a row for those who see all').toBeGreaterThan(0)
    expect(faults).toEqual([])
  })

  it('every reading call, export and kind of file of these domains is walked, or has a reason', () => {
    const plans = Object.values(canaries)
    const domains = new Set(plans.flatMap((plan) => plan.domains))
    const reading = listEndpoints(t.kernel).filter(
      ({ method, domain, endpoint: { access } }) =>
        method === 'GET' && domains.has(domain) && (typeof access === 'string' || 'can' in access || access.types.includes('YYF')),
    )
    const rest = (all: readonly string[], walked: Iterable<string>) => {
      const known = new Set(walked)
      return [...new Set(all)].filter((one) => !known.has(one)).toSorted()
    }
    const placed = (lists: Readonly<Record<string, readonly string[]>>) => Object.values(lists).flat().toSorted()
    const paths = reading.map(({ path }) => path)
    expect(rest(paths, answered)).toEqual(placed(notWalked.calls))
    expect(
      rest(
        exportKinds(t.kernel),
        plans.flatMap((plan) => Object.keys(plan.exports ?? {})),
      ),
    ).toEqual(placed(notWalked.exports))
    expect(
      rest(
        fileOwners(t.kernel),
        plans.flatMap((plan) => plan.files ?? []),
      ),
    ).toEqual(placed(notWalked.files))
  })
})
