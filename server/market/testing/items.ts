import type { TestApp } from '../../kernel/testing/harness.ts'

type Kind = 'workshop/info' | 'workshop/demand' | 'land/info' | 'land/demand'
export interface Made {
  id: number
  version: number
}

let n = 0
/** A workshop as its owner registers it; `phone` must be bound to the owner's account. */
export const workshop = (phone: string, more: object = {}) => ({
  title: `雪松工业区 ${++n} 号厂房`,
  streetIds: ['339999001'],
  address: `雪松路 ${n} 号`,
  nature: '01',
  trade: '1',
  rentArea: 2000,
  rentPrice: 15.5,
  contactPerson: '慕容拾光',
  contactPhone: phone,
  ...more,
})

/** Saved by `who` and approved by the office. */
export async function passedItem(t: TestApp, who: string, kind: Kind, body: object): Promise<Made> {
  const saved = (await t.as(who).post(`/${kind}/save`, body)).body
  if (!saved.success) throw new Error(JSON.stringify(saved))
  const { id, version } = saved.data
  const passed = (await t.as('market1').post(`/${kind}/updateReviewState`, { id, version, reviewState: 1 })).body
  if (!passed.success) throw new Error(JSON.stringify(passed))
  return { id, version: passed.data.version }
}

export const inboxOf = async (t: TestApp, who: string): Promise<{ title: string; body: string; link: string | null }[]> =>
  (await t.as(who).get('/sys/notice/list', { pageSize: 100 })).body.data.list
