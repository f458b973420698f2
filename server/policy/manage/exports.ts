import { ConsultExport } from '../../../contract/policy/consult.ts'
import { CONSULT_ANSWERED, policyStateLabels, policyStatusLabels } from '../../../contract/policy/codes.ts'
import { ManagedExport } from '../../../contract/policy/managed-policies.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import { forbidden } from '../../kernel/errors.ts'
import { byKeyset, offersExport } from '../../kernel/export/exporters.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { consultCount, consultsAfter, forReader } from '../consult/consult-queries.ts'
import { DocumentExport } from '../../../contract/policy/documents.ts'
import { documentCount, documentsAfter } from '../document/documents.ts'
import { managedAfter, managedCount } from './managed-queries.ts'
import { headItem } from '../list-item.ts'
import { saidCells } from '../rule/said-rule.ts'

/** An export also requires the right to read the screen. */
function mustRead(actor: Actor): void {
  if (!actor.permissions.has('policy:read')) throw forbidden()
}

/** The lists of the workbench as sheets, with the filters and row scope of the screens. */
export function offerExports(k: Kernel): void {
  offersExport(k, 'policy', {
    title: '政策',
    access: 'export:run',
    filters: ManagedExport,
    columns: [
      { key: 'id', title: '编号', width: 8 },
      { key: 'policyTitle', title: '政策标题', width: 40 },
      { key: 'policyNo', title: '文号', width: 30 },
      { key: 'policyDepName', title: '发文部门', width: 24 },
      { key: 'levelName', title: '级别' },
      { key: 'areaName', title: '适用地区', width: 18 },
      { key: 'supportModes', title: '支持方式', width: 20 },
      { key: 'stateName', title: '上架状态' },
      { key: 'statusName', title: '申报状态' },
      { key: 'applyFrom', title: '申报开始', width: 12 },
      { key: 'applyTo', title: '申报截止', width: 12 },
      { key: 'maxAmount', title: '最高金额（万元）', width: 16 },
      { key: 'policyCreateTime', title: '发布时间', width: 22 },
      { key: 'viewNum', title: '浏览数' },
      { key: 'conditions', title: '申报条件', width: 60 },
      { key: 'benefits', title: '扶持标准', width: 60 },
    ],
    count: async ({ db, actor, filters }) => {
      mustRead(actor)
      return managedCount(db, filters, actor)
    },
    rows: ({ k: kernel, db, actor, filters, signal, columns }) => {
      const day = today(kernel.clock)
      const wordy = columns.includes('conditions') || columns.includes('benefits')
      return byKeyset(signal, async (after, limit) => {
        const list = await managedAfter(db, filters, actor, after, limit)
        const said = wordy
          ? await saidCells(
              kernel,
              db,
              list.map(({ id }) => id),
            )
          : undefined
        return list.map((row) => {
          const { supportModes, status, ...item } = headItem(row, day, siteArea(kernel.config))
          return {
            ...item,
            areaName: item.areaName ?? '全国',
            supportModes: supportModes.join('、'),
            statusName: policyStatusLabels[status],
            stateName: policyStateLabels[row.state],
            conditions: said?.get(row.id)?.conditions ?? '',
            benefits: said?.get(row.id)?.benefits ?? '',
          }
        })
      })
    },
  })
  offersExport(k, 'policyDocument', {
    title: '政策文件',
    access: 'export:run',
    filters: DocumentExport,
    columns: [
      { key: 'id', title: '编号', width: 8 },
      { key: 'file_name', title: '文件名称', width: 40 },
      { key: 'policy_title', title: '政策标题', width: 40 },
      { key: 'doc_no', title: '文号', width: 30 },
      { key: 'publish_date', title: '发文日期', width: 12 },
      { key: 'stateName', title: '状态' },
      { key: 'review_opinion', title: '审核意见', width: 40 },
      { key: 'created_at', title: '上传时间', width: 22 },
    ],
    count: async ({ db, actor, filters }) => {
      mustRead(actor)
      return documentCount(db, actor, filters)
    },
    rows: ({ db, actor, filters, signal }) =>
      byKeyset(signal, async (after, limit) =>
        (await documentsAfter(db, actor, filters, after, limit)).map((row) => ({ ...row, stateName: policyStateLabels[row.state] })),
      ),
  })
  offersExport(k, 'policyConsult', {
    title: '政策咨询',
    access: 'export:run',
    filters: ConsultExport,
    columns: [
      { key: 'id', title: '编号', width: 8 },
      { key: 'title', title: '政策标题', width: 40 },
      { key: 'user_name', title: '咨询人', width: 20 },
      { key: 'content', title: '咨询内容', width: 50 },
      { key: 'created_at', title: '咨询时间', width: 22 },
      { key: 'stateName', title: '状态' },
      { key: 'passed_to_name', title: '转交给', width: 14 },
      { key: 'reply', title: '回复内容', width: 50 },
      { key: 'reply_user_name', title: '回复人', width: 14 },
      { key: 'reply_at', title: '回复时间', width: 22 },
    ],
    count: async ({ db, actor, filters }) => {
      if (!actor.permissions.has('consult:read')) throw forbidden()
      return consultCount(db, forReader(actor, filters))
    },
    rows: ({ db, actor, filters, signal }) =>
      byKeyset(signal, async (after, limit) =>
        (await consultsAfter(db, forReader(actor, filters), after, limit)).map((row) => ({
          ...row,
          stateName: row.state === CONSULT_ANSWERED ? '已回复' : '待回复',
        })),
      ),
  })
}
