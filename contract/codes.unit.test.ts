import { expect, it } from 'vitest'
import { bindingStateCodes } from './binding.ts'
import { allowanceStateCodes } from './declaration/allowance-states.ts'
import { directListCodes, directListStates, directRowCodes, directRowStates } from './direct/states.ts'
import { feedbackStateCodes } from './feedback-states.ts'
import { carouselStateCodes } from './policy/carousel.ts'
import { policyStateCodes } from './policy/codes.ts'

const lists = {
  bindingStateCodes,
  allowanceStateCodes,
  directListCodes,
  directRowCodes,
  feedbackStateCodes,
  carouselStateCodes,
  policyStateCodes,
}

it.each(Object.entries(lists))('%s: each state has one word, one code and one label', (_, list) => {
  const used = Object.values(list.code)
  expect(new Set(used).size).toBe(used.length)
  expect(Object.keys(list.labels).sort()).toEqual(used.map(String).sort())
  expect(new Set(Object.values(list.labels)).size).toBe(used.length)
})

it('has the states of the specification', () => {
  expect(policyStateCodes.labels).toEqual({ 0: '草稿', 1: '待审核', 2: '已上架', 3: '已下架', 4: '审核未通过', 5: '待上架' })
  expect(policyStateCodes.code.rejected).toBe(4)
  expect(policyStateCodes.tones[4]).toBe('refused')
  expect([Object.keys(directListCodes.code), Object.keys(directRowCodes.code)]).toEqual([[...directListStates], [...directRowStates]])
})
