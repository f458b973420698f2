import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { highTech, highTechResults, type ScoreResultRow } from '../../../contract/matching/hightech.ts'
import { scoreLook, scoreStatuses, scoreTones, type ScoreStatus } from '../../../contract/matching/score-status.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import type { Field } from '../../kit/form/fields.ts'
import { searchFields } from '../../kit/form/fields.ts'
import { readListState } from '../../kit/table/list-state.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCan } from '../../session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useOffered } from '../../kit/view-only.tsx'

const ScoreSheetDrawer = lazyPart(() => import('./score-sheet-drawer.tsx').then((m) => m.ScoreSheetDrawer))

const Status = ({ status }: { status: ScoreStatus }) => {
  const look = scoreLook(status)
  return look && <StatusTag tone={scoreTones[look.style]}>{look.text}</StatusTag>
}
const widths: Record<string, number> = { companyName: 260, code: 200, scoreText: 170, status: 130, missing: 110, updateTime: 180 }

/** Scores of all companies that consented; the server names the columns of the score table (findHeaderList). */
export function ScoreResults() {
  const [params, setParams] = useSearchParams()
  const id = /^[1-9]\d?$/.test(params.get('table') ?? '') ? Number(params.get('table')) : 1
  const config = useQuery({
    queryKey: ['score', 'config', id],
    queryFn: () => call(highTech.config, { query: { id } }, { silent: true }),
    retry: false,
  })
  const headers = useQuery({
    queryKey: ['score', 'headers', id],
    queryFn: () => call(highTechResults.headers, { query: { id } }, { silent: true }),
    retry: false,
    staleTime: Infinity,
  })
  const failed = config.error ?? headers.error
  if (failed) return <ErrorState error={failed} onRetry={() => void Promise.all([config.refetch(), headers.refetch()])} />
  if (!headers.data || !config.data) return <p role="status">正在加载…</p>
  const choose = (table: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set('table', table)
      next.delete('page')
      return next
    })
  return (
    <>
      <Segmented
        aria-label="评分表"
        style={{ marginBottom: 16, maxWidth: '100%', overflowX: 'auto' }}
        value={String(id)}
        options={config.data.tables.map((t) => ({ value: String(t.id), label: t.name.split('（', 1)[0]! }))}
        onChange={choose}
      />
      <Results key={id} id={id} policyId={config.data.polId} headers={headers.data} />
    </>
  )
}

function Results({ id, policyId, headers }: { id: number; policyId: number | null; headers: { prop: string; label: string }[] }) {
  const can = useCan()
  const [params] = useSearchParams()
  const [open, setOpen] = useState<ScoreResultRow | null>(null)
  const [busy, setBusy] = useState(false)
  const offered = useOffered()
  const fields: Field<ScoreResultRow, never, never>[] = headers.map(({ prop, label }) => ({
    key: prop,
    label,
    on: prop === 'companyName' ? ['search', 'table'] : prop === 'status' ? ['search', 'table'] : ['table'],
    width: widths[prop] ?? 150,
    ...(prop === 'companyName' ? { card: 'title' as const } : {}),
    ...(prop === 'updateTime' ? { kind: 'dateTime' as const } : {}),
    ...(prop === 'status'
      ? {
          kind: 'select' as const,
          options: scoreStatuses.map((s) => ({ value: s, label: s })),
          show: (row: ScoreResultRow) => <Status status={row.status} />,
        }
      : {}),
  }))
  const criteria = searchFields(fields)
  const shape = searchShape(criteria)
  const run = async () => {
    setBusy(true)
    try {
      const { filters } = readListState(params, shape)
      saveBlob(
        (await call(highTechResults.export, {
          body: { id, ...(filters as { companyName?: string; status?: ScoreStatus }) },
        })) as BlobAnswer,
      )
    } catch {
      // The call has already shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={`scores-${id}`}
        fields={fields}
        shape={shape}
        endpoint={highTechResults.page}
        asked={{ id }}
        actions={policyId !== null && can('company:read') ? [{ label: '查看评分表', open: setOpen }] : []}
        tools={
          can('export:run') && (
            <Button loading={busy} onClick={() => void run()} {...offered}>
              导出
            </Button>
          )
        }
        first="还没有企业的评分。企业授权后由系统自动评分。"
      />
      {open && policyId !== null && <ScoreSheetDrawer policyId={policyId} row={open} onClose={() => setOpen(null)} />}
    </>
  )
}
