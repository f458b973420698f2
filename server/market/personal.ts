import { endsWithCompany, forFormerCompany } from '../company/index.ts'
import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { GONE, personalData } from '../kernel/access/personal-data.ts'
import { maskName, maskPhone, sealPii } from '../kernel/access/pii.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { leaveVisits } from './closing.ts'
import { passOnContacts } from './company-contact.ts'
import { hideItems } from './hide.ts'

const CLOSED = '发布人已注销账号'

/** Empties the contacts of what a person offers, also in the records of those who asked. Returns the items. */
async function emptyContacts(k: Kernel, db: Db, userId: number): Promise<number[]> {
  const gone = sealPii(k, GONE)
  const own = await db
    .updateTable('market_item')
    .set({ contact: gone, phone: gone, phone_index: '' })
    .where('user_id', '=', userId)
    .where('company_id', 'is', null)
    .returning('id')
    .execute()
  const ids = own.map(({ id }) => id)
  await db
    .updateTable('market_contact')
    .set({ given_name: gone, given_phone: gone })
    .where('item_id', '=', (e) => e.fn.any(e.val(ids)))
    .execute()
  return ids
}

/** The company's items keep a contact; what the person offers, and what no account of a company answers for, is not public any more. */
async function endContacts(k: Kernel, db: Db, userId: number): Promise<void> {
  const alone = await passOnContacts(k, db, userId)
  const own = await emptyContacts(k, db, userId)
  await hideItems(k, db, systemCall('account.close'), [...alone, ...own], CLOSED)
}

/** What users offer, seek, ask and book is their personal data; staff who registered, reviewed or settled it did so in office. */
export function offerMarketPersonalData(k: Kernel): void {
  endsWithCompany(k, {
    async binding(db, companyId, userId) {
      const alone = await passOnContacts(k, db, userId, companyId)
      await hideItems(k, db, systemCall('company.unbind'), alone, '联系人已不代表该企业')
    },
  })
  hasSealedColumns(k, { table: 'market_item', id: 'id', columns: { contact: null, phone: 'phone_index' } })
  hasSealedColumns(k, { table: 'market_contact', id: 'id', columns: { name: null, phone: null, given_name: null, given_phone: null } })
  hasSealedColumns(k, { table: 'market_visit', id: 'id', columns: { name: null, phone: null } })
  personalData(k, {
    table: 'market_item',
    own: {
      title: '供需信息',
      by: 'user_id',
      copy: { 标题: 'title', 地址: 'address', 用途: 'purpose', 联系人: 'contact', 电话: 'phone', 登记时间: 'created_at' },
      others: { why: forFormerCompany('market_item'), mask: { contact: maskName, phone: maskPhone } },
      end: {
        keep: '供需信息与审核记录按要素交易的办理记录保存',
        also: (db, userId) => endContacts(k, db, userId),
      },
    },
    dealtBy: ['created_by', 'submitted_by', 'reviewed_by'],
  })
  personalData(k, {
    table: 'market_contact',
    own: {
      title: '索取的联系方式',
      by: 'user_id',
      named: { 供需信息: { by: 'item_id', table: 'market_item', name: 'title' } },
      copy: { 姓名: 'name', 电话: 'phone', 意向: 'message', 时间: 'created_at' },
      others: { why: forFormerCompany('market_contact'), mask: { name: maskName, phone: maskPhone } },
      end: { keep: '对方凭这条记录知道谁要过联系方式', hide: ['name', 'phone', 'message'] },
    },
  })
  personalData(k, {
    table: 'market_visit',
    own: {
      title: '看房约定',
      by: 'user_id',
      named: { 供需信息: { by: 'item_id', table: 'market_item', name: 'title' } },
      copy: { 姓名: 'name', 电话: 'phone', 结果: 'outcome', 时间: 'created_at' },
      others: { why: forFormerCompany('market_visit'), mask: { name: maskName, phone: maskPhone } },
      end: { keep: '对方凭这条记录知道约定的结果', hide: ['name', 'phone'], also: (db, userId) => leaveVisits(k, db, userId) },
    },
  })
  personalData(k, {
    table: 'market_report',
    own: {
      title: '举报的供需信息',
      by: 'user_id',
      named: { 供需信息: { by: 'item_id', table: 'market_item', name: 'title' } },
      copy: { 内容: 'reason', 处理结果: 'reply', 时间: 'created_at' },
      end: { keep: '举报按办理记录保存', hide: ['reason'] },
    },
    dealtBy: ['settled_by'],
  })
  personalData(k, {
    table: 'market_proof',
    own: { title: '在供需市场验证过的号码', by: 'user_id', copy: { 验证时间: 'proved_at' }, end: 'erase' },
  })
  personalData(k, { table: 'market_slot', dealtBy: ['created_by'] })
  personalData(k, {
    table: 'market_favourite',
    own: {
      title: '收藏的供需信息',
      by: 'user_id',
      named: { 供需信息: { by: 'item_id', table: 'market_item', name: 'title' } },
      copy: { 收藏时间: 'created_at' },
      end: 'erase',
    },
  })
  personalData(k, {
    table: 'market_search',
    own: { title: '保存的供需筛选', by: 'user_id', copy: { 名称: 'name', 保存时间: 'created_at' }, end: 'erase' },
  })
  personalData(k, {
    table: 'market_question',
    own: {
      title: '向业主提的问题',
      by: 'user_id',
      named: { 供需信息: { by: 'item_id', table: 'market_item', name: 'title' } },
      copy: { 问题: 'question', 回答: 'answer', 时间: 'created_at' },
      end: { keep: '回答过的问题是这条信息的一部分' },
    },
    dealtBy: ['answered_by'],
  })
}
