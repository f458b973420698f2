import { smsTemplateCodes, type SmsTemplateMove } from '../../contract/sms/states.ts'
import { flow, inPlace, type Standing } from '../kernel/flow.ts'

const { draft, waiting, enabled, refused, stopped } = smsTemplateCodes.code

export interface TemplateStanding extends Standing {
  state: number
  created_by: number | null
  replaced: boolean
}
const inForce = ({ replaced }: TemplateStanding) => !replaced || '该模板已由新的版本代替，请使用新的版本'

/** 草稿 → 待审核 → 已启用 | 审核未通过; 已启用 ↔ 停用. Nobody who wrote any part of the text approves it (C-06). */
export const templateFlow = flow<'sms_template', TemplateStanding, SmsTemplateMove>({
  name: 'smsTemplate',
  table: 'sms_template',
  thing: '短信模板',
  labels: smsTemplateCodes.labels,
  first: [draft, waiting],
  final: [],
  makers: (row) => [row.created_by],
  makerColumns: ['created_by'],
  writes: ['change'],
  wroteSince: 'begun',
  steps: [
    ...inPlace([draft], { move: 'change', who: 'sms:manage', name: '修改' } as const),
    { from: [waiting, refused], move: 'change', to: draft, who: 'sms:manage', name: '修改' },
    { from: [draft, refused], move: 'submit', to: waiting, who: 'sms:manage', name: '提交审核' },
    { from: [waiting], move: 'approve', to: enabled, who: 'sms:review', name: '审核通过', own: 'never' },
    {
      from: [waiting],
      move: 'refuse',
      to: refused,
      who: 'sms:review',
      name: '审核不通过',
      own: 'never',
      reason: { field: 'reviewOpinion', ask: '请填写审核意见' },
    },
    { from: [enabled], move: 'retire', to: stopped, who: 'sms:manage', name: '停用' },
    { from: [enabled, stopped], move: 'replace', to: stopped, who: 'system', name: '由新版本代替' },
    { from: [stopped], move: 'enable', to: enabled, who: 'sms:manage', name: '启用', when: inForce },
    { from: [draft, refused], move: 'delete', to: null, who: 'sms:manage', name: '删除' },
  ],
})
