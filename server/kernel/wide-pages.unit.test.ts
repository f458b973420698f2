import { describe, expect, test } from 'vitest'
import { answerBytes, inPageOrder } from './wide-pages.ts'

describe('wide pages (I-04)', () => {
  test.each([0, 1, 500, 501, 640, 1000])('%i rows are the same answer, written in stretches or at once', (count) => {
    const list = Array.from({ length: count }, (_, i) => ({ id: i, title: `第 ${i} 行“,]`, none: undefined }))
    for (const result of [
      { list },
      { total: count, list },
      { list, total: count, page: { list: [] } },
      { total: 3, missing: undefined, list },
    ])
      expect(JSON.parse(answerBytes(result).toString())).toEqual({ success: true, data: JSON.parse(JSON.stringify(result)) })
  })

  test('what is no list is the envelope as ever', () => {
    for (const [result, body] of [
      [undefined, '{"success":true,"data":null}'],
      [7, '{"success":true,"data":7}'],
      [{ list: '无' }, '{"success":true,"data":{"list":"无"}}'],
    ])
      expect(answerBytes(result).toString()).toBe(body)
  })

  test('a third wide page waits for one of the two before it, a narrow one for nobody', async () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (name: string, request: { query: unknown; body: unknown }) =>
      inPageOrder(request, () => {
        begun.push(name)
        return new Promise<void>((end) => ends.push(end))
      })
    const wide = { query: { pageSize: '9000' }, body: undefined }
    const all = [ask('a', wide), ask('b', { query: undefined, body: { pageSize: 9000 } }), ask('c', wide)]
    all.push(ask('narrow', { query: { pageSize: '100' }, body: undefined }))
    expect(begun).toEqual(['a', 'b', 'narrow'])
    ends[0]!()
    await all[0]
    expect(begun).toEqual(['a', 'b', 'narrow', 'c'])
    for (const end of ends) end()
    await Promise.all(all)
  })
})
