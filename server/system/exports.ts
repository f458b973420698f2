import { LogQuery } from '../../contract/system.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskName } from '../kernel/access/pii.ts'
import { auditRowsAfter, countAudit } from './audit-rows.ts'
import { countVisits, visitsAfter } from './log-rows.ts'

const filters = LogQuery.omit({ page: true, pageSize: true, kind: true })

/** Exports of both logs (/work/logmanage), each with the permission of its list. */
export function offerLogExports(k: Kernel): void {
  offersExport(k, 'visitLog', {
    title: '访问日志',
    // As in the list: who reads the audit log reads the visits too.
    access: ['log:read', 'audit:read'],
    filters,
    columns: [
      { key: 'at', title: '时间', width: 22 },
      { key: 'userName', title: '用户', mask: maskName },
      { key: 'userType', title: '用户类型', width: 10 },
      { key: 'ip', title: '来源地址' },
      { key: 'routerName', title: '页面地址', width: 40 },
      { key: 'pageTitle', title: '页面名称', width: 30 },
    ],
    count: ({ db, filters: q }) => countVisits(db, q),
    rows: ({ db, filters: q, signal }) => byKeyset(signal, (after, limit) => visitsAfter(db, q, after, limit)),
  })
  offersExport(k, 'auditLog', {
    title: '审计日志',
    access: 'audit:read',
    filters,
    columns: [
      { key: 'at', title: '时间', width: 22 },
      { key: 'userName', title: '用户' },
      { key: 'userType', title: '用户类型', width: 10 },
      { key: 'ip', title: '来源地址' },
      { key: 'action', title: '操作', width: 24 },
      { key: 'objectType', title: '对象类型' },
      { key: 'objectId', title: '对象编号' },
      { key: 'result', title: '结果', width: 10 },
      { key: 'requestId', title: '请求编号', width: 20 },
      { key: 'detail', title: '详情', width: 60 },
    ],
    count: ({ db, filters: q }) => countAudit(db, q),
    rows: ({ db, filters: q, signal }) => byKeyset(signal, (after, limit) => auditRowsAfter(db, q, after, limit)),
  })
}
