import type { Kernel } from '../kernel/kernel.ts'
import { personalData } from '../kernel/access/personal-data.ts'

export function offerMatchingPersonalData(k: Kernel): void {
  personalData(k, {
    table: 'calculation',
    own: { title: '保存的测算', by: 'user_id', copy: { 名称: 'name', 填写: 'answers', 时间: 'created_at' }, end: 'erase' },
  })
  personalData(k, {
    table: 'imitate_match_log',
    own: { title: '模拟匹配', by: 'user_id', copy: { 名称: 'name', 填写: 'answers', 时间: 'created_at' }, end: 'erase' },
  })
  personalData(k, { table: 'own_field', dealtBy: ['waiting_by'] })
  personalData(k, { table: 'calculator_setting', dealtBy: ['updated_by'] })
  personalData(k, { table: 'golden_case', dealtBy: ['updated_by'] })
  personalData(k, { table: 'match_form', dealtBy: ['updated_by'] })
  personalData(k, { table: 'score_detail', dealtBy: ['updated_by'] })
  personalData(k, { table: 'whitelist_company', dealtBy: ['added_by'] })
}
