import type { PolicyListItem } from '../../contract/policy.ts'
import { ceiling, day, windowOf } from '../policy/index.ts'

/** A row of a list of the home page, in words: loader data travel in the page twice, so they carry what is read and no more. */
export interface Row {
  id: number
  title: string
  note: string
}
export interface ClosingRow extends Row {
  department: string
  ceiling: string
  urgent: boolean
}

const row = (p: PolicyListItem, note: string): Row => ({ id: p.id, title: p.policyTitle, note })
export const newestRow = (p: PolicyListItem): Row => row(p, day(p.policyCreateTime))
export const hotRow = (p: PolicyListItem): Row => row(p, `${p.viewNum} 次浏览`)
export function closingRow(p: PolicyListItem): ClosingRow {
  const { text, urgent } = windowOf(p)
  return { ...row(p, text), department: p.policyDepName, ceiling: ceiling(p)?.replace('最高 ', '') ?? '—', urgent }
}
