import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import { systemCall } from './audit/audit.ts'
import type { Db } from './db/index.ts'
import { AppError } from './errors.ts'
import { timeline } from './flow-log.ts'
import { forReviewBy } from './own-work.ts'
import { allowed, flow, move, readerOf, type Standing } from './flow.ts'
import { testApp, type TestApp } from './testing/harness.ts'

interface Paper extends Standing {
  state: 'draft' | 'sent' | 'passed' | 'closed'
  author: number
  due: boolean
}
type PaperMove = 'write' | 'send' | 'withdraw' | 'pass' | 'return' | 'close' | 'delete'

// The test declares a flow of its own on a table that has the columns of every flow.
const paper = flow<'policy_document', Paper, PaperMove, { pass: { verdict: string } }>({
  name: 'paper',
  table: 'paper' as 'policy_document',
  thing: '文稿',
  labels: { draft: '草稿', sent: '待审', passed: '通过', closed: '结束' },
  first: ['draft'],
  final: ['closed'],
  gone: 'deleted',
  makers: (row) => [row.author],
  steps: [
    { from: ['draft'], move: 'write', to: 'draft', who: 'policy:edit', name: '修改' },
    { from: ['draft'], move: 'send', to: 'sent', who: 'policy:edit', name: '提交' },
    { from: ['sent'], move: 'withdraw', to: 'draft', who: 'policy:edit', name: '撤回', own: 'only' },
    { from: ['sent'], move: 'pass', to: 'passed', who: 'policy:review', name: '通过', own: 'never' },
    {
      from: ['sent'],
      move: 'return',
      to: 'draft',
      who: 'policy:review',
      name: '退回',
      own: 'never',
      reason: { field: 'words', ask: '请填写原因' },
    },
    { from: ['passed'], move: 'close', to: 'closed', who: 'policy:edit', name: '结束', when: (row) => row.due || '还没到期' },
    { from: ['passed'], move: 'close', to: 'closed', who: 'system', name: '结束' },
    { from: ['draft'], move: 'delete', to: null, who: (actor, row) => actor.userId === row.author, name: '删除' },
  ],
})
// The same table, whose log knows who wrote between the first and the last.
const letter = flow<'policy_document', Paper, PaperMove>({ ...paper, name: 'letter', makers: () => [], writes: ['write'] })
const moves = [...new Set(paper.steps.map((s) => s.move))]

let app: TestApp
const people: Actor[] = []
beforeAll(async () => {
  app = await testApp()
  await sql`create table paper (id bigint primary key, state text not null default 'draft', version integer not null default 1,
    author bigint not null, created_by bigint, due boolean not null default false, updated_at timestamptz)`.execute(app.kernel.db)
  const users = await app.kernel.db.selectFrom('sys_user').select(['id', 'name']).orderBy('id').limit(3).execute()
  const rights = [['policy:edit'], ['policy:review'], ['policy:edit', 'policy:review']]
  for (const [i, { id, name }] of users.entries())
    people.push({
      userId: id,
      name,
      sessionId: '',
      type: 'YYF',
      companyId: null,
      officeId: null,
      roles: [],
      permissions: new Set(rights[i]),
    })
})
const [writer, reviewer, both] = [0, 1, 2].map((i) => () => people[i]!) as [() => Actor, () => Actor, () => Actor]

let next = 0
async function paperIn(state: Paper['state'], author = writer(), due = false): Promise<number> {
  const id = ++next
  await sql`insert into paper (id, state, author, due) values (${id}, ${state}, ${author.userId}, ${due})`.execute(app.kernel.db)
  return id
}
const rowOf = async (db: Db, id: number): Promise<Paper | undefined> =>
  (await sql<Paper>`select id::int, state, version, author::int, due from paper where id = ${id}`.execute(db)).rows[0]
type Extra = { version?: number; reason?: string; bySystem?: boolean; payload?: { verdict: string } }
const doing = (actor: Actor | null, id: number, name: PaperMove, { version, ...extra }: Extra = {}) =>
  app.kernel.db.transaction().execute(async (db) => {
    const row = (await rowOf(db, id))!
    const asked = { payload: { verdict: 'match' }, ...extra, move: name as 'pass', version: version ?? row.version }
    return move(db, systemCall('test', actor), paper, row, asked)
  })
const codeOf = (done: Promise<unknown>) =>
  done.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  )

describe('a move is refused', () => {
  it('without the permission, the session, the version seen, or the state from which it starts', async () => {
    const id = await paperIn('sent')
    expect(await codeOf(doing(writer(), id, 'pass'))).toBe('FORBIDDEN')
    expect(await codeOf(doing(null, id, 'pass'))).toBe('UNAUTHENTICATED')
    expect(await codeOf(doing(reviewer(), id, 'pass', { version: 7 }))).toBe('CONFLICT')
    await expect(doing(both(), id, 'send')).rejects.toMatchObject({ code: 'STATE', message: '当前状态为“待审”，不能提交' })
    expect(await timeline(app.kernel.db, paper, id)).toEqual([])
  })
  it('to the maker of the row; to others when only its maker may; without its required text; before its time', async () => {
    const own = await paperIn('sent', both())
    await expect(doing(both(), own, 'pass')).rejects.toMatchObject({
      code: 'OWN_WORK',
      message: '不能审核本人经办的文稿，请由其他人员审核',
    })
    await expect(doing(writer(), own, 'withdraw')).rejects.toMatchObject({ code: 'NOT_SUBMITTER', message: '只有提交人可以撤回' })
    for (const reason of [undefined, '', '\u200b\u200b'])
      await expect(doing(reviewer(), own, 'return', reason === undefined ? {} : { reason })).rejects.toMatchObject({
        fields: [{ path: 'words', message: '请填写原因' }],
      })
    const early = await paperIn('passed')
    await expect(doing(writer(), early, 'close')).rejects.toMatchObject({ code: 'STATE', message: '还没到期' })
  })
  it('to everybody who wrote on the row since its last approval (C-06)', async () => {
    const write = (actor: Actor, id: number, name: PaperMove) =>
      app.kernel.db.transaction().execute(async (db) => {
        const row = (await rowOf(db, id))!
        return move(db, systemCall('test', actor), letter, row, { move: name, version: row.version, reason: '再改' })
      })
    const id = await paperIn('draft')
    const third: Actor = { ...writer(), userId: writer().userId + 900_000, permissions: new Set(['policy:edit', 'policy:review']) }
    await write(both(), id, 'write')
    await write(writer(), id, 'write')
    await write(writer(), id, 'send')
    expect(await codeOf(write(both(), id, 'pass'))).toBe('OWN_WORK')
    expect(await codeOf(write(both(), id, 'return'))).toBe('OWN_WORK')
    await sql`update paper set created_by = ${third.userId} where id = ${id}`.execute(app.kernel.db)
    expect(await codeOf(write(third, id, 'pass'))).toBe('OWN_WORK')
    expect(await codeOf(write(reviewer(), id, 'pass'))).toBe('ok')
    await sql`update paper set state = 'sent' where id = ${id}`.execute(app.kernel.db)
    expect(await codeOf(write(both(), id, 'pass'))).toBe('ok')
  })
  it('only when it was not offered: in random lives, what a page of rows offers is not refused as own work, and the reverse (ADR 1012)', async () => {
    const { db } = app.kernel
    const acts = fc.array(
      fc.record({ row: fc.nat(2), who: fc.nat(2), name: fc.constantFrom<PaperMove>('write', 'send', 'pass', 'return') }),
      {
        maxLength: 12,
      },
    )
    const all: Actor[] = people.map((one) => ({ ...one, permissions: new Set(['policy:edit', 'policy:review']) }))
    await fc.assert(
      fc.asyncProperty(acts, async (lives) => {
        const ids = [await paperIn('draft'), await paperIn('draft'), await paperIn('draft')]
        await sql`update paper set created_by = ${all[0]!.userId} where id = ${ids[0]}`.execute(db)
        const trying = (row: Paper, who: Actor, name: PaperMove, keeps: boolean) =>
          codeOf(
            db.transaction().execute(async (tx) => {
              await move(tx, systemCall('test', who), letter, row, { move: name, version: row.version, reason: '再改' })
              if (!keeps) throw new AppError(409, 'TRIED', '只是试试')
            }),
          )
        for (const { row, who, name } of lives) await trying((await rowOf(db, ids[row]!))!, all[who]!, name, true)
        const rows: Paper[] = []
        for (const id of ids) rows.push((await rowOf(db, id))!)
        for (const who of all) {
          const reader = await readerOf(db, letter, who, rows)
          for (const row of rows.filter(({ state }) => state === 'sent')) {
            const isOffered = allowed(letter, reader, row).includes('pass')
            expect((await trying(row, who, 'pass', false)) === 'OWN_WORK').toBe(!isOffered)
            // A list of what waits for this person has the same rows.
            const listed = await sql`select from paper p where id = ${row.id} and ${forReviewBy(who, letter, 'p')}`.execute(db)
            expect(listed.rows.length === 1).toBe(isOffered)
          }
        }
      }),
      { numRuns: 25 },
    )
  })
  it('a move of the system to everybody, and it is offered to nobody', async () => {
    const id = await paperIn('passed')
    expect(await codeOf(doing(reviewer(), id, 'close'))).toBe('FORBIDDEN')
    await expect(doing(null, id, 'write', { bySystem: true })).rejects.toThrow('the system makes no move write')
    expect(allowed(paper, reviewer(), (await rowOf(app.kernel.db, id))!)).toEqual([])
    expect(await doing(null, id, 'close', { bySystem: true })).toEqual({ state: 'closed', version: 2 })
    expect((await timeline(app.kernel.db, paper, id))[0]).toMatchObject({ actor_id: null, actor_name: '系统' })
  })
})

describe('a move', () => {
  it('writes a log row with states, version, text and payload, and an audit row', async () => {
    const id = await paperIn('sent')
    await doing(reviewer(), id, 'pass', { reason: '同意', payload: { verdict: 'near' } })
    expect(await timeline(app.kernel.db, paper, id)).toMatchObject([
      {
        move: 'pass',
        from_state: 'sent',
        to_state: 'passed',
        row_version: 1,
        actor_id: reviewer().userId,
        reason: '同意',
        payload: { verdict: 'near' },
      },
    ])
    const rows = await app.kernel.db.selectFrom('audit_log').select(['object_id', 'detail']).where('action', '=', 'paper.pass').execute()
    expect(rows.find((r) => r.object_id === String(id))!.detail).toEqual({ from: '待审', to: '通过', reason: '同意' })
  })
  it('a move that deletes the row deletes its log too', async () => {
    const id = await paperIn('draft')
    await doing(writer(), id, 'write')
    await doing(writer(), id, 'delete')
    expect([await rowOf(app.kernel.db, id), await timeline(app.kernel.db, paper, id)]).toEqual([undefined, []])
  })
})

describe('any sequence of moves', () => {
  /** The expected outcome, found by a plain walk over the rows of the table. */
  function expected(row: Paper, who: number, name: PaperMove, stale: boolean, words: boolean): string {
    const actor = people[who]!
    const own = row.author === actor.userId
    const may = name === 'delete' ? own : name === 'pass' || name === 'return' ? who > 0 : who !== 1
    if (!may) return 'FORBIDDEN'
    if (stale) return 'CONFLICT'
    const from = { write: 'draft', send: 'draft', delete: 'draft', withdraw: 'sent', pass: 'sent', return: 'sent', close: 'passed' }[name]
    if (row.state !== from || (name === 'close' && !row.due)) return 'STATE'
    if ((name === 'pass' || name === 'return') && own) return 'OWN_WORK'
    if (name === 'withdraw' && !own) return 'NOT_SUBMITTER'
    return name === 'return' && !words ? 'INVALID' : 'ok'
  }
  const wish = fc.record({ who: fc.nat(2), name: fc.constantFrom(...moves), stale: fc.boolean(), words: fc.boolean() })
  const life = fc.record({ author: fc.nat(2), due: fc.boolean(), wishes: fc.array(wish, { minLength: 4, maxLength: 12 }) })
  let counted = 0
  beforeEach(() => (counted = 0))

  it('obeys the table: refused moves change nothing, made moves were offered, and log and audit count them', async () => {
    const before = await audited()
    await fc.assert(
      fc.asyncProperty(life, async ({ author, due, wishes }) => {
        const id = await paperIn('draft', people[author]!, due)
        await app.kernel.db.transaction().execute(async (db) => {
          let logged = 0
          for (const { who, name, stale, words } of wishes) {
            const row = await rowOf(db, id)
            if (!row) break
            const hoped = expected(row, who, name, stale, words)
            const offered = allowed(paper, people[who]!, row).includes(name)
            const asked = {
              move: name as 'pass',
              version: stale ? row.version - 1 : row.version,
              reason: words ? '理由' : '',
              payload: { verdict: '' },
            }
            const code = await codeOf(move(db, systemCall('test', people[who]!), paper, row, asked))
            expect([name, code]).toEqual([name, hoped])
            expect(offered).toBe(['ok', 'INVALID'].includes(expected(row, who, name, false, words)))
            const after = await rowOf(db, id)
            if (code !== 'ok') expect(after).toEqual(row)
            else counted++
            if (code === 'ok' && after) expect([after.version, ++logged]).toEqual([row.version + 1, after.version - 1])
          }
          if (await rowOf(db, id)) expect(await timeline(db, paper, id)).toHaveLength(logged)
        })
      }),
      { numRuns: 200 },
    )
    expect((await audited()) - before).toBe(counted)
  }, 60_000)
  const audited = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from audit_log where action like 'paper.%'`.execute(app.kernel.db)).rows[0]!.n)
})
