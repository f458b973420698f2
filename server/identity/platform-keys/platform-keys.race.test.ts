// Seen red without the lock on the platform in renewKey: two keys waited, and nobody would know which one signs next.
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { identity } from '../../../contract/identity.ts'
import { platformKeys, type SignedPlatform } from '../../../contract/identity/platform-keys.ts'
import { testApp } from '../../kernel/testing/harness.ts'
import { meeting } from '../../kernel/testing/meeting.ts'
import { platforms } from '../../../contract/site/platforms.ts'
import { movableClock } from '../../kernel/clock.ts'

const HOST = 'www.gjzwfw.gov.cn'

it('a new key is shown once and signs when the receiver has confirmed it; of two officers who renew in parallel one succeeds', async () => {
  const clock = movableClock()
  const t = await testApp({ clock })
  for (const who of ['admin1', 'audit1', 'op1', 'qy1'])
    expect((await t.as(who).get(platformKeys.list.path)).body.code, who).toBe('FORBIDDEN')
  const find = async () =>
    (await t.as('security1').get<SignedPlatform[]>(platformKeys.list.path)).body.data.find(({ hosts }) => hosts.includes(HOST))!
  const renew = (who: string, overlapDays: number, id: number) => t.as(who).post(platformKeys.renew.path, { id, overlapDays })
  const platform = { name: '国家政务服务平台（签名）', url: `https://${HOST}/`, protocol: 'signed', hosts: [HOST] }
  if (!(await find())) expect((await t.as('admin1').post(platforms.save.path, platform)).body.success).toBe(true)
  const { id, keys } = await find()
  expect(keys).toEqual([])
  expect((await renew('admin1', 0, id)).body.code).toBe('FORBIDDEN')
  expect((await renew('security1', 31, id)).body.fields?.[0]?.path).toBe('overlapDays')
  expect((await renew('security1', 0, 999_999)).body.code).toBe('NOT_FOUND')

  const signedFor = async () =>
    new URL((await t.as('qy1').get(identity.getCurrentUserSign.path, { url: `https://${HOST}/a?b=1` })).body.data.url).searchParams
  const checks = (q: URLSearchParams, secret: string) => {
    const text = ['qf_aud', 'qf_user', 'qf_ts', 'qf_nonce'].map((name) => q.get(name)).join('\n')
    return createHmac('sm3', Buffer.from(secret, 'hex')).update(text).digest('hex') === q.get('qf_sign')
  }
  const before = await signedFor()
  expect(before.get('qf_kid')).toBeNull()
  const first = (await renew('security1', 0, id)).body.data
  expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
  const one = await signedFor()
  expect([checks(one, first.secret), one.get('qf_kid')]).toEqual([true, String(first.keyId)])

  await t.as('security2').get(platformKeys.list.path)
  const both = await meeting(t, 2, () => Promise.all([renew('security1', 7, id), renew('security2', 7, id)]))
  expect(both.filter(({ body }) => body.success)).toHaveLength(1)
  expect(both.find(({ body }) => !body.success)?.body.code).toBe('STATE')
  const next = both.find(({ body }) => body.success)!.body.data
  expect((await find()).keys.map(({ state }) => state)).toEqual(['coming', 'now'])
  expect(checks(await signedFor(), first.secret)).toBe(true)
  const tried = (await t.as('security2').post(platformKeys.tryOut.path, { id })).body.data
  expect(createHmac('sm3', Buffer.from(first.secret, 'hex')).update(tried.text).digest('hex')).toBe(tried.sign)
  expect(tried.enableFlag).toBe(1)

  clock.advance(8 * 86_400_000)
  const later = await signedFor()
  expect([checks(later, next.secret), checks(later, first.secret)]).toEqual([true, false])
  expect((await find()).keys.map(({ state }) => state)).toEqual(['now', 'old'])
  expect((await find()).usedNum).toBe(1)
  const rows = await t.kernel.db.selectFrom('platform_key').select('secret').execute()
  expect(JSON.stringify(rows)).not.toContain(first.secret)
  const said = await t.kernel.db.selectFrom('audit_log').select('detail').where('action', '=', 'platformKey.add').execute()
  expect(said).toHaveLength(2)
  expect(JSON.stringify(said)).not.toContain(first.secret)

  // A key that has leaked is replaced at once, although another one waits for its day.
  const waits = (await renew('security1', 30, id)).body.data
  expect((await renew('security2', 7, id)).body.code).toBe('STATE')
  const atOnce = (await renew('security2', 0, id)).body.data
  expect((await find()).keys.map(({ id: key, state }) => [key, state])).toEqual([
    [atOnce.keyId, 'now'],
    [next.keyId, 'old'],
    [first.keyId, 'old'],
  ])
  expect(checks(await signedFor(), atOnce.secret)).toBe(true)
  const dropped = await t.kernel.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'platformKey.add')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(dropped.detail).toMatchObject({ keyId: atOnce.keyId, droppedKeyId: waits.keyId })
})
