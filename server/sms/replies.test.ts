import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const SECRET = 'p7Qe2VnXw9Lr4TzKb6Ym3Hd8Sf5Ga1Jc'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { SMS_RECEIPT_SECRET: SECRET } })
})
const push = async (provider: string, body: unknown, secret = SECRET) => {
  const answer = await t.http.inject({
    method: 'POST',
    url: `/sms/reply/${provider}/${secret}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const choiceOf = async (phone: string) => (await t.as('op1').get('/sms/optOut/list', { phone })).body.data.list[0]
const reply = (phone_number: string, content: string) => ({ phone_number, content, send_time: '2026-03-10 10:00:00', sequence_id: 1 })

describe('回T退订', () => {
  it('is refused with a wrong secret, an unknown provider, or another format, and changes nothing', async () => {
    expect((await push('aliyun', [reply('13812340401', 'T')], 'x')).status).toBe(404)
    expect((await push('other', [reply('13812340401', 'T')])).status).toBe(404)
    expect((await push('aliyun', { phone_number: '13812340401', content: 'T' })).status).toBe(400)
    expect((await push('tencent', [{ mobile: '13812340401', content: 'T' }])).status).toBe(400)
    expect(await choiceOf('13812340401')).toBeUndefined()
  })

  it('opts a number out, whatever the spelling; other replies say nothing', async () => {
    const sent = [
      ...['T', ' ｔ。', 'TD', '退订'].map((content, n) => reply(`+86 1381234041${n}`, content)),
      reply('13812340414', '收到，谢谢'),
      reply('not a number', 'T'),
      { nonsense: true },
    ]
    expect((await push('aliyun', sent)).body).toEqual({ code: 0, msg: '接收成功' })
    for (const n of [0, 1, 2, 3])
      expect(await choiceOf(`1381234041${n}`)).toMatchObject({ noticeFlag: 0, promotionFlag: 0, source: '回复短信' })
    expect(await choiceOf('13812340414')).toBeUndefined()
    const one = { mobile: '13812340415', nationcode: '86', content: 'T', sign: '', time: 1, extend: '' }
    expect((await push('tencent', one)).body).toEqual({ result: 0, errmsg: 'OK' })
    expect(await choiceOf('13812340415')).toMatchObject({ noticeFlag: 0 })
  })

  it('a repeated push changes nothing and is audited once', async () => {
    const { updateTime } = await choiceOf('13812340415')
    await push('tencent', { mobile: '13812340415', content: 'T' })
    expect((await choiceOf('13812340415')).updateTime).toBe(updateTime)
    const rows = await t.kernel.db.selectFrom('audit_log').select(['actor_type', 'detail']).where('action', '=', 'smsChoice.save').execute()
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatchObject({ actor_type: 'SYSTEM' })
  })

  it('makes what staff registered the person’s own', async () => {
    const register = (flag: number) => t.as('op1').post('/sms/optOut/save', { phone: '13812340416', noticeFlag: flag, promotionFlag: flag })
    expect((await register(0)).body.success).toBe(true)
    await push('aliyun', [reply('13812340416', 'T')])
    expect(await choiceOf('13812340416')).toMatchObject({ noticeFlag: 0, source: '回复短信' })
    expect((await register(1)).body.fields?.[0]?.message).toBe('该号码由本人退订，只能由本人恢复')
  })
})
