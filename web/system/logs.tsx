import { useState } from 'react'
import { system } from '../../contract/system.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar } from '../kit/table/search-bar.tsx'
import { useListAddress } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { auditFields, auditShape, auditCriteria } from './logs/audit-fields.tsx'
import { ChainCheck } from './logs/chain-check.tsx'
import { LogWindow } from './logs/log-window.tsx'
import { visitCriteria, visitFields, visitShape } from './logs/visit-fields.tsx'
import type { LogEntry } from './logs/entry.ts'

const EntryDrawer = lazyPart(() => import('./logs/entry-drawer.tsx').then((m) => m.EntryDrawer))

/** 日志管理: opened screens for the system administrator, actions on records for the audit administrator. */
export default function Logs() {
  return useCan()('audit:read') ? <AuditLog /> : <VisitLog />
}

function VisitLog() {
  const { state } = useListAddress(visitShape)
  const [more, setMore] = useState(false)
  return (
    <>
      <SearchBar fields={visitCriteria} shape={visitShape} />
      <LogWindow kind="visit" shape={visitShape} more={more} />
      <PagedTable
        name="visitLog"
        first="还没有访问记录。"
        fields={visitFields}
        shape={visitShape}
        endpoint={system.listLogs}
        asked={{ kind: 'visit' }}
        onAnswer={(answer) => setMore(answer.more)}
        tools={<ExportButton title="导出访问日志" source={exportSource('visitLog', state.filters)} />}
      />
    </>
  )
}

function AuditLog() {
  const { state } = useListAddress(auditShape)
  const [more, setMore] = useState(false)
  const [entry, setEntry] = useState<LogEntry | null>(null)
  return (
    <>
      <SearchBar fields={auditCriteria} shape={auditShape} />
      <LogWindow kind="audit" shape={auditShape} more={more} />
      <PagedTable
        name="auditLog"
        first="还没有审计记录。"
        fields={auditFields}
        shape={auditShape}
        endpoint={system.listLogs}
        asked={{ kind: 'audit' }}
        onAnswer={(answer) => setMore(answer.more)}
        tools={
          <>
            <ChainCheck />
            <ExportButton title="导出审计日志" source={exportSource('auditLog', state.filters)} />
          </>
        }
        actions={[{ label: '详情', open: setEntry }]}
      />
      {entry && <EntryDrawer entry={entry} onClose={() => setEntry(null)} />}
    </>
  )
}
