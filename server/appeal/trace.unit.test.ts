import { expect, it } from 'vitest'
import { unmet } from './trace.ts'

it('a stored verdict names the conditions that stood in the way, not the unmet alternatives of a met one', () => {
  const line = (sentence: string, depth: number, result: 'true' | 'false' | 'unknown') => ({ sentence, depth, result, facts: '' })
  const named = (...lines: ReturnType<typeof line>[]) => unmet(lines).map((one) => one.sentence)
  expect(
    named(
      line('注册在本县', 0, 'true'),
      line('满足以下之一', 0, 'true'),
      line('高新技术企业', 1, 'true'),
      line('近两年股权融资', 1, 'false'),
      line('研发机构级别', 1, 'unknown'),
      line('或以下全部', 1, 'false'),
      line('省级奖励', 2, 'false'),
    ),
  ).toEqual([])
  expect(
    named(
      line('满足以下之一', 0, 'false'),
      line('营收', 1, 'false'),
      line('全部', 1, 'false'),
      line('人数', 2, 'true'),
      line('研发占比', 2, 'unknown'),
      line('没有失信', 0, 'true'),
      line('纳税', 0, 'unknown'),
    ),
  ).toEqual(['满足以下之一', '营收', '全部', '研发占比', '纳税'])
})
