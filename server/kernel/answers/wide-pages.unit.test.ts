import { describe, expect, test } from 'vitest'
import { answerBytes, asWide, gathered, inPageOrder, inStretches, WidePage } from './wide-pages.ts'

const textOf = async (result: unknown) => Buffer.concat(await answerBytes(result)).toString()

const settled = () => new Promise((resolve) => setImmediate(resolve))
const caller = { actor: null, ip: '10.0.0.1' }

describe('wide pages (I-04)', () => {
  test.each([0, 1, 64, 65, 500, 501, 640, 1000, 1001])('%i rows give the same answer, written in parts or at once', async (count) => {
    const list = Array.from({ length: count }, (_, i) => ({ id: i, title: `第 ${i} 行“,]`, none: undefined }))
    const whole = { total: count + 3, list }
    const ids = list.map(({ id }) => id)
    const read: number[] = []
    const page = () =>
      new WidePage(
        count + 3,
        inStretches(ids, async (some) => {
          read.push(some.length)
          return some.map((id) => list[id]!)
        }),
      )
    for (const result of [whole, asWide(whole), page()])
      expect(JSON.parse(await textOf(result))).toEqual({ success: true, data: JSON.parse(JSON.stringify(whole)) })
    expect(read).toEqual(Array.from({ length: Math.ceil(count / 500) }, (_, at) => Math.min(500, count - at * 500)))
    expect(await gathered(page())).toEqual(whole)
    expect(asWide(whole) instanceof WidePage).toBe(count > 500)
  })

  test('long rows and exactly full parts lose nothing', async () => {
    const list = [10, 87_000, 87_381, 87_382, 300_000, 3].map((length, id) => ({ id, text: '长'.repeat(length) }))
    const page = new WidePage(
      6,
      inStretches([0, 1, 2, 3, 4, 5], async (ids) => ids.map((id) => list[id]!)),
    )
    const parts = await answerBytes(page)
    expect(parts.length).toBeGreaterThan(3)
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({ success: true, data: { total: 6, list } })
  })

  test('a page size that is anything else is left to the validation', async () => {
    for (const pageSize of [{ toString: null }, [9000], null, 'x', true])
      expect(await inPageOrder(caller, { query: { pageSize }, body: { pageSize } }, async () => 'done')).toBe('done')
  })

  test('rows that are deleted before they are read are left out', async () => {
    const page = new WidePage(
      3,
      inStretches([1, 2, 3], async () => [{ id: 1 }, { id: 3 }]),
    )
    expect(await textOf(page)).toBe('{"success":true,"data":{"total":3,"list":[{"id":1},{"id":3}]}}')
    expect(
      (
        await answerBytes(
          new WidePage(
            3,
            inStretches([1], async () => []),
          ),
        )
      ).toString(),
    ).toBe('{"success":true,"data":{"total":3,"list":[]}}')
  })

  test('an answer that is not a page keeps the usual envelope', async () => {
    const long = Array.from({ length: 501 }, (_, i) => i)
    for (const result of [{ list: long }, { total: 501, list: long, page: 1 }, { total: '501', list: long }])
      expect(asWide(result)).toBe(result)
    for (const [result, body] of [
      [undefined, '{"success":true,"data":null}'],
      [7, '{"success":true,"data":7}'],
      [{ list: '无' }, '{"success":true,"data":{"list":"无"}}'],
    ])
      expect(await textOf(result)).toBe(body)
  })

  test('a third wide page waits for one of two earlier ones, a narrow one does not wait', async () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (name: string, request: { query: unknown; body: unknown }) =>
      inPageOrder(caller, request, () => {
        begun.push(name)
        return new Promise<void>((end) => ends.push(end))
      })
    const wide = { query: { pageSize: '9000' }, body: undefined }
    const all = [ask('a', wide), ask('b', { query: undefined, body: { pageSize: 9000 } }), ask('c', wide)]
    await settled()
    all.push(ask('narrow', { query: { pageSize: '100' }, body: undefined }))
    expect(begun).toEqual(['a', 'b', 'narrow'])
    ends[0]!()
    await all[0]
    await settled()
    expect(begun).toEqual(['a', 'b', 'narrow', 'c'])
    for (const end of ends) end()
    await Promise.all(all)
  })
})
