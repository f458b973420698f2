import { expect, it } from 'vitest'
import { companiesOf, typedCompanies } from './chosen-companies.ts'

const nobody = { companyIds: [], tagIds: [], policyIds: [], filter: null }

it.each([
  ['nobody', nobody],
  ['all companies', { ...nobody, filter: {} }],
  ['all companies and some besides', { ...nobody, companyIds: [3, 1], filter: {} }],
  ['companies', { ...nobody, companyIds: [2, 5] }],
  ['tags', { ...nobody, tagIds: [4, 6] }],
  ['one policy', { ...nobody, policyIds: [7] }],
  ['several policies', { ...nobody, policyIds: [7, 8, 9] }],
  ['a name', { ...nobody, filter: { companyName: '科技' } }],
  ['a street', { ...nobody, filter: { streetId: '339999100' } }],
  ['an industry', { ...nobody, filter: { industry: '34' } }],
  ['a kind of business', { ...nobody, filter: { businessType: 'industry' } }],
  ['all conditions', { ...nobody, filter: { companyName: '科技', streetId: '339999100', industry: '34', businessType: 'industry' } }],
  ['every way', { companyIds: [1], tagIds: [2], policyIds: [3, 4], filter: { businessType: 'trade' } }],
])('a send that is opened and saved without a change keeps its recipients: %s', (_, audience) => {
  expect(companiesOf(typedCompanies(audience))).toEqual(audience)
})

it('conditions of companies mean nothing beside all companies', () => {
  expect(companiesOf({ allCompanies: true, companyName: '科技' }).filter).toEqual({})
  expect(companiesOf({ allCompanies: false, companyName: '' }).filter).toBeNull()
})
