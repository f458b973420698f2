import type { Kernel } from '../kernel/kernel.ts'
import { personalData } from '../kernel/access/personal-data.ts'

/** Declarations belong to companies and stay as official records; they name people as submitter, enterer and reviewer. */
export function offerDeclarationPersonalData(k: Kernel): void {
  personalData(k, { table: 'declaration', dealtBy: ['created_by', 'submitter_id', 'entered_by'] })
  personalData(k, { table: 'declaration_round', dealtBy: ['submitted_by'] })
  personalData(k, { table: 'declaration_log', dealtBy: ['actor_id'], names: { actor_id: 'actor_name' } })
  personalData(k, { table: 'declaration_note', dealtBy: ['author_id'] })
  personalData(k, { table: 'declaration_opinion', dealtBy: ['asked_by', 'user_id', 'answered_by'] })
  personalData(k, { table: 'declaration_delegation', dealtBy: ['user_id', 'delegate_id'] })
  personalData(k, { table: 'declaration_holder', dealtBy: ['user_id', 'given_by'] })
  personalData(k, { table: 'declaration_viewer', own: { title: '正在查看的申报', by: 'user_id', copy: {}, end: 'erase' } })
  personalData(k, { table: 'company_evidence', dealtBy: ['created_by'] })
  personalData(k, { table: 'project', dealtBy: ['created_by', 'updated_by'] })
  personalData(k, { table: 'project_form', dealtBy: ['created_by'] })
  personalData(k, { table: 'project_allocation', dealtBy: ['made_by'] })
  personalData(k, { table: 'allowance', dealtBy: ['created_by', 'approved_by'] })
  personalData(k, {
    table: 'allowance_objection',
    own: {
      title: '对补贴公示的异议',
      by: 'user_id',
      copy: { 时间: 'created_at', 异议: 'content', 答复: 'reply' },
      end: { keep: '公示异议与处理结果随补贴档案保存' },
    },
  })
}
