import { beforeAll, describe, expect, it } from 'vitest'
import { smsLimit, type SmsLimitsFound } from '../../contract/sms/limits.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { takeOne } from '../system/index.ts'

let t: TestApp
let now = new Date('2026-03-10T02:00:00Z')
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now }, env: { SMS_DAILY: '4000', SMS_WEIGHTS: 'aliyun=70,tencent=30' } })
})

const limits = {
  daily: 3,
  monthly: 5,
  phoneDay: 2,
  codeHour: 2,
  codeDay: 3,
  codeSource: 20,
  codeAccount: 10,
  aliyun: 1,
  tencent: 1,
  gateway: 1,
}
const find = async () => (await t.as('security1').get<SmsLimitsFound>(smsLimit.find.path)).body.data
const save = (body: object, who = 'security1') => t.as(who).post(smsLimit.save.path, body)

describe('the limits of text messages', () => {
  it('are seen and changed by security officers alone', async () => {
    for (const who of ['admin1', 'audit1', 'op1', 'op2', 'front1', 'qy1']) {
      expect((await t.as(who).get(smsLimit.find.path)).body.code, who).toBe('FORBIDDEN')
      expect((await save({ ...limits, version: 0 }, who)).body.code, who).toBe('FORBIDDEN')
    }
  })

  it('begin as the environment says', async () => {
    expect(await find()).toEqual({
      daily: 4000,
      monthly: 100_000,
      phoneDay: 10,
      codeHour: 5,
      codeDay: 10,
      codeSource: 20,
      codeAccount: 10,
      aliyun: 70,
      tencent: 30,
      gateway: 1,
      version: 0,
      updateTime: null,
      updatedBy: null,
      usedToday: 0,
      usedThisMonth: 0,
      providers: ['file'],
    })
  })

  it('can only be made stricter than M-01, and must fit together', async () => {
    const most = { phoneDay: 10, codeHour: 5, codeDay: 10, codeSource: 20, codeAccount: 10 }
    for (const [key, value] of Object.entries(most)) {
      const { status, body } = await save({ ...limits, version: 0, [key]: value + 1 })
      expect([status, body.fields?.[0]?.path], key).toEqual([400, key])
    }
    expect((await save({ ...limits, version: 0, daily: 0 })).body.fields?.[0]?.path).toBe('daily')
    expect((await save({ ...limits, version: 0, monthly: 2 })).body.fields?.[0]).toEqual({
      path: 'monthly',
      message: '每月的条数不能少于每天的',
    })
    expect((await save({ ...limits, version: 0, codeHour: 4 })).body.fields?.[0]?.path).toBe('codeDay')
    expect((await find()).version).toBe(0)
  })

  it('are kept with version and audit, and an old version is refused', async () => {
    expect((await save({ ...limits, version: 0 })).body.data).toMatchObject({ ...limits, version: 1, updatedBy: '安全管理员' })
    expect((await save({ ...limits, version: 0 })).body.code).toBe('CONFLICT')
    expect((await save({ ...limits, version: 1, aliyun: 2 })).body.data.version).toBe(2)
    expect((await save({ ...limits, version: 1 })).body.code).toBe('CONFLICT')
    const [first, second] = await auditTrail(t.kernel, 'smsLimit.save')
    expect(first!.detail).toMatchObject({ before: { daily: 4000, aliyun: 70 }, after: limits })
    expect(second!.detail).toMatchObject({ before: { aliyun: 1 }, after: { aliyun: 2 } })
  })

  it('act on the next message; one that waits for budget does not use up its number', async () => {
    expect(await takeOne(t.kernel, '13812345601')).toBe('ok')
    expect(await takeOne(t.kernel, '13812345601')).toBe('ok')
    expect(await takeOne(t.kernel, '13812345601')).toBe('number')
    expect(await takeOne(t.kernel, '13812345602')).toBe('ok')
    // The budget of the day is used up. Tried again every minute, the number still has its two messages, and the budget counts what went.
    for (let n = 0; n < 5; n++) expect(await takeOne(t.kernel, '13812345603')).toBe('budget')
    expect(await find()).toMatchObject({ usedToday: 3, usedThisMonth: 3 })
    await save({ ...limits, daily: 4, version: 2 })
    expect(await takeOne(t.kernel, '13812345603')).toBe('ok')
    expect(await takeOne(t.kernel, '13812345603')).toBe('budget')
    now = new Date('2026-03-11T02:00:00Z')
    expect(await takeOne(t.kernel, '13812345603')).toBe('ok')
    expect(await find()).toMatchObject({ usedToday: 1, usedThisMonth: 5 })
    expect(await takeOne(t.kernel, '13812345604')).toBe('budget')
  })
})
