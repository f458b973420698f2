import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { leftOut, personalData } from '../kernel/access/personal-data.ts'
import { maskName, maskPhone } from '../kernel/access/pii.ts'
import { forFormerCompany } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { leaveActivities } from './closing.ts'
import { answersText } from './questions.ts'

/** Enrolments are personal data of the participant; staff who published, reviewed or checked in did so in office. */
export function offerTrainingPersonalData(k: Kernel): void {
  hasSealedColumns(k, { table: 'train_enrol', id: 'id', columns: { contact: null, phone: 'phone_index', answers: null } })
  hasSealedColumns(k, { table: 'train_certificate', id: 'id', columns: { contact: null } })
  personalData(k, {
    table: 'train_certificate',
    own: {
      title: '培训证书',
      by: 'user_id',
      copy: { 编号: 'number', 姓名: 'contact', 活动: 'title', 发证时间: 'issued_at', 撤销时间: 'revoked_at', 撤销原因: 'revoke_reason' },
      others: { why: forFormerCompany('train_certificate'), mask: { contact: maskName } },
      end: { keep: '发出的证书要能核验' },
    },
    dealtBy: ['issued_by', 'revoked_by'],
  })
  personalData(k, {
    table: 'train_enrol',
    own: {
      title: '培训报名',
      by: 'user_id',
      named: { 活动: { by: 'activity_id', table: 'train_activity', name: 'title' } },
      copy: {
        联系人: 'contact',
        电话: 'phone',
        报名时间: 'created_at',
        签到时间: 'checked_at',
        评分: 'score',
        评价: 'evaluate_content',
        报名问题: 'answers',
      },
      words: { answers: answersText },
      others: { why: forFormerCompany('train_enrol'), mask: { contact: maskName, phone: maskPhone, answers: leftOut } },
      end: {
        keep: '报名与签到作为活动的办理记录保存',
        hide: ['contact', 'phone', 'evaluate_content', 'answers'],
        also: (db, userId) => leaveActivities(k, db, userId),
      },
    },
    dealtBy: ['checked_by'],
  })
  personalData(k, { table: 'train_activity', dealtBy: ['created_by', 'submitted_by', 'reviewed_by'] })
  for (const table of ['train_plan', 'train_info', 'train_live'] as const) personalData(k, { table, dealtBy: ['created_by'] })
}
