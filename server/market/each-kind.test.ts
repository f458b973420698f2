import { beforeAll, describe, expect, it } from 'vitest'
import { marketKinds } from '../../contract/market/states.ts'
import { newestCode, textsTo } from '../account/testing/codes.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { getChallenge } from '../kernel/testing/people.ts'
import { multipart, png } from '../kernel/testing/samples.ts'
import { inboxOf, passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
const own = { qy1: '15430000001', gr1: '15430000003', market1: '15430000004' }
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  await bindNumbers(t, own)
})
let n = 0
const place = { streetIds: ['339999001'], contactPerson: '慕容拾光' }
/** Each kind of item as its owner fills it in. */
const bodies = {
  'workshop/info': (phone: string, more: object = {}) => workshop(phone, more),
  'workshop/demand': (phone: string, more: object = {}) => ({
    ...place,
    title: `求租厂房 ${++n}`,
    trade: '4',
    areaMin: 800,
    areaMax: 1500,
    contactPhone: phone,
    ...more,
  }),
  'land/info': (phone: string, more: object = {}) => ({
    ...place,
    title: `雪松地块 ${++n}`,
    address: `雪松路 ${n} 号`,
    landArea: 30,
    landNature: '01',
    supplyMode: '01',
    contactPhone: phone,
    ...more,
  }),
  'land/demand': (phone: string, more: object = {}) => ({ ...place, title: `求地 ${++n}`, areaMin: 20, contactPhone: phone, ...more }),
}
type Kind = keyof typeof bodies
const kinds = Object.keys(bodies) as Kind[]
const shown = (kind: Kind) => Object.values(marketKinds).find(({ base }) => base === `/${kind}`)!
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(what, body)).body
const form = async (who: string | null, what: string, body: Record<string, string>) => (await t.as(who).form(what, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) => (await t.as(who).get(what, query)).body
const holds = async (who: string | null, what: string, id: number): Promise<boolean> =>
  ((await get(who, what, { pageSize: 100 })).data.list as { id: number }[]).some((one) => one.id === id)
async function picture(): Promise<string> {
  const { payload, headers } = multipart({ name: '图.png', content: await png() })
  return (await t.as('qy1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath
}

describe.each(kinds)('of %s', (kind) => {
  it('an item is deleted by its owner while it is not public; then nobody finds it, and its log stays', async () => {
    const images = kind.endsWith('info') ? [await picture()] : undefined
    const row = await passedItem(t, 'qy1', kind, bodies[kind](own.qy1, { images }))
    const remove = (who: string | null, more: Record<string, string> = {}) => form(who, `/${kind}/delete`, { id: String(row.id), ...more })
    const pictured = async () =>
      images !== undefined && (await t.as(null).send({ method: 'GET', url: `/files/download?filePath=${images[0]}` })).status === 200
    expect([await holds(null, `/${kind}/listReviewPassed`, row.id), await pictured()]).toEqual([true, images !== undefined])
    expect((await remove(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['qy2', 'gr1', 'dept1', 'editor1']) expect((await remove(who)).code, who).toBe('NOT_FOUND')
    // A leader sees all items, and changes none.
    expect((await remove('leader1')).code).toBe('FORBIDDEN')
    expect((await remove('qy1')).code).toBe('STATE')
    expect((await remove('qy1', { id: '999999' })).code).toBe('NOT_FOUND')
    const down = (await post('qy1', `/${kind}/updateReviewState`, { ...row, reviewState: 3 })).data
    expect(down.reviewState).toBe(3)
    expect((await remove('qy1', { version: String(row.version) })).code).toBe('CONFLICT')
    // By the address of another kind it is not there.
    for (const other of kinds.filter((one) => one !== kind))
      expect((await form('qy1', `/${other}/delete`, { id: String(row.id) })).code, other).toBe('NOT_FOUND')
    expect(await holds('qy1', `/${kind}/list`, row.id)).toBe(true)
    expect((await remove('qy1', { version: String(down.version) })).data).toBe(true)
    for (const who of ['qy1', 'market1']) {
      expect(await holds(who, `/${kind}/list`, row.id), who).toBe(false)
      expect((await get(who, `/${kind}/findById`, { id: row.id })).code, who).toBe('NOT_FOUND')
    }
    expect([await holds(null, `/${kind}/listReviewPassed`, row.id), await pictured()]).toEqual([false, false])
    expect((await post('qy1', `/${kind}/updateReviewState`, { id: row.id, version: down.version, reviewState: 0 })).code).toBe('NOT_FOUND')
    expect((await remove('qy1')).code).toBe('NOT_FOUND')
    const log = `/${kind.split('/')[0]}/reviewLog`
    const steps = (await get('qy1', `${log}/list`, { itemId: row.id })).data.list as { id: number; move: string }[]
    expect(steps.map(({ move }) => move)).toEqual(['delete', 'takeDown', 'approve', 'create'])
    // One step is read by those who see the item, and only at the log of its own kind.
    const { id } = steps[0]!
    for (const who of ['qy1', 'market1', 'leader1'])
      expect((await get(who, `${log}/findById`, { id })).data, who).toMatchObject({ id, itemId: row.id, move: 'delete', name: '删除' })
    for (const who of ['qy2', 'gr1', 'dept1']) expect((await get(who, `${log}/findById`, { id })).code, who).toBe('NOT_FOUND')
    expect((await get(null, `${log}/findById`, { id })).code).toBe('UNAUTHENTICATED')
    const other = kind.startsWith('land') ? '/workshop/reviewLog' : '/land/reviewLog'
    expect((await get('qy1', `${other}/findById`, { id })).code).toBe('NOT_FOUND')
  })

  it('staff delete one that waits: its owner is told, and nobody is asked to review it any more', async () => {
    const body = bodies[kind](own.gr1)
    const { id } = (await post('gr1', `/${kind}/save`, body)).data
    const waiting = () => t.kernel.db.selectFrom('notice').select('id').where('waits_for', '=', `review:market:${id}`).execute()
    expect((await waiting()).length).toBeGreaterThan(0)
    expect((await form('market1', `/${kind}/delete`, { id: String(id) })).data).toBe(true)
    expect(await waiting()).toEqual([])
    expect((await inboxOf(t, 'gr1')).map(({ title }) => title)).toContain(`${shown(kind).name}“${body.title}”已被工作人员删除`)
    expect(await holds('gr1', `/${kind}/list`, id)).toBe(false)
  })

  it('a code reaches the number, and proves it for this account', async () => {
    const at = `/${kind}/sendVerificationCode`
    const phone = `1543000009${kinds.indexOf(kind)}`
    const ask = async (who: string | null, more: object = {}) => {
      const { cookies } = await getChallenge(t.http)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams({ phone, verifiCode: 't3st', ...more }).toString()
      return (await t.as(who).send({ method: 'POST', url: at, cookies, headers, payload })).body
    }
    expect((await ask(null)).code).toBe('UNAUTHENTICATED')
    expect((await ask('gr1', { verifiCode: '' })).fields).toEqual([{ path: 'verifiCode', message: '请输入图形验证码' }])
    expect((await ask('gr1', { verifiCode: 'abcd' })).code).toBe('CAPTCHA')
    expect((await ask('gr1', { phone: '1543' })).fields?.[0]?.path).toBe('phone')
    const body = bodies[kind](phone)
    const save = (who: string, verifyCode?: string) => post(who, `/${kind}/save`, { ...body, ...(verifyCode ? { verifyCode } : {}) })
    expect((await save('gr1')).fields?.[0]?.path).toBe('verifyCode')
    expect((await ask('gr1')).data).toBe(true)
    const code = await newestCode(t, phone, 1)
    expect((await textsTo(t, phone))[0]!.text).toContain('供需市场')
    expect((await ask('gr1')).code).toBe('TOO_MANY')
    // The code is that of the account which asked for it.
    expect((await save('qy2', code)).fields?.[0]?.path).toBe('verifyCode')
    expect((await save('gr1', code)).data).toMatchObject({ reviewState: 0 })
    // Once proved, the number needs no further code here.
    expect((await post('gr1', `/${kind}/save`, bodies[kind](phone))).success).toBe(true)
  })
})
