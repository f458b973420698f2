import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { company, type ArchiveField, type FactValue } from '../../contract/company.ts'
import { matching, type Question } from '../../contract/matching.ts'
import { call } from '../api.ts'
import { ErrorSummary, type SummaryLine } from '../kit/error-summary.tsx'
import { readFailure } from '../kit/failure.ts'
import { ErrorState } from '../kit/table-states.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.ts'
import { QuestionField } from '../matching/index.ts'
import { toast } from '../toast.ts'

const asQuestion = (f: ArchiveField, group: string): Question => ({
  key: f.key,
  label: f.label,
  question: f.label,
  type: f.type,
  unit: f.unit,
  options: f.options,
  group,
  note: f.question === f.label ? null : f.question,
})

/** The core fields that are blank, then what the policy's rule asks and the archive does not say. */
async function load(policyId: number | null) {
  const [archive, situation] = await Promise.all([
    call(company.archive, { query: {} }, { silent: true }),
    policyId === null ? null : call(matching.matchSituation, { query: { policyId } }, { silent: true }),
  ])
  const wanted = new Set([...archive.missing.map((m) => m.key), ...(situation?.judgement?.missing ?? [])])
  const fields = archive.groups.flatMap((g) =>
    g.fields.filter((f) => wanted.has(f.key) && f.editable && f.value === null).map((f) => ({ field: f, group: g.group })),
  )
  return { archive, fields: [...fields.filter((f) => f.field.core), ...fields.filter((f) => !f.field.core)] }
}

export default function ReplenishArchive({ policyId }: { policyId: number | null }) {
  const navigate = useNavigate()
  const found = useQuery({ queryKey: ['replenish', policyId], queryFn: () => load(policyId), staleTime: 0, refetchOnWindowFocus: false })
  const [values, setValues] = useState<Record<string, FactValue>>({})
  const [errors, setErrors] = useState<{ lines: SummaryLine[]; at: Record<string, string>; traceId: string | null; round: number }>({
    lines: [],
    at: {},
    traceId: null,
    round: 0,
  })
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const filled = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== ''))
  useLeaveGuard(() => !saved && Object.keys(filled).length > 0)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <p className="meta" role="status">
        正在加载…
      </p>
    )
  const { archive, fields } = found.data
  const on = policyId === null ? '/work/enterpriseArchive' : `/page/policyserverdeclare?policyId=${policyId}`

  const save = async () => {
    setBusy(true)
    try {
      if (Object.keys(filled).length > 0) {
        await call(company.saveArchive, { body: { version: archive.version, values: filled } }, { silent: true })
        toast.success('保存成功')
      }
      setSaved(true)
      setTimeout(() => void navigate(on))
    } catch (error) {
      const failure = readFailure(error)
      const at = Object.fromEntries(failure.fields.map((f) => [f.path.replace(/^(body\.)?values\./, ''), f.message]))
      const lines = fields.flatMap(({ field }) =>
        at[field.key] ? [{ id: `q-${field.key}`, label: field.label, message: at[field.key]! }] : [],
      )
      setErrors((e) => ({
        lines: lines.length > 0 ? lines : [{ message: failure.message }],
        at,
        traceId: failure.traceId,
        round: e.round + 1,
      }))
      if (failure.code === 'CONFLICT') void found.refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className="meta">企业信息完整度 {archive.completeness}%。补充后匹配更准确，申报表也会自动带入；填写的内容记为“企业填报”。</p>
      <form
        className="card"
        style={{ maxWidth: 880, marginTop: 16, padding: 24 }}
        onSubmit={(e) => {
          e.preventDefault()
          void save()
        }}
      >
        <ErrorSummary {...errors} />
        {fields.length === 0 ? (
          <p>这项政策需要的信息已经齐全。</p>
        ) : (
          fields.map(({ field, group }, i) => (
            <div key={field.key} style={{ marginBottom: 20 }}>
              {fields[i - 1]?.group !== group && <h2 style={{ fontSize: 'var(--fs-h3)', marginBottom: 8 }}>{group}</h2>}
              <QuestionField
                question={asQuestion(field, group)}
                value={values[field.key] ?? undefined}
                skipped={field.key in values && values[field.key] === null}
                error={errors.at[field.key]}
                onChange={(v) =>
                  setValues((old) => {
                    const { [field.key]: _, ...rest } = old
                    return v === undefined ? rest : { ...rest, [field.key]: v }
                  })
                }
              />
            </div>
          ))
        )}
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            {policyId === null ? '保存' : fields.length === 0 ? '前往申报' : '保存并前往申报'}
          </button>
          {fields.length > 0 && policyId !== null && (
            <a className="btn" href={on}>
              暂不补充，前往申报
            </a>
          )}
        </p>
      </form>
    </>
  )
}
