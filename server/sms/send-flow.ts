import { smsSendCodes, type SmsSendMove } from '../../contract/sms/states.ts'
import { flow, inPlace, type Standing } from '../kernel/flow.ts'

const { draft, review, planned, running, done, partly, refused, aborted } = smsSendCodes.code

export interface SendStanding extends Standing {
  state: number
  created_by: number | null
  frozen_hash: string | null
  fail_num: number
}
const tried = ({ frozen_hash }: SendStanding) => frozen_hash !== null || '请先试算，看过结果再提交'
const hasFailed = ({ fail_num }: SendStanding) => fail_num > 0 || '没有失败的短信；结果未知的不会重发'

/** S245 and the states before it: 草稿 → 待复核 → 待发送 → 发送中 → 已发送 | 部分失败. A change takes a send back to 草稿. */
export const sendFlow = flow<'sms_send', SendStanding, SmsSendMove | 'dryRun'>({
  name: 'smsSend',
  table: 'sms_send',
  thing: '短信任务',
  labels: smsSendCodes.labels,
  first: [draft],
  final: [aborted],
  makers: (row) => [row.created_by],
  makerColumns: ['created_by'],
  // Of the dry runs the log keeps the last: its recipients are those whom this person may see.
  writes: ['change', 'dryRun', 'submit'],
  wroteSince: 'begun',
  steps: [
    ...inPlace([draft], { move: 'change', who: 'sms:manage', name: '修改' } as const),
    { from: [review, refused, planned], move: 'change', to: draft, who: 'sms:manage', name: '修改' },
    { from: [draft], move: 'submit', to: review, who: 'sms:manage', name: '提交复核', when: tried },
    { from: [review], move: 'approve', to: planned, who: 'sms:review', name: '复核通过', own: 'never' },
    {
      from: [review],
      move: 'refuse',
      to: refused,
      who: 'sms:review',
      name: '驳回',
      own: 'never',
      reason: { field: 'reviewOpinion', ask: '请填写复核意见' },
    },
    { from: [planned], move: 'launch', to: running, who: 'system', name: '开始发送' },
    { from: [running], move: 'complete', to: done, who: 'system', name: '发送完成' },
    { from: [running], move: 'endPartly', to: partly, who: 'system', name: '发送完成' },
    { from: [partly], move: 'settle', to: done, who: 'system', name: '结果确认' },
    // The clouds take a message at once and report hours later that it was not delivered.
    { from: [done], move: 'failLate', to: partly, who: 'system', name: '有短信未送达' },
    {
      from: [planned, running],
      move: 'abort',
      to: aborted,
      who: 'sms:manage',
      name: '中止',
      reason: { field: 'reason', ask: '请填写中止的原因' },
    },
    { from: [partly], move: 'retry', to: running, who: 'sms:manage', name: '重发', when: hasFailed },
    { from: [draft, refused], move: 'delete', to: null, who: 'sms:manage', name: '删除' },
  ],
})
