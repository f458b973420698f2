import { use, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { DeclarationDetail } from '../../contract/declaration.ts'
import { ErrorSummary } from '../kit/form/error-summary.tsx'
import { readFailure } from '../kit/failure.ts'
import { focusField } from '../kit/form/focus-error.ts'
import { UploadGateContext, type UploadGate } from '../kit/upload/upload-gate.ts'
import { DeclareAsContext, type DeclareAs } from './declare-as.ts'
import { CarriedNotice } from './carried-notice.tsx'
import { CheckPart } from './check-part.tsx'
import { workOutForm } from '../../contract/form/values.ts'
import {
  CHECK,
  correctionAt,
  faultsOf,
  fieldId,
  isOpen,
  materialId,
  MATERIALS,
  placeOf,
  SectionFields,
  unsavedOf,
  wireOf,
} from '../form/index.ts'
import { MaterialField } from './material-field.tsx'
import { Meter } from './meter.tsx'
import { Preview } from './preview.tsx'
import { Receipt } from './receipt.tsx'
import { ReuseDossier } from './reuse-dossier.tsx'
import { TaskList } from './task-list.tsx'
import { useAssistance, useDeclaration } from './use-declaration.ts'
import { useAbandonQuestion } from './use-abandon-question.ts'
import { calm, hindrances, PROMISE, toldOf } from './wizard-errors.ts'
import { WizardHead, WizardNotices } from './wizard-head.tsx'
import { WizardPart } from './wizard-part.tsx'
import { continuesAt, partsOf } from './wizard-parts.ts'
import styles from './declare.module.css'

/** 申报向导: task list, one part at a time, check of all answers, receipt. All parts stay mounted so that an error can link to its field. */
export function Wizard({ detail, reload }: { detail: DeclarationDetail; reload(): void }) {
  const as = use(DeclareAsContext)
  const form = useDeclaration(detail)
  const { t, typed, files, draft } = form
  const [params, setParams] = useSearchParams()
  const [errors, setErrors] = useState(calm)
  const [promise, setPromise] = useState(false)
  const [busy, setBusy] = useState(false)
  const [receipt, setReceipt] = useState<Awaited<ReturnType<DeclareAs['submit']>> | null>(null)
  const [preview, setPreview] = useState(false)
  const gate = useRef<UploadGate>(new Map())
  const body = useRef<HTMLDivElement>(null)
  const data = wireOf(t, typed)
  const { known, meter } = useAssistance(detail, data)
  const { unlocked, corrections } = detail
  const mustAsk = useAbandonQuestion(detail, draft, receipt === null)

  const faults = faultsOf(t, typed, files)
  const [opensAt] = useState(() => continuesAt(detail, t, faults))
  const worked = workOutForm(t, data)
  const shown = t.sections.filter((s) => !worked.hidden.has(`section.${s.key}`))
  const materials = t.materials.filter((m) => !worked.hidden.has(`files.${m.key}`))
  const parts = partsOf(t, faults, data, files, worked)
  const noted = new Set(corrections.map(({ path }) => placeOf(t, path)?.part))
  const marked = parts.map((p) => ({
    ...p,
    noted: noted.has(p.key),
    state: errors.lines.some((l) => l.id && partOf(l.id) === p.key) ? ('fault' as const) : p.state,
  }))
  function partOf(id: string): string {
    if (id === PROMISE) return CHECK
    return t.sections.find((s) => s.fields.some((f) => fieldId(f) === id))?.key ?? MATERIALS
  }
  const asked = params.get('step')
  const part = parts.find((p) => p.key === asked) ?? parts.find((p) => noted.has(p.key)) ?? parts.find((p) => p.key === opensAt)
  const current = (part ?? parts[0]!).key
  const go = (key: string) => {
    setParams(
      (p) => {
        const next = new URLSearchParams(p)
        next.set('step', key)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
    void draft.flush()
    requestAnimationFrame(() => {
      body.current?.scrollIntoView({ block: 'start' })
      body.current?.querySelector<HTMLElement>('section:not([hidden]) h2')?.focus({ preventScroll: true })
    })
  }
  const at = parts.findIndex((p) => p.key === current)

  const tell = (found: readonly { path: string; message: string }[], general?: string, traceId: string | null = null) => {
    const { lines, at } = toldOf(t, found, general)
    setErrors((e) => ({ lines, at, traceId, round: e.round + 1 }))
    const first = lines.find((l) => l.id)?.id
    if (first) {
      go(partOf(first))
      setTimeout(() => focusField(first), 60)
    }
  }
  const submit = async () => {
    const hindering = hindrances(t, faults, gate.current, promise)
    if (hindering.length > 0) return tell(hindering)
    setBusy(true)
    try {
      await draft.flush()
      if (draft.pending()) return tell([], '内容还没有保存到服务器，请检查网络后再提交')
      const done = await as.submit({ id: detail.id, version: form.version(), promise: true })
      mustAsk.current = false
      await draft.clear()
      setReceipt(done)
    } catch (error) {
      const failure = readFailure(error)
      tell(failure.fields, failure.message, failure.traceId)
    } finally {
      setBusy(false)
    }
  }
  if (receipt) return <Receipt receipt={receipt} projectName={detail.projectName} policyTitle={detail.policyTitle} />

  const clear = (id: string) => {
    if (errors.at[id])
      setErrors((e) => ({
        ...e,
        at: Object.fromEntries(Object.entries(e.at).filter(([k]) => k !== id)),
        lines: e.lines.filter((l) => l.id !== id),
      }))
  }
  const region = (key: string, title: string, children: ReactNode, hint?: string) => (
    <WizardPart key={key} id={key} title={title} hint={hint} hidden={current !== key}>
      {children}
    </WizardPart>
  )
  return (
    <UploadGateContext value={gate.current}>
      <WizardHead detail={detail} saved={draft.text} unsaved={unsavedOf(t, typed)} onPreview={() => setPreview(true)} />
      {preview && <Preview detail={detail} data={data} files={files} onClose={() => setPreview(false)} />}
      <WizardNotices form={form} reload={reload} corrections={corrections.length} deadline={detail.deadline} />
      <CarriedNotice note={detail.carried} />
      {as.assisted && <ReuseDossier detail={detail} version={form.version} before={draft.flush} reload={reload} />}
      <div className={styles.layout}>
        <aside className={styles.side}>
          <TaskList parts={marked} current={current} onGo={go} />
          {as.assisted && <Meter meter={meter} />}
        </aside>
        <div className={`card ${styles.body}`} ref={body}>
          <ErrorSummary lines={errors.lines} traceId={errors.traceId} round={errors.round} />
          {shown.map((s) =>
            region(
              s.key,
              s.title,
              <SectionFields
                section={s}
                typed={typed}
                worked={worked}
                errors={errors.at}
                unlocked={unlocked}
                corrections={corrections}
                known={known}
                onChange={(f, v) => {
                  clear(fieldId(f))
                  form.change(f.key, v)
                }}
                onLeave={() => void draft.flush()}
              />,
              s.hint,
            ),
          )}
          {materials.length > 0
            && region(
              MATERIALS,
              '申报材料',
              materials.map((m) => (
                <MaterialField
                  key={m.key}
                  material={m}
                  files={files[m.key] ?? []}
                  open={isOpen(unlocked, `files.${m.key}`)}
                  correction={correctionAt(corrections, `files.${m.key}`)}
                  error={errors.at[materialId(m)]}
                  onChange={(list) => {
                    clear(materialId(m))
                    form.attach(m.key, list)
                  }}
                />
              )),
            )}
          {region(
            CHECK,
            '核对并提交',
            <CheckPart
              t={t}
              data={worked.values}
              hidden={worked.hidden}
              files={files}
              previous={detail.previous}
              unlocked={unlocked}
              onEdit={go}
              promise={promise}
              fault={Boolean(errors.at[PROMISE])}
              onPromise={(given) => {
                clear(PROMISE)
                setPromise(given)
              }}
            />,
          )}
          <div className={styles.bar} data-print="hide">
            {at > 0 && (
              <button type="button" className="btn" onClick={() => go(parts[at - 1]!.key)}>
                上一步
              </button>
            )}
            {current === CHECK ? (
              <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void submit()}>
                {busy ? '正在提交…' : unlocked ? '补正后重新提交' : '提交'}
              </button>
            ) : (
              <button type="button" className="btn btn-primary" onClick={() => go(parts[at + 1]!.key)}>
                下一步
              </button>
            )}
            <span className="meta" role="status">
              {draft.text}
            </span>
          </div>
        </div>
      </div>
    </UploadGateContext>
  )
}
