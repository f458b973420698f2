import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { FactValue } from '../../../contract/company.ts'
import { highTech, type ScoreSheet } from '../../../contract/matching/hightech.ts'
import { call } from '../../api.ts'
import { ErrorSummary, type SummaryLine } from '../../kit/form/error-summary.tsx'
import { readFailure } from '../../kit/failure.ts'
import { PrintButton } from '../../kit/print-button.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts'
import { toast } from '../../toast.ts'
import { EvidenceTable } from './evidence-table.tsx'
import { FinanceTable } from './finance-table.tsx'
import { QuestionList } from './question-list.tsx'
import { ScoreSummary } from './score-summary.tsx'
import css from './scoring.module.css'
import { useLiveScore } from './use-live-score.ts'

type Edits = Readonly<Record<string, FactValue>>
const calm = { lines: [] as SummaryLine[], at: {} as Record<string, string>, traceId: null as string | null, round: 0 }

export default function ScoreSheetPage({ id }: { id: number }) {
  const config = useQuery({
    queryKey: ['score', 'config', id],
    queryFn: () => call(highTech.config, { query: { id } }, { silent: true }),
    retry: false,
  })
  const policyId = config.data?.polId ?? null
  const sheet = useQuery({
    queryKey: ['score', 'sheet', policyId],
    queryFn: () => call(highTech.questions, { query: { policyId: policyId! } }, { silent: true }),
    enabled: policyId !== null,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const failed = config.error ?? sheet.error
  return (
    <>
      {config.data && (
        <nav className={css.tabs} aria-label="评分表" data-print="hide">
          {config.data.tables
            .filter((t) => t.polId !== null)
            .map((t) => (
              <Link key={t.id} to={`?id=${t.id}`} aria-current={t.id === id ? 'page' : undefined}>
                {t.name.split('（', 1)[0]!}
              </Link>
            ))}
        </nav>
      )}
      {failed ? (
        readFailure(failed).code === 'NO_CONSENT' ? (
          <NoConsent />
        ) : (
          <ErrorState error={failed} onRetry={() => void (config.error ? config.refetch() : sheet.refetch())} />
        )
      ) : config.data && policyId === null ? (
        <p className="card" style={{ padding: 24 }}>
          这张评分表对应的政策尚未上线。
        </p>
      ) : sheet.data ? (
        <Sheet sheet={sheet.data} reload={() => sheet.refetch()} />
      ) : (
        <p className="meta" role="status">
          正在加载…
        </p>
      )}
    </>
  )
}

const NoConsent = () => (
  <div className="card" style={{ padding: 32, marginTop: 16 }}>
    <p style={{ marginBottom: 16 }}>评分要读取企业档案，贵企业还没有授权。授权可随时撤回。</p>
    <Link className="btn btn-primary" to="/work/enterpriseArchive">
      前往授权
    </Link>
  </div>
)

function Sheet({ sheet, reload }: { sheet: ScoreSheet; reload(): Promise<unknown> }) {
  const [edits, setEdits] = useState<Edits>({})
  const [errors, setErrors] = useState(calm)
  const [busy, setBusy] = useState(false)
  const live = useLiveScore(sheet, edits)
  const dirty = Object.keys(edits).length > 0
  useLeaveGuard(() => dirty, { standsAtQuery: true })
  const labels = useMemo(() => new Map(sheet.questions.flatMap((q) => q.inputs.map((i) => [i.key, i.label]))), [sheet])

  const change = (key: string, value: FactValue | undefined) =>
    setEdits((old) => {
      const { [key]: _, ...rest } = old
      return value === undefined ? rest : { ...rest, [key]: value }
    })
  const save = async () => {
    setBusy(true)
    try {
      const questionResults = Object.entries(edits).map(([field, value]) => ({ field, value }))
      const outcome = await call(highTech.saveQuestions, { body: { policyId: sheet.policyId!, questionResults } }, { silent: true })
      setEdits({})
      setErrors((e) => ({ ...calm, round: e.round + 1 }))
      await reload()
      toast.success(`保存成功，评分状态：${outcome.status}`)
    } catch (error) {
      const failure = readFailure(error)
      const keys = Object.keys(edits)
      const at = Object.fromEntries(
        failure.fields.flatMap((f) => {
          const key = keys[Number(/questionResults\.(\d+)/.exec(f.path)?.[1] ?? -1)]
          return key ? [[key, f.message]] : []
        }),
      )
      const lines = Object.entries(at).map(([key, message]) => ({ id: `q-${key}`, label: labels.get(key) ?? '', message }))
      setErrors((e) => ({ lines: lines.length ? lines : [{ message: failure.message }], at, traceId: failure.traceId, round: e.round + 1 }))
    } finally {
      setBusy(false)
    }
  }
  const tables = sheet.questions.filter((q) => q.table)
  return (
    <div className={css.layout}>
      <aside className={css.side}>
        <ScoreSummary sheet={sheet} live={live} />
        <p className={css.actions} data-print="hide">
          <PrintButton />
        </p>
      </aside>
      <div className={css.main}>
        {sheet.note && <p className={css.note}>{sheet.note}</p>}
        <ErrorSummary {...errors} />
        <FinanceTable companyId={sheet.companyId} onSaved={reload} />
        {tables.map((q) => (
          <EvidenceTable key={q.id} table={q.table!} onSaved={reload} />
        ))}
        <QuestionList sheet={sheet} edits={edits} errors={errors.at} onChange={change} />
        <div className={css.bar} data-print="hide">
          <button type="button" className="btn btn-primary" disabled={busy || !dirty} onClick={() => void save()}>
            {busy ? '正在保存…' : '保存并评分'}
          </button>
          {dirty && (
            <button type="button" className="btn" onClick={() => setEdits({})}>
              放弃修改
            </button>
          )}
          <span className="meta" role="status">
            {dirty ? `有 ${Object.keys(edits).length} 项修改未保存` : '全部已保存'}
          </span>
        </div>
      </div>
    </div>
  )
}
