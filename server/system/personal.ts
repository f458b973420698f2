import { sql } from 'kysely'
import { noticeKinds, type NoticeKind } from '../../contract/notice-kinds.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { leftOut, personalData } from '../kernel/access/personal-data.ts'
import { draftInWords } from './draft-names.ts'

const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind)
const kindsInWords = (kinds: unknown): string =>
  (Array.isArray(kinds) ? kinds : [])
    .map(String)
    .map((kind) => (isNoticeKind(kind) ? noticeKinds[kind] : kind))
    .join('、') || '无'

/** Registers what the system stores about a user besides the account: notices, settings, drafts and messages. */
export function offerSystemPersonalData(k: Kernel): void {
  personalData(k, {
    table: 'notice',
    own: {
      title: '收到的通知',
      by: 'user_id',
      copy: { 时间: 'created_at', 标题: 'title', 内容: 'body', 阅读时间: 'read_at' },
      end: 'erase',
    },
  })
  personalData(k, {
    table: 'notice_setting',
    own: {
      title: '通知设置',
      by: 'user_id',
      copy: { 短信提醒: 'sms_kinds', 不接收: 'off_kinds', 修改时间: 'updated_at' },
      words: { sms_kinds: kindsInWords, off_kinds: kindsInWords },
      end: 'erase',
    },
  })
  personalData(k, {
    table: 'table_setting',
    own: { title: '表格设置', by: 'user_id', copy: { 表格: 'table_name', 设置: 'setting' }, end: 'erase' },
  })
  personalData(k, {
    table: 'form_draft',
    own: {
      title: '未提交的表单',
      by: 'user_id',
      copy: { 表单: 'form', 内容: 'content_sealed', 保存时间: 'saved_at' },
      words: { form: draftInWords },
      others: {
        why: sql<string | null>`case when form_draft.acting_company_id is not null then '代企业填写，内容是该企业的，请在该表单里继续'
          when exists (select from sys_user u where u.id = form_draft.user_id and u.type = 'YYF')
            then '工作中填写，内容会有他人的信息，请在该表单里继续' end`,
        mask: { content_sealed: leftOut },
      },
      end: 'erase',
    },
  })
  // A shared view stays for the role when the account of its sharer ends; its name and filters are a tool of the role.
  personalData(k, { table: 'shared_view', dealtBy: ['shared_by'] })
  personalData(k, { table: 'job_run', dealtBy: ['paused_by'] })
  personalData(k, {
    table: 'feedback',
    dealtBy: ['handled_by'],
    own: {
      title: '留言反馈',
      by: 'user_id',
      copy: { 时间: 'at', 标题: 'title', 内容: 'message', 姓名: 'name_sealed', 电话: 'phone_sealed', 答复: 'reply' },
      end: { keep: '留言与答复作为政务服务记录保存', hide: ['name_sealed', 'phone_sealed', 'other_sealed'] },
    },
  })
}
