import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { outboxOf } from '../kernel/jobs/outbox.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { VAULT } from './certificate-vault.ts'

let t: TestApp
const DAY = 86_400_000
const own: Record<string, string> = { qy1: '15420000001', qy2: '15420000002', gr1: '15420000003' }
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
  for (const [name, phone] of Object.entries(own))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('user_name', '=', name)
      .execute()
})
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(`/train/${what}`, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  (await t.as(who).get(`/train/${what}`, query)).body
const bytes = (who: string, what: string, id: number) => t.as(who).get(`/train/certificate/${what}`, { id })

/** An activity of yesterday with these participants; those in `came` were checked in. */
async function held(people: readonly string[], came: readonly string[], by = 'editor1'): Promise<number> {
  const { id } = (
    await post(by, 'activity/saveOrUpdate', {
      title: '用能管理培训',
      type: '培训',
      enrolStartTime: at(-DAY),
      enrolEndTime: at(DAY),
      startTime: at(2 * DAY),
      endTime: at(2 * DAY + 10_800_000),
      place: '县经信局四楼会议室',
      maxNum: 20,
      units: [{ unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }],
    })
  ).data
  await t.as(by).form('/train/activity/publish', { id: String(id) })
  for (const who of people) await post(who, 'activity/enrol', { id, contact: `${who}的林小满`, phone: own[who] })
  await sql`update train_activity set enrol_start = enrol_start - interval '3 days', enrol_end = enrol_end - interval '3 days',
    start_at = start_at - interval '3 days', end_at = end_at - interval '3 days' where id = ${id}`.execute(t.kernel.db)
  const roster = (await get(by, 'activity/listEnrol', { id })).data
  for (const one of roster.list as { id: number; contact: string }[])
    if (came.some((who) => one.contact.startsWith(who)))
      expect(await post(by, 'activity/checkIn', { id, enrolId: one.id, attended: true })).toMatchObject({ success: true })
  return id
}
const ofActivity = async (id: number, who = 'editor1') =>
  (await get(who, 'certificate/list', { id })).data.list as { id: number; number: string; contact: string; path: string; state: number }[]
const codeOf = (path: string) => new URL(path, 'https://x').searchParams.get('c')!
const verify = async (c: string) => (await get(null, 'certificate/verify', { c })).data

// A separate process reads a font of 20 MB, which takes long on a busy machine.
describe('a certificate', { timeout: 60_000 }, () => {
  it('is issued once to each who attended, after the end, by the publisher of the activity', async () => {
    const id = await held(['qy1', 'gr1'], ['qy1'])
    for (const [who, code] of [
      ['gr1', 'FORBIDDEN'],
      ['qy1', 'NOT_FOUND'],
      ['leader1', 'FORBIDDEN'],
      ['dept1', 'NOT_FOUND'],
    ] as const)
      expect((await post(who, 'certificate/issue', { id, hours: 3 })).code, who).toBe(code)
    expect((await post('editor1', 'certificate/issue', { id, hours: 0.3 })).fields?.[0]).toMatchObject({ path: 'hours' })
    expect((await post('editor1', 'certificate/issue', { id, hours: 3 })).data).toEqual({ issued: 1, left: 0 })
    expect((await post('editor1', 'certificate/issue', { id, hours: 3 })).msg).toBe('签到的人都有证书了')
    const [one] = await ofActivity(id)
    expect(one).toMatchObject({ number: expect.stringMatching(/^PXZS-\d{4}-\d{3,}$/), contact: 'qy1的林小满', state: 1, stateName: '有效' })
    // The attendance of a participant with a certificate cannot be undone.
    const { list } = (await get('editor1', 'activity/listEnrol', { id })).data
    const came = list.find((row: { state: number }) => row.state === 1)
    expect((await post('editor1', 'activity/checkIn', { id, enrolId: came.id, attended: false })).msg).toBe('已经发了证书，请先撤销证书')
    const ahead = (await t.kernel.db
      .selectFrom('train_activity')
      .select('id')
      .where('end_at', '>', at(0))
      .where('state', '=', 2)
      .executeTakeFirst())!
    expect((await post('editor1', 'certificate/issue', { id: ahead.id, hours: 1 })).msg).toBe('活动结束后才能发证书')
    expect((await post('editor1', 'certificate/issue', { id: await held(['gr1'], []), hours: 1 })).msg).toBe('没有人签到，不能发证书')
  })

  it('shows everything printed to anybody with its code, and nothing for an unknown code', async () => {
    const id = await held(['qy1'], ['qy1'])
    await post('editor1', 'certificate/issue', { id, hours: 2.5 })
    const [one] = await ofActivity(id)
    expect(codeOf(one!.path)).toMatch(/^[0-9a-f]{32}$/)
    const { data: activity } = await get(null, 'activity/findById', { id })
    const page = await verify(codeOf(one!.path))
    expect(page).toEqual({
      number: one!.number,
      contact: 'qy1的林小满',
      companyName: expect.stringContaining('（示例）'),
      title: '用能管理培训',
      type: '培训',
      host: '云溪县经济和信息化局（示例）',
      startTime: activity.startTime,
      endTime: activity.endTime,
      place: '县经信局四楼会议室',
      hours: 2.5,
      issueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      state: 1,
      stateName: '有效',
      revokeDate: null,
      revokeReason: null,
      replacedBy: null,
    })
    for (const c of ['0'.repeat(32), one!.number, "' or 1=1"]) expect(await verify(c)).toBeNull()
  })

  it('is downloaded only by its owner and by those who manage the activity', async () => {
    const id = await held(['qy1', 'gr1'], ['qy1', 'gr1'])
    await post('editor1', 'certificate/issue', { id, hours: 3 })
    const all = await ofActivity(id)
    const [company, person] = ['qy1', 'gr1'].map((who) => all.find((one) => one.contact.startsWith(who))!)
    for (const [who, of] of [
      ['qy1', person],
      ['qy2', company],
      ['gr1', company],
      ['dept1', company],
    ] as const)
      expect((await bytes(who, 'pdf', of!.id)).body.code, who).toBe('NOT_FOUND')
    for (const [who, of] of [
      ['qy1', company],
      ['gr1', person],
      ['editor1', person],
      ['leader1', company],
    ] as const) {
      const { headers, raw } = await bytes(who, 'pdf', of!.id)
      expect(headers['content-type'], who).toBe('application/pdf')
      expect(raw.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const zip = await bytes('editor1', 'zip', id)
    expect(zip.raw.subarray(0, 2).toString()).toBe('PK')
    expect(zip.raw.toString('latin1').match(/%PDF-|\.pdf/g)!.length).toBeGreaterThanOrEqual(2)
    expect((await bytes('qy1', 'zip', id)).body.code).toBe('NOT_FOUND')
    const mine = (await get('gr1', 'certificate/listMy')).data
    expect(mine.list[0]).toMatchObject({ number: person!.number })
    expect(mine.hours).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(mine)).not.toContain('qy1的')
    for (const who of ['qy2', 'gr1']) expect((await get(who, 'certificate/list', { id })).success).toBe(false)
  })

  it('of a company is in its vault, ready for declarations, until it is revoked; the page then gives the reason', async () => {
    const id = await held(['qy1'], ['qy1'])
    await post('editor1', 'certificate/issue', { id, hours: 3 })
    const [one] = await ofActivity(id)
    const deliver = async () => {
      const rows = await t.kernel.db.selectFrom('outbox').selectAll().where('kind', '=', VAULT).execute()
      for (const { id, key, payload } of rows)
        await outboxOf(t.kernel).deliver.get(VAULT)!({ id, key, attempt: 1, payload: payload as Record<string, unknown> })
    }
    const vault = async (who: string) =>
      (await t.as(who).get('/dec/evidence/list', { keyword: one!.number })).body.data.list as { id: number; filePath: string }[]
    await deliver()
    await deliver()
    const kept = await vault('qy1')
    expect(kept).toMatchObject([{ number: one!.number, kind: 'certificate', fileName: expect.stringMatching(/\.pdf$/) }])
    expect(await vault('qy2')).toEqual([])
    expect((await t.as('qy2').get('/files/download', { filePath: kept[0]!.filePath })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').post('/dec/evidence/use', { id: kept[0]!.id })).body).toMatchObject({ success: true })
    for (const [who, code] of [
      ['qy2', 'NOT_FOUND'],
      ['leader1', 'FORBIDDEN'],
      ['qy1', 'NOT_FOUND'],
    ] as const)
      expect((await post(who, 'certificate/revoke', { id: one!.id, reason: '冒名' })).code, who).toBe(code)
    expect((await post('editor1', 'certificate/revoke', { id: one!.id, reason: ' ' })).fields?.[0]).toMatchObject({ path: 'reason' })
    expect((await post('editor1', 'certificate/revoke', { id: one!.id, reason: '冒名参加' })).success).toBe(true)
    expect((await post('editor1', 'certificate/revoke', { id: one!.id, reason: '再撤一次' })).msg).toBe('这张证书已经失效')
    expect(await vault('qy1')).toEqual([])
    await deliver()
    expect(await vault('qy1')).toEqual([])
    expect(await verify(codeOf(one!.path))).toMatchObject({ number: one!.number, stateName: '已撤销', revokeReason: '冒名参加' })
    expect((await bytes('qy1', 'pdf', one!.id)).body.msg).toBe('这张证书已经失效，不能下载')
  })

  it('with a printing error is replaced by another; the page of the old one names the new', async () => {
    const id = await held(['gr1'], ['gr1'])
    await post('editor1', 'certificate/issue', { id, hours: 3 })
    const [old] = await ofActivity(id)
    const wish = { id: old!.id, contact: '林晓满', hours: 4, reason: '姓名写错' }
    expect((await post('gr1', 'certificate/reissue', wish)).code).toBe('FORBIDDEN')
    const { number } = (await post('editor1', 'certificate/reissue', wish)).data
    expect(await verify(codeOf(old!.path))).toMatchObject({ stateName: '已换发', replacedBy: number, contact: 'gr1的林小满', hours: 3 })
    expect((await post('editor1', 'certificate/reissue', wish)).msg).toBe('这张证书已经换发过')
    const next = (await ofActivity(id)).find((one) => one.number === number)!
    expect(await verify(codeOf(next.path))).toMatchObject({ stateName: '有效', contact: '林晓满', hours: 4 })
  })
})
