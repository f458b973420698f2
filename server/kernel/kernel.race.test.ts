import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { systemCall } from './audit/audit.ts'
import { AppError } from './errors.ts'
import { byKeyset, offersExport } from './export/exporters.ts'
import { timeline } from './flow-log.ts'
import { flow, move, type Standing } from './flow.ts'
import { once } from './http/idempotency.ts'
import { take } from './http/limits.ts'
import { eventually } from './testing/eventually.ts'
import { testApp, type TestApp } from './testing/harness.ts'
import { meeting } from './testing/meeting.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

describe('shared limits', () => {
  // Seen red with a count that is read in one statement and written in the next (take).
  it('let exactly five of fifty parallel tries through', async () => {
    const limit = { name: 'login', points: 5, seconds: 900, message: '请稍后再试' }
    const tries = await Promise.all(Array.from({ length: 50 }, () => take(t.kernel, limit, 'a')))
    expect(tries.filter((one) => one.allowed)).toHaveLength(5)
  })
})

describe('Idempotency-Key', () => {
  // Seen red without the primary key of idempotency_key.
  it('fifty equal parallel posts make one record and one answer', async () => {
    const post = () =>
      t.kernel.db.transaction().execute((trx) =>
        once(trx, { actor: null, ip: '10.0.0.1', idempotencyKey: 'k1' }, 'POST /x', { a: 1 }, async () => {
          const { id } = await trx
            .insertInto('business_log')
            .values({ kind: 'once', detail: '{}' })
            .returning('id')
            .executeTakeFirstOrThrow()
          return { id }
        }),
      )
    const answers = await Promise.all(Array.from({ length: 50 }, post))
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(await t.kernel.db.selectFrom('business_log').select('id').where('kind', '=', 'once').execute()).toHaveLength(1)
  })
})

interface Paper extends Standing {
  state: 'sent' | 'passed' | 'returned'
}
const paper = flow<'policy_document', Paper, 'pass' | 'return'>({
  name: 'racing paper',
  table: 'racing_paper' as 'policy_document',
  thing: '文稿',
  labels: { sent: '待审', passed: '通过', returned: '退回' },
  first: ['sent'],
  final: ['passed', 'returned'],
  steps: [
    { from: ['sent'], move: 'pass', to: 'passed', who: () => true, name: '通过' },
    { from: ['sent'], move: 'return', to: 'returned', who: () => true, name: '退回' },
  ],
})

describe('a move', () => {
  // Seen red without state and version in the UPDATE of `move`.
  it('of twenty in parallel one is made', async () => {
    const { db } = t.kernel
    await sql`create table racing_paper (id bigint primary key, state text not null, version integer not null, updated_at timestamptz)`.execute(
      db,
    )
    await sql`insert into racing_paper values (1, 'sent', 1)`.execute(db)
    const { id: userId, name } = await db.selectFrom('sys_user').select(['id', 'name']).orderBy('id').limit(1).executeTakeFirstOrThrow()
    const actor: Actor = { userId, name, sessionId: '', type: 'YYF', companyId: null, officeId: null, roles: [], permissions: new Set() }
    const doing = (what: 'pass' | 'return') =>
      db
        .transaction()
        .execute(async (trx) => {
          const { rows } = await sql<Paper>`select id::int, state, version from racing_paper where id = 1`.execute(trx)
          await move(trx, systemCall('test', actor), paper, rows[0]!, { move: what, version: 1 })
        })
        .then(
          () => 'ok',
          (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
        )
    const codes = await meeting(t, 8, () => Promise.all(Array.from({ length: 20 }, (_, i) => doing(i % 3 ? 'pass' : 'return'))))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['ok', 'CONFLICT']))
    expect(await timeline(db, paper, 1)).toHaveLength(1)
  })
})

describe('transactions', () => {
  // PostgreSQL keeps transactions apart; there is no lock of ours to take away.
  it('parallel transactions are isolated, and failed ones undone', async () => {
    const { db, pool } = t.database
    await sql`create table apart (n int)`.execute(db)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        db.transaction().execute(async (trx) => {
          await sql`insert into apart values (${n})`.execute(trx)
          if (n % 2) throw new Error('undo')
        }),
      ),
    )
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
    expect((await pool.query('select count(*) as n from apart')).rows[0].n).toBe(10)
  })
})

describe('导出', () => {
  // Seen red without the advisory lock of startExport: six exports ran.
  it('exactly two run per user and four in all', { retry: 0 }, async () => {
    let release = () => {}
    const hold = new Promise<void>((go) => {
      release = go
    })
    const users = ['editor1', 'front1', 'leader1']
    const roles = await t.kernel.db.selectFrom('role').select('id').where('code', 'in', ['editor', 'front', 'leader']).execute()
    await t.kernel.db
      .insertInto('role_permission')
      .values(roles.map(({ id }) => ({ role_id: id, permission: 'test:export' })))
      .execute()
    offersExport(t.kernel, 'test.held', {
      title: '试验名单',
      access: 'test:export',
      filters: z.strictObject({}),
      columns: [{ key: 'id', title: '序号' }],
      count: async () => 5,
      rows: ({ signal }) =>
        byKeyset(signal, async (after) => {
          await hold
          return after > 0 ? [] : [1, 2, 3, 4, 5].map((id) => ({ id }))
        }),
    })
    const start = (user: string) => t.as(user).post('/export/start', { bizType: 'test.held', filters: {} })
    const answers = await meeting(t, 8, () =>
      Promise.all(users.flatMap((user) => Array.from({ length: 6 }, async () => ({ user, ...(await start(user)) })))),
    )
    const running = answers.filter(({ body }) => body.success)
    expect(running).toHaveLength(4)
    for (const user of users) expect(running.filter((one) => one.user === user).length).toBeLessThanOrEqual(2)
    expect(answers.find(({ body }) => !body.success)!.body).toMatchObject({ code: 'EXPORT_LIMIT' })
    release()
    for (const { user, body } of running)
      await eventually(
        async () => expect((await t.as(user).get('/export/progress', { taskId: body.data.taskId })).body.data).toMatchObject({ status: 2 }),
        15_000,
      )
  })
})
