import type { SmsAudience, SmsFilter } from '../../contract/sms/sends.ts'

type Companies = Omit<SmsAudience, 'persons'>
export const filterKeys = [
  'companyName',
  'streetId',
  'industry',
  'businessType',
] as const satisfies readonly (keyof (typeof SmsFilter)['_output'])[]

/** What the form holds of the chosen companies. A filter without conditions means all companies, which no condition can say. */
export const typedCompanies = ({ companyIds, tagIds, policyIds, filter }: Companies) => ({
  companyIds,
  tagIds,
  policyIds,
  allCompanies: filter !== null && filterKeys.every((key) => !filter[key]),
  ...filter,
})

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** The chosen companies of a form; what `typedCompanies` made of an audience becomes the same audience. */
export function companiesOf(values: Readonly<Record<string, unknown>>): Companies {
  const filter = Object.fromEntries(
    filterKeys.flatMap((key) => {
      const typed = values[key]
      return typeof typed === 'string' && typed ? [[key, typed]] : []
    }),
  )
  return {
    companyIds: numbers(values.companyIds),
    tagIds: numbers(values.tagIds),
    policyIds: numbers(values.policyIds),
    filter: values.allCompanies === true ? {} : Object.keys(filter).length > 0 ? filter : null,
  }
}
