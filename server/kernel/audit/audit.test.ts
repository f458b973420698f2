import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../testing/audit-trail.ts'
import { audit, systemCall } from './audit.ts'
import { sealAudit } from './audit-chain.ts'
import { checkAudit } from './audit-check.ts'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

const write = (action: string, detail: Record<string, unknown> = {}) =>
  audit(t.kernel.db, systemCall('r1'), { action, objectType: 'thing', objectId: 7, detail })
const forge = (text: string) =>
  t.kernel.db.transaction().execute(async (trx) => {
    await sql.raw('alter table audit_log disable trigger all').execute(trx)
    await sql.raw(text).execute(trx)
    await sql.raw('alter table audit_log enable trigger all').execute(trx)
  })

describe('audit log', () => {
  it('refuses to change or remove a row', async () => {
    await write('thing.made')
    for (const text of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
      await expect(sql.raw(text).execute(t.kernel.db)).rejects.toThrow(/append-only/)
    }
  })

  it('a change fails when its row cannot be written, and a failed change leaves no row', async () => {
    await expect(
      t.kernel.db.transaction().execute(async (trx) => {
        await trx.insertInto('dict_type').values({ code: 'audit-1', name: 'x' }).execute()
        await audit(trx, systemCall('r2'), { action: 'x', result: 'nonsense' as never })
      }),
    ).rejects.toThrow(/audit_log_result_check/)
    await expect(
      t.kernel.db.transaction().execute(async (trx) => {
        await audit(trx, systemCall('r2'), { action: 'undone.change' })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await t.kernel.db.selectFrom('dict_type').select('code').where('code', '=', 'audit-1').execute()).toEqual([])
    expect(await auditTrail(t.kernel, 'undone.change')).toEqual([])
  })

  it('masks phone numbers in the detail', async () => {
    await write('thing.masked', { phone: '13812341234', inner: { note: '打 13812341234' } })
    expect((await auditTrail(t.kernel, 'thing.masked'))[0]!.detail).toEqual({ phone: '138****1234', inner: { note: '打 138****1234' } })
  })

  it('links committed rows into a chain, which the checker confirms', async () => {
    for (let i = 0; i < 20; i++) await write('thing.linked', { b: i, a: { z: 1.5, y: null } })
    await sealAudit(t.kernel)
    const { ok, checked, unsealed } = await checkAudit(t.kernel)
    expect({ ok, unsealed }).toEqual({ ok: true, unsealed: 0 })
    expect(checked).toBeGreaterThanOrEqual(22)
    expect(await sealAudit(t.kernel)).toBe(0)
  })

  it('is sealed within five seconds', async () => {
    await write('thing.later')
    const until = Date.now() + 5000
    while ((await auditTrail(t.kernel, 'thing.later'))[0]!.seal === null && Date.now() < until)
      await new Promise((go) => setTimeout(go, 100))
    expect((await auditTrail(t.kernel, 'thing.later'))[0]!.seal).not.toBeNull()
  })

  it('the checker finds the first changed, removed or missing row', async () => {
    await sealAudit(t.kernel)
    const [row] = await auditTrail(t.kernel, 'thing.later')
    await forge(`update audit_log set detail = '{"b":99}' where id = ${row!.id}`)
    expect(await checkAudit(t.kernel)).toMatchObject({ ok: false, firstBad: { id: row!.id, reason: '内容被改动' } })
    await forge(`delete from audit_log where id = ${row!.id}`)
    expect(await checkAudit(t.kernel)).toMatchObject({
      ok: false,
      firstBad: { sealNo: row!.seal_no, reason: expect.stringMatching(/记录缺失|链尾缺失/) as string },
    })
  })
})
