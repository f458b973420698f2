import { forFormerCompany } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { leftOut, personalData } from '../kernel/access/personal-data.ts'

export function offerDirectPersonalData(k: Kernel): void {
  personalData(k, { table: 'direct_list', dealtBy: ['created_by', 'confirmed_by'] })
  personalData(k, { table: 'direct_row', dealtBy: ['answered_by'] })
  personalData(k, {
    table: 'direct_objection',
    dealtBy: ['resolved_by'],
    own: {
      title: '对免申即享名单的异议',
      by: 'user_id',
      copy: { 时间: 'created_at', 异议: 'content', 答复: 'reply' },
      others: { why: forFormerCompany('direct_objection'), mask: { content: leftOut, reply: leftOut } },
      end: { keep: '公示异议与处理结果随名单保存' },
    },
  })
}
