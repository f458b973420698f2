import type { Kernel } from '../kernel/kernel.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { withdrawWith } from './binding/moves.ts'

/** Registers what users did for companies and for whom they may act; companies themselves are not persons. */
export function offerCompanyPersonalData(k: Kernel): void {
  personalData(k, {
    table: 'personal_company',
    dealtBy: ['examine_user_id'],
    own: {
      title: '企业绑定申请',
      by: 'user_id',
      named: { 企业: { by: 'company_id', table: 'company', name: 'name' } },
      copy: { 职务: 'position', 申请时间: 'created_at', 审核意见: 'opinion', 审核时间: 'examined_at', 解绑时间: 'ended_at' },
      end: { keep: '代企业办事的授权关系，与所办事项一同保存', also: (db, userId) => withdrawWith(k, db, userId) },
    },
  })
  personalData(k, {
    table: 'company_authorization',
    own: {
      title: '企业档案授权',
      by: 'user_id',
      named: { 企业: { by: 'company_id', table: 'company', name: 'name' } },
      copy: { 时间: 'at', 授权: 'auth_status', 版本: 'text_version', 地址: 'ip' },
      end: { keep: '授权与撤回的凭证，个人信息保护法要求能够证明取得过同意' },
    },
  })
  personalData(k, { table: 'archive_export', dealtBy: ['user_id'] })
  personalData(k, { table: 'company_fact', dealtBy: ['updated_by'] })
  personalData(k, { table: 'company_relation', dealtBy: ['entered_by'] })
  personalData(k, { table: 'expansion_row', dealtBy: ['updated_by'] })
  personalData(k, { table: 'expansion_table', dealtBy: ['updated_by'] })
}
