import type { AllowanceDetail, AllowanceRow } from '../../../contract/declaration/allowance.ts'
import {
  allowanceProgress,
  allowanceSources,
  allowanceStateCodes,
  type AllowanceSource,
  type AllowanceState,
} from '../../../contract/declaration/allowance-states.ts'
import type { Tone } from '../../kit/form/fields.ts'
import type { TimelineEntry } from '../../kit/timeline.tsx'

export const progressOf = (row: Pick<AllowanceRow, 'state' | 'publicity' | 'publicTo' | 'deleted'>) =>
  row.deleted
    ? { name: '已删除', next: '部门已删除这项申请，原因见下' }
    : allowanceProgress(row.state as AllowanceState, row.publicity, row.publicTo)
export const toneOf = (state: number): Tone => allowanceStateCodes.tones[state as AllowanceState]
export const sourceText = (source: string): string => allowanceSources[source as AllowanceSource] ?? source

const moves: Readonly<Record<string, string>> = {
  enter: '登记',
  change: '修改',
  approve: '审核通过',
  refuse: '审核未通过',
  publicise: '公示',
  uphold: '异议成立',
  reopen: '重新审核',
  pay: '拨付',
  correct: '更正拨付登记',
  propose: '提出金额更正',
  confirm: '确认金额更正',
  decline: '退回金额更正',
  void: '作废',
  remove: '删除',
}
export const timelineOf = (detail: AllowanceDetail): TimelineEntry[] =>
  detail.logs
    .map((l) => ({ at: l.time, who: l.actorName, tone: toneOf(l.state), title: moves[l.move] ?? l.move, text: l.note }))
    .toReversed()

/** The query key of one allowance. */
export const allowanceKey = (id: number | null) => ['allowance', id] as const
