import { beforeAll, expect, it } from 'vitest'
import { workshopInfo } from '../../contract/market/item.ts'
import { movableClock } from '../kernel/clock.ts'
import { serviceCall, viewerOf } from '../kernel/ssr/services.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
const phones = { qy1: '15430000001' }
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  await bindNumbers(t, phones)
})
/** The item as a page is rendered from it for who comes with this cookie. */
async function shown(token: string, id: number): Promise<unknown> {
  const visit = { actor: await viewerOf(t.kernel, token), token, ip: '127.0.0.1', userAgent: '', signal: AbortSignal.timeout(10_000) }
  return serviceCall(t.kernel, visit)(workshopInfo.findById, { query: { id } })
}

// Seen red: the page heard “应为数字” without the field.
it('a page is told which filter of its address the list refuses', async () => {
  const visit = { actor: null, token: null, ip: '127.0.0.1', userAgent: '', signal: AbortSignal.timeout(10_000) }
  const refusal = (query: object) =>
    serviceCall(t.kernel, visit)(workshopInfo.listReviewPassed, { query }).then(
      () => null,
      (thrown: unknown) => thrown,
    )
  for (const [query, path, message] of [
    [{ areaMin: 'abc' }, 'areaMin', '应为数字'],
    [{ areaMin: '500', areaMax: '100' }, 'areaMax', '上限不能小于下限'],
  ] as const)
    expect(await refusal(query)).toMatchObject({
      data: { code: 'INVALID', message: `地址里的 ${path} 不对：${message}`, fields: [{ path, message }] },
      init: { status: 400 },
    })
  // Seen: who had corrected the first one was refused again.
  expect(await refusal({ areaMin: '500', areaMax: '100', priceMin: 'x' })).toMatchObject({
    data: { fields: [{ path: 'priceMin' }, { path: 'areaMax' }] },
  })
  expect(await refusal({ areaMin: '100', areaMax: '100' })).toBeNull()
})

it('a page shows an owner the whole contact, and is there for whoever comes with a token that expired or never was', async () => {
  const { id } = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1))
  const { token } = await t.as('qy1').tokens()
  expect(await shown(token, id)).toMatchObject({ id, contactPhone: phones.qy1, standing: { mine: true } })
  clock.advance(86_400_000)
  for (const old of [token, 'never-was']) {
    const item = await shown(old, id)
    expect(item).toMatchObject({ id, standing: null })
    expect(JSON.stringify(item)).not.toContain(phones.qy1)
  }
})
