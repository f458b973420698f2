import { inWan } from '../../contract/money.ts'
import {
  CLOSING_DAYS,
  industryLabel,
  levelLabel,
  policyOriginLabels,
  policyStatusLabels,
  supportModeLabel,
  type PolicyOrigin,
  type PolicyStatus,
} from '../../contract/policy/codes.ts'
import type { PolicyHead, PolicyListItem } from '../../contract/policy/market.ts'
import { placeContains } from '../../contract/place.ts'
import { daysBetween } from '../kernel/clock.ts'

/** Columns of a policy's head; `p` is policy. */
export const HEAD_COLUMNS = `p.id, p.code, p.title, p.dep_name, p.doc_no, p.publish_time, p.created_at, p.support_modes, p.level, p.area_code, p.area_name, p.apply_from, p.apply_to, p.repealed_on,
  p.max_amount, p.top, p.origin, p.view_num`
/** Columns of a list item. */
export const LIST_COLUMNS = `${HEAD_COLUMNS}, p.industries, p.summary, p.period, p.url_type, p.apply_url`

export interface HeadRow {
  id: number
  code: string
  title: string
  dep_name: string
  doc_no: string | null
  publish_time: string | null
  created_at: string
  support_modes: string[]
  level: string
  area_code: string | null
  area_name: string | null
  apply_from: string | null
  apply_to: string | null
  repealed_on: string | null
  max_amount: number | null
  top: boolean
  origin: PolicyOrigin
  view_num: number
}
export interface ListRow extends HeadRow {
  industries: string[]
  summary: string
  period: string | null
  url_type: number
  apply_url: string | null
}

/** The application window and the repeal date are evaluated on reading; no job changes the status at midnight. */
export function statusOf(p: { apply_from: string | null; apply_to: string | null; repealed_on: string | null }, day: string): PolicyStatus {
  if (p.repealed_on !== null && p.repealed_on <= day) return 'repealed'
  if (p.apply_to !== null && p.apply_to < day) return 'closed'
  if (p.apply_from !== null && p.apply_from > day) return 'notYet'
  return p.apply_to !== null && daysBetween(day, p.apply_to) <= CLOSING_DAYS ? 'closing' : 'open'
}

/** `here`: the site's own county; undefined when it is not configured, and then no policy counts as of another place. */
export function headItem(row: HeadRow, day: string, here: string | undefined): PolicyHead {
  const status = statusOf(row, day)
  return {
    id: row.id,
    code: row.code,
    policyTitle: row.title,
    policyDepName: row.dep_name,
    policyNo: row.doc_no,
    policyCreateTime: row.publish_time ?? row.created_at,
    supportModes: row.support_modes.map(supportModeLabel),
    level: row.level,
    areaCode: row.area_code,
    areaName: row.area_name,
    outside: here !== undefined && !placeContains(row.area_code, here),
    levelName: levelLabel(row.level),
    applyFrom: row.apply_from,
    applyTo: row.apply_to,
    repealedOn: row.repealed_on,
    status,
    statusName: policyStatusLabels[status],
    daysLeft: row.apply_to !== null && status !== 'closed' && status !== 'repealed' ? daysBetween(day, row.apply_to) : null,
    maxAmount: inWan(row.max_amount),
    topFlag: row.top ? 1 : 0,
    viewNum: row.view_num,
    origin: row.origin,
    originName: policyOriginLabels[row.origin],
  }
}

export const listItem = (row: ListRow, day: string, here: string | undefined): PolicyListItem => ({
  ...headItem(row, day, here),
  industries: row.industries,
  summary: row.summary,
  period: row.period,
  urlType: row.url_type,
  applyUrl: row.apply_url,
})

export const industryNames = (codes: readonly string[]): string[] => codes.map(industryLabel)
