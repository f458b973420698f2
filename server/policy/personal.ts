import { forFormerCompany } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { leftOut, personalData } from '../kernel/access/personal-data.ts'

export function offerPolicyPersonalData(k: Kernel): void {
  personalData(k, {
    table: 'policy_consult',
    dealtBy: ['reply_user_id', 'passed_to', 'passed_by'],
    own: {
      title: '政策咨询',
      by: 'user_id',
      named: { 政策: { by: 'policy_id', table: 'policy', name: 'title' } },
      copy: { 咨询时间: 'created_at', 咨询内容: 'content', 答复: 'reply', 答复时间: 'reply_at' },
      // As the question itself, which the person does not see after the bond (consults.ts askedBy).
      others: { why: forFormerCompany('policy_consult'), mask: { content: leftOut, reply: leftOut } },
      end: { keep: '咨询与答复作为政务服务记录保存', hide: ['user_name'] },
    },
  })
  personalData(k, { table: 'policy', dealtBy: ['created_by', 'updated_by', 'submitted_by', 'reviewed_by', 'repealed_by'] })
  personalData(k, { table: 'policy_document', dealtBy: ['created_by', 'submitted_by'] })
  personalData(k, { table: 'policy_proposal', dealtBy: ['created_by', 'submitted_by', 'reviewed_by'] })
  personalData(k, { table: 'policy_version', dealtBy: ['author_id'] })
  personalData(k, { table: 'search_synonym', dealtBy: ['updated_by'] })
  personalData(k, { table: 'unanswered_question', dealtBy: ['settled_by'] })
}
