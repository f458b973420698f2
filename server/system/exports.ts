import { LogQuery } from '../../contract/system.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskName } from '../kernel/access/pii.ts'
import { countAudit } from './audit-rows.ts'
import { auditSheetColumns, auditSheetRows } from './audit-sheet.ts'
import { countVisits, visitsAfter } from './log-rows.ts'

const filters = LogQuery.omit({ page: true, pageSize: true, kind: true })

/** Exports of both logs (/work/logmanage), each with the permission of its list. */
export function offerLogExports(k: Kernel): void {
  offersExport(k, 'visitLog', {
    title: '访问日志',
    access: 'log:read',
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
    columns: auditSheetColumns,
    count: ({ db, filters: q }) => countAudit(db, q),
    rows: ({ db, filters: q, signal }) => byKeyset(signal, (after, limit) => auditSheetRows(k, db, q, after, limit)),
  })
}
