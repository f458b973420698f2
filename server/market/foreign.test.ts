import { beforeAll, describe, expect, it } from 'vitest'
import { marketKindKeys } from '../../contract/market/states.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { bindStrangers, ownedItem, publicTitle, saidTo, secrets, strangers, type Owned } from './testing/foreign.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await bindStrangers(t)
})
const rowsOf = (items: readonly Owned[]) =>
  t.kernel.db
    .selectFrom('market_item')
    .selectAll()
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()

// Seen red without the condition of `readable`: findById and the matches told of every hidden item.
describe.each(marketKindKeys)('%s of somebody else', (kind) => {
  it('that is not public is reached by no call, and not a word of it is told', async () => {
    const hidden = [await ownedItem(t, kind, 0), await ownedItem(t, kind, 2), await ownedItem(t, kind, 3)]
    const before = await rowsOf(hidden)
    const told: string[] = []
    let refused = 0
    const look = async (who: (typeof strangers)[number], item: Owned, as = kind) => {
      for await (const { what, status, body, text } of saidTo(t, who, item, { kind: as })) {
        // What is similar to an unknown item is what is similar to nothing; each row of a batch has its own result.
        const isEmpty = Array.isArray(body.data) ? body.data.length === 0 : body.data?.total === 0
        const isAlike = what === '/market/like' || (what === '/market/review/batch' && body.data?.successCount === 0)
        if (!body.success) refused++
        if (status >= 500 || secrets.words.test(text) || secrets.contact.test(text) || (body.success && !isEmpty && !isAlike))
          told.push(`${who} ${what} ${as} ${JSON.stringify(body).slice(0, 300)}`)
      }
    }
    for (const item of hidden) for (const who of strangers) await look(who, item)
    // Under the name of another kind, too.
    for (const as of marketKindKeys) if (as !== kind) await look('qy2', hidden[0]!, as)
    expect(told).toEqual([])
    expect(refused).toBeGreaterThan(200)
    expect(await rowsOf(hidden)).toEqual(before)
  })

  it('that is public tells its contact to nobody who does not ask for it, and is changed by nobody', async () => {
    const open = await ownedItem(t, kind, 1)
    const told: string[] = []
    let read = 0
    for (const who of strangers)
      for await (const { what, status, body, text } of saidTo(t, who, open, { kind, without: '/market/contact/request' })) {
        if (text.includes(publicTitle(kind))) read++
        if (status >= 500 || secrets.contact.test(text)) told.push(`${who} ${what} ${JSON.stringify(body).slice(0, 300)}`)
      }
    expect(told).toEqual([])
    // All of them read the item itself.
    expect(read).toBeGreaterThanOrEqual(strangers.length)
    expect(await rowsOf([open])).toMatchObject([{ state: 1, version: open.version, deleted: false, title: publicTitle(kind) }])
  })
})
