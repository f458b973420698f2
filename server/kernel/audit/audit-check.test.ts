import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'
import { audit, systemCall } from './audit.ts'
import { sealAudit } from './audit-chain.ts'
import { checkAndMark } from './audit-anchors.ts'
import { checkAudit } from './audit-check.ts'
import { keepMark, readMark } from './audit-mark.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const write = (action: string) => audit(t.kernel.db, systemCall('r1'), { action, objectType: 'thing', objectId: 7 })
/** As somebody who owns the tables. */
const forge = (text: string) =>
  t.kernel.db.transaction().execute(async (trx) => {
    await sql.raw('alter table audit_log disable trigger all').execute(trx)
    await sql.raw(text).execute(trx)
    await sql.raw('alter table audit_log enable trigger all').execute(trx)
  })
const written = async (action: string) => {
  await write(action)
  await sealAudit(t.kernel)
  return t.kernel.db.selectFrom('audit_log').select(['id', 'seal_no', 'seal']).where('action', '=', action).executeTakeFirstOrThrow()
}
const asked = async (who = 'audit1') => (await t.as(who).get('/sys/log/check')).body
/** What the endpoint does, which answers six times a minute. */
const since = async () => ({ data: await checkAndMark(t.kernel, { since: true }) })

describe('checking what was added since the last check (ADR 0998)', () => {
  it('is for the auditor alone', async () => {
    for (const who of ['admin1', 'security1', 'editor1', 'qy1']) {
      expect((await asked(who)).success, who).toBe(false)
      expect((await t.as(who).post('/sys/log/startWholeCheck')).body.success, who).toBe(false)
      expect((await t.as(who).get('/sys/log/wholeCheck', { taskId: crypto.randomUUID() })).body.success, who).toBe(false)
    }
    expect((await t.as('audit1').get('/sys/log/wholeCheck', { taskId: crypto.randomUUID() })).body.code).toBe('NOT_FOUND')
  })

  it('begins after the last row that was found right', async () => {
    await written('thing.first')
    const whole = (await asked()).data
    expect(whole).toMatchObject({ ok: true, from: 1 })
    const { seal_no } = await written('thing.second')
    const next = (await asked()).data
    expect(next.ok).toBe(true)
    expect(next.from).toBeGreaterThan(whole.checked)
    expect(next.from + next.checked - 1).toBeGreaterThanOrEqual(seal_no!)
    expect(next.checked).toBeLessThan(whole.checked)
  })

  it('a mark moved by hand is not believed: the whole chain is checked, and the changed row is found', async () => {
    const changed = await written('thing.changed')
    const last = await written('thing.last')
    await forge(`update audit_log set detail = '{"x":1}' where id = ${changed.id}`)
    const bad = { ok: false, firstBad: { id: changed.id, reason: '内容被改动' } }
    expect((await since()).data).toMatchObject(bad)
    // The mark did not move, so the fault is found again.
    expect((await since()).data).toMatchObject(bad)
    await t.kernel.db.updateTable('audit_checked').set({ seal_no: last.seal_no!, seal: last.seal! }).execute()
    expect(await readMark(t.kernel)).toBeNull()
    expect((await since()).data).toMatchObject({ ...bad, from: 1 })
    // Without a mark the whole is checked too.
    await t.kernel.db.deleteFrom('audit_checked').execute()
    expect((await since()).data).toMatchObject(bad)
    // With the key itself it could be moved: then the check of the whole finds the row.
    await keepMark(t.kernel, { no: last.seal_no!, seal: last.seal! })
    expect((await since()).data).toMatchObject({ ok: true })
    expect(await checkAudit(t.kernel)).toMatchObject(bad)
  })

  it('a changed or missing row at the mark is found', async () => {
    const mark = await readMark(t.kernel)
    const row = await t.kernel.db.selectFrom('audit_log').select(['id', 'seal']).where('seal_no', '=', mark!.no).executeTakeFirstOrThrow()
    await forge(`update audit_log set seal = 'x' where id = ${row.id}`)
    expect((await since()).data).toMatchObject({ ok: false, firstBad: { sealNo: mark!.no, reason: '链接被改动' } })
    await forge(`update audit_log set seal = '${row.seal}', seal_no = null where id = ${row.id}`)
    expect((await since()).data).toMatchObject({ ok: false, firstBad: { sealNo: mark!.no, reason: '记录缺失' } })
    await forge(`update audit_log set seal_no = ${mark!.no} where id = ${row.id}`)
    expect((await since()).data.ok).toBe(true)
  })

  it('the whole chain is checked in the background, with its progress, for the person who asked', async () => {
    const { taskId } = (await t.as('audit1').post('/sys/log/startWholeCheck')).body.data
    let answer: { state: string; result: unknown } = { state: 'queued', result: null }
    for (let tries = 0; tries < 200 && answer.state !== 'done'; tries++) {
      answer = (await t.as('audit1').get('/sys/log/wholeCheck', { taskId })).body.data
      if (answer.state !== 'done') await new Promise((go) => setTimeout(go, 100))
    }
    expect(answer).toMatchObject({ state: 'done', result: { ok: false, from: 1, firstBad: { reason: '内容被改动' } } })
  })
})

describe('more than a thousand rows', () => {
  it('the next window begins after the last row of the one before, for both logs and every way of reading', async () => {
    for (let n = 0; n < 30; n++) await write(n % 2 ? 'thing.odd' : 'thing.even')
    const list = async (query: object) => (await t.as('audit1').get('/sys/log/list', { kind: 'audit', pageSize: 10, ...query })).body.data
    for (const query of [{}, { action: 'thing.odd' }, { objectType: 'thing' }, { action: 'thing.even', objectType: 'thing' }]) {
      const first = await list({ ...query, pageSize: 5 })
      const next = await list({ ...query, pageSize: 5, before: first.list.at(-1).id })
      const both = await list({ ...query, page: 1, pageSize: 100 })
      // Reading the log is logged too, so only rows that were there before are compared.
      const known = both.list.filter((row: { action: string }) => row.action !== 'audit.read').map((row: { id: number }) => row.id)
      const seen = [...first.list, ...next.list].filter((row) => row.action !== 'audit.read').map((row) => row.id)
      expect(seen).toEqual(known.slice(0, seen.length))
      expect(next.list.every((row: { id: number }) => row.id < first.list.at(-1).id)).toBe(true)
    }
    expect((await list({ before: 1 })).list).toEqual([])
    for (const before of ['x', '-1', '1.5', "1' or true"])
      expect((await t.as('audit1').get('/sys/log/list', { kind: 'audit', before })).status, before).toBe(400)
    const visits = async (query: object) => (await t.as('admin1').get('/sys/log/list', { kind: 'visit', pageSize: 3, ...query })).body.data
    for (let n = 0; n < 7; n++) await t.as('editor1').post('/sys/log/saveLog', { routerName: `/work/${n}`, pageTitle: `页面${n}` })
    const newest = await visits({})
    const older = await visits({ before: newest.list.at(-1).id })
    expect([...newest.list, ...older.list].map(({ id }) => id)).toEqual(
      (await visits({ pageSize: 6 })).list.map(({ id }: { id: number }) => id),
    )
  })
})
