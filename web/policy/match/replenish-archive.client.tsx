import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { company, type ArchiveField, type FactValue } from '../../../contract/company.ts'
import { isBlank, REQUIRED_ANSWER, shownOf } from '../../../contract/matching/asked.ts'
import { matchForms } from '../../../contract/matching/forms.ts'
import { replenish } from '../../../contract/matching/replenish.ts'
import { matching, type Question } from '../../../contract/matching.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { ErrorSummary, type SummaryLine } from '../../kit/form/error-summary.tsx'
import { readFailure } from '../../kit/failure.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts'
import { QuestionField } from '../../matching/index.ts'
import { toast } from '../../toast.ts'

interface Asked {
  question: Question
  required: boolean
  /** heading, when the questions are grouped as in the archive */
  group: string | null
}
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

async function load(policyId: number | null) {
  const [archive, situation, form] = await Promise.all([
    call(company.archive, { query: {} }, { silent: true }),
    policyId === null ? null : call(matching.matchSituation, { query: { policyId } }, { silent: true }),
    policyId === null ? [] : call(matchForms.questions, { query: { policyId } }, { silent: true }),
  ])
  return { archive, missing: situation?.judgement?.missing ?? [], form }
}
type Loaded = Awaited<ReturnType<typeof load>>

/** The questions that the archive does not answer: those of the policy's form, else the empty core fields and then what its rule needs. */
function askedOf({ archive, missing, form }: Loaded, values: Readonly<Record<string, FactValue>>): Asked[] {
  const all = archive.groups.flatMap((g) => g.fields.map((field) => ({ field, group: g.group })))
  const blank = new Map(all.filter(({ field }) => field.editable && isBlank(field.value)).map((f) => [f.field.key, f]))
  if (form.length > 0) {
    const known = { ...Object.fromEntries(all.map(({ field }) => [field.key, field.value])), ...values }
    return shownOf(form, known).flatMap((question) =>
      blank.has(question.key) ? [{ question, required: question.required, group: null }] : [],
    )
  }
  const wanted = new Set([...archive.missing.map((m) => m.key), ...missing])
  const fields = [...blank.values()].filter(({ field }) => wanted.has(field.key))
  return [...fields.filter((f) => f.field.core), ...fields.filter((f) => !f.field.core)].map(({ field, group }) => ({
    question: asQuestion(field, group),
    required: false,
    group,
  }))
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
  const asked = found.data ? askedOf(found.data, values) : []
  const filled = Object.fromEntries(
    asked.flatMap(({ question: { key } }) => (isBlank(values[key]) ? [] : [[key, values[key]] as [string, FactValue]])),
  )
  useLeaveGuard(() => !saved && Object.keys(filled).length > 0)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <p className="meta" role="status">
        正在加载…
      </p>
    )
  const { archive } = found.data
  const on = policyId === null ? '/work/enterpriseArchive' : `/page/policyserverdeclare?policyId=${policyId}`

  const linesOf = (at: Readonly<Record<string, string>>) =>
    asked.flatMap(({ question: { key, label } }) => (at[key] ? [{ id: `q-${key}`, label, message: at[key] }] : []))
  const save = async () => {
    const open = asked.filter(({ question, required }) => required && isBlank(values[question.key]))
    if (open.length > 0) {
      const at = Object.fromEntries(open.map(({ question }) => [question.key, REQUIRED_ANSWER]))
      setErrors((e) => ({ lines: linesOf(at), at, traceId: null, round: e.round + 1 }))
      return
    }
    setBusy(true)
    try {
      if (Object.keys(filled).length > 0) {
        const body = { version: archive.version, values: filled }
        if (policyId === null) await call(company.saveArchive, { body }, { silent: true })
        else await call(replenish.save, { body: { ...body, policyId } }, { silent: true })
        toast.success('保存成功')
      }
      setSaved(true)
      setTimeout(() => void navigate(on))
    } catch (error) {
      const failure = readFailure(error)
      const at = Object.fromEntries(failure.fields.map((f) => [f.path.replace(/^(body\.)?values\./, ''), f.message]))
      const lines = linesOf(at)
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
        {asked.length === 0 ? (
          <p>这项政策需要的信息已经齐全。</p>
        ) : (
          asked.map(({ question, required, group }, i) => (
            <div key={question.key} style={{ marginBottom: 20 }}>
              {group !== null && asked[i - 1]?.group !== group && <h2 style={{ fontSize: 'var(--fs-h3)', marginBottom: 8 }}>{group}</h2>}
              <QuestionField
                question={question}
                required={required}
                value={values[question.key] ?? undefined}
                skipped={question.key in values && values[question.key] === null}
                error={errors.at[question.key]}
                onChange={(v) =>
                  setValues((old) => {
                    const { [question.key]: _, ...rest } = old
                    return v === undefined ? rest : { ...rest, [question.key]: v }
                  })
                }
              />
            </div>
          ))
        )}
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            {policyId === null ? '保存' : asked.length === 0 ? messages.goDeclare : '保存并前往申报'}
          </button>
          {asked.length > 0 && policyId !== null && (
            <a className="btn" href={on}>
              暂不补充，前往申报
            </a>
          )}
        </p>
      </form>
    </>
  )
}
