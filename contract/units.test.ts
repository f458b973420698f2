import { expect, it } from 'vitest'
import { issuersOf } from './units.ts'

const names = (words: string) => issuersOf(words).map(({ unitName }) => unitName)

it('issuers are separated by commas, but not inside brackets', () => {
  expect(names('县经信局、县财政局，县科技局；县商务局')).toEqual(['县经信局', '县财政局', '县科技局', '县商务局'])
  expect(names('科技部、财政部（省级、市级认定机构组织）、(甲，乙)丙')).toEqual([
    '科技部',
    '财政部（省级、市级认定机构组织）',
    '(甲，乙)丙',
  ])
})
it('a bracket without its closing bracket does not keep names together', () => {
  expect(names('甲（乙、丙')).toEqual(['甲（乙', '丙'])
  expect(names('、，；')).toEqual([])
})
it('takes linear time on hostile texts (I-05)', () => {
  const from = performance.now()
  for (const hard of ['（'.repeat(200_000), '(（'.repeat(100_000), 'x'.repeat(200_000)]) issuersOf(hard)
  expect(performance.now() - from).toBeLessThan(2000)
})
