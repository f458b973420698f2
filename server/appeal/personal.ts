import { sql } from 'kysely'
import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { maskName, maskPhone, maskText } from '../kernel/access/pii.ts'
import { forFormerCompany } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

export function offerAppealPersonalData(k: Kernel): void {
  personalData(k, {
    table: 'appeal',
    dealtBy: ['dealt_by', 'passed_by', 'entered_by'],
    own: {
      title: '企业诉求',
      by: 'user_id',
      copy: {
        编号: 'appeal_no',
        标题: 'title',
        内容: 'content',
        联系人: 'contact_sealed',
        电话: 'phone_sealed',
        提交时间: 'submitted_at',
        答复: 'deal_content',
        评价: 'evaluate_content',
      },
      // As on the sender's own page: an answer is read after its review.
      readable: { deal_content: sql<boolean>`closed_at is not null` },
      others: {
        why: sql<
          string | null
        >`case when exists (select from sys_user u where u.id = appeal.user_id and u.type = 'YYF') then '代企业提交，联系人与电话是该企业的' else ${forFormerCompany('appeal')} end`,
        mask: { title: maskText, content: maskText, contact_sealed: maskName, phone_sealed: maskPhone, deal_content: maskText },
      },
      end: { keep: '诉求及其办理结果作为办理档案保存', hide: ['user_name', 'contact_sealed', 'phone_sealed'] },
    },
  })
  personalData(k, { table: 'appeal_viewer', own: { title: '正在查看的诉求', by: 'user_id', copy: {}, end: 'erase' } })
  personalData(k, { table: 'appeal_case', dealtBy: ['published_by'] })
  hasSealedColumns(k, { table: 'appeal', id: 'id', columns: { contact_sealed: null, phone_sealed: null } })
}
