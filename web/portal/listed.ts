import type { PolicyListItem } from '../../contract/policy.ts'
import type { ProjectSummary } from '../../contract/declaration.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { day } from '../policy/index.ts'

/** A row of a list of the home page, in words: loader data travel in the page twice, so they carry what is read and no more. */
export interface Row {
  id: number
  title: string
  note: string
}
export interface ClosingRow extends Row {
  department: string
  materials: string
  urgent: boolean
}

const row = (p: PolicyListItem, note: string): Row => ({ id: p.id, title: p.policyTitle, note })
export const newestRow = (p: PolicyListItem): Row => row(p, day(p.policyCreateTime))
export const hotRow = (p: PolicyListItem): Row => row(p, p.viewNum > 0 ? `${p.viewNum} 次浏览` : '')
/** A project that takes declarations now leads to its policy. */
export function closingRow(p: ProjectSummary): ClosingRow {
  const left = Math.floor((Date.parse(p.applyEndTime) - Date.now()) / DAY_MS)
  return {
    id: p.policyId,
    title: p.name,
    note: `${shanghaiDay(Date.parse(p.applyEndTime))} 截止`,
    department: p.depName,
    materials: `${p.materials} 样`,
    urgent: left < URGENT_DAYS,
  }
}
const DAY_MS = 86_400_000
const URGENT_DAYS = 7
