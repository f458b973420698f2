import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { DATE_FORMAT_2 } from '../../../contract/constants.ts'
import { project, projectTemplate, type ProjectCopy, type ProjectDetail } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import DateRangeInput from '../../kit/date/date-range-input.tsx'
import { OptionSelect } from '../../kit/form/controls.tsx'
import { ErrorSummary } from '../../kit/form/error-summary.tsx'
import { readFailure } from '../../kit/failure.ts'
import { FallsSelect } from '../../kit/choose/endless-select-field.tsx'
import { focusField } from '../../kit/form/focus-error.ts'
import { checkValues } from '../../kit/form/form-values.ts'
import { useDraft } from '../../kit/form/use-draft.ts'
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts'
import { listKey } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import { personalKeys } from '../../session/personal.ts'
import { copiedDraft, draftOf, emptyDraft, headFaults, moveOffice, type Draft } from './draft.ts'
import { tidyTemplate } from './tidy.ts'
import { FaultsContext, idOfPath, Labelled, type Fault } from '../../form/editor/index.ts'
import { offices, policyTitles } from './option-sources.ts'
import laid from '../../kit/form/labelled-grid.module.css'
import css from './project.module.css'
import { TemplateEditor } from './template-editor.tsx'
import { placeOf } from './place.ts'
import { EditorNotes } from './editor-notes.tsx'
import { KeptProject } from './kept-project.tsx'
import { SeparateInput } from './separate-input.tsx'
import { StepsEditor } from './steps-editor.tsx'
import { StepsView } from './steps-view.tsx'

/** All errors that prevent saving, in the order of the screen. */
const faultsOf = (draft: Draft): Fault[] => [
  ...headFaults(draft),
  ...checkValues(projectTemplate, tidyTemplate(draft.template)).map((f) => ({ ...f, path: `template.${f.path}` })),
]

interface Props {
  saved: ProjectDetail | null
  copied?: ProjectCopy
  onClose: () => void
  onReload: () => void
}
/** Edits a project: policy, times, examining office, and form. After the first submission, only times and office can be changed. */
export function ProjectEditor({ saved, copied, onClose, onReload }: Props) {
  const client = useQueryClient()
  const [start] = useState(() => (saved ? draftOf(saved) : copied ? copiedDraft(copied) : emptyDraft()))
  const [draft, setDraft] = useState<Draft>(start)
  const [tried, setTried] = useState(false)
  /** errors that only the server finds; cleared by the next change */
  const [refused, setRefused] = useState<readonly Fault[]>([])
  const [problem, setProblem] = useState<{ general: string | null; traceId: string | null; stale: boolean; round: number }>({
    general: null,
    traceId: null,
    stale: false,
    round: 0,
  })
  const [busy, setBusy] = useState(false)
  const done = useRef(false)
  const from = saved ?? copied
  const locked = saved !== null && !saved.templateEditable
  const keeps = useDraft(
    { key: `project:${saved?.id ?? (copied ? `copy:${copied.policyId}` : 'new')}` },
    () => ({ ...draft }),
    () => ({ ...start }),
  )
  const isChanged = !done.current && JSON.stringify(draft) !== JSON.stringify(start)
  useLeaveGuard(() => isChanged && !done.current && keeps.unkept(), { standsAtQuery: true })
  const change = (next: (now: Draft) => Draft) => {
    keeps.touch()
    setDraft(next)
    setRefused([])
  }
  const set = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  // After the first try, errors disappear as they are corrected.
  const faults = useMemo(() => [...(tried ? faultsOf(draft) : []), ...refused], [tried, draft, refused])

  const show = (found: readonly Fault[], general: string | null = null, traceId: string | null = null, stale = false) => {
    setTried(true)
    setProblem((p) => ({ general, traceId, stale, round: p.round + 1 }))
    const first = found[0]
    if (first) requestAnimationFrame(() => focusField(idOfPath(first.path)))
  }
  const save = async () => {
    if (busy) return
    const template = tidyTemplate(draft.template)
    const found = faultsOf(draft)
    if (found.length > 0) {
      show(found)
      return
    }
    setBusy(true)
    try {
      await call(
        project.save,
        {
          body: {
            ...(saved ? { id: saved.id, version: saved.version } : {}),
            policyId: draft.policyId!,
            applyStartTime: draft.applyStartTime!,
            applyEndTime: draft.applyEndTime!,
            examineStartTime: draft.examineStartTime!,
            examineEndTime: draft.examineEndTime!,
            examineDep: draft.examineDep!,
            separateDecision: draft.separateDecision,
            template,
          },
        },
        { silent: true },
      )
      done.current = true
      keeps.clear()
      toast.success('保存成功')
      await client.invalidateQueries({ queryKey: listKey('projectmanage') })
      onClose()
    } catch (error) {
      const f = readFailure(error)
      const places = f.fields.map((x) => ({ ...x, path: x.path.replace(/^body\./, '') }))
      setRefused(places)
      show(places, f.fields.length > 0 ? null : f.message, f.traceId, f.code === 'CONFLICT')
    } finally {
      setBusy(false)
    }
  }
  const preview = () => {
    const found = faultsOf(draft).filter((f) => f.path.startsWith('template.') && !f.path.startsWith('template.steps'))
    if (found.length > 0) {
      show(found)
      return
    }
    localStorage.setItem(personalKeys.formPreview, JSON.stringify(tidyTemplate(draft.template)))
    window.open('/preview?draft=1', '_blank')
  }
  const lines = [
    ...(problem.general ? [{ message: problem.general }] : []),
    ...faults.map((f) => ({ id: idOfPath(f.path), label: placeOf(draft.template, f), message: f.message })),
  ]
  const faultOf = (...paths: string[]) => faults.find((f) => paths.includes(f.path))?.message
  const range = (label: string, from: 'applyStartTime' | 'examineStartTime', to: 'applyEndTime' | 'examineEndTime') => (
    <div className={laid.wide}>
      <span className={laid.label}>
        <span aria-hidden="true" className={laid.star}>
          *{' '}
        </span>
        {label}
      </span>
      <div id={idOfPath(to)} tabIndex={-1}>
        <DateRangeInput
          id={idOfPath(from)}
          label={label}
          format={DATE_FORMAT_2}
          value={{ start: draft[from], end: draft[to] }}
          onChange={(r) => set({ [from]: r.start, [to]: r.end })}
        />
      </div>
      <p role="alert" className={laid.wrong}>
        {faultOf(from, to)}
      </p>
    </div>
  )
  return (
    <FaultsContext value={faults}>
      <ErrorSummary lines={lines} traceId={problem.traceId} round={problem.round} />
      <EditorNotes stale={problem.stale} locked={locked} onReload={onReload} />
      <KeptProject left={keeps.found} start={start} onTake={(next) => change(() => next)} onSettle={keeps.settle} onDrop={keeps.drop} />
      <section className={css.part}>
        <h2>基本信息</h2>
        <div className={laid.grid}>
          <Labelled path="policyId" label="所属政策" required wide>
            {({ status: _s, ...at }) => (
              <FallsSelect
                {...at}
                label="政策"
                load={policyTitles}
                disabled={locked}
                value={draft.policyId}
                onChange={(v) => set({ policyId: (v as number | null) ?? null })}
                {...(from ? { chosen: { value: from.policyId, label: from.policyTitle } } : {})}
              />
            )}
          </Labelled>
          <Labelled path="template.name" label="项目名称" required>
            {(at) => (
              <Input
                {...at}
                disabled={locked}
                value={draft.template.name}
                maxLength={100}
                onChange={(e) => set({ template: { ...draft.template, name: e.target.value } })}
              />
            )}
          </Labelled>
          <Labelled path="examineDep" label="审核部门" required>
            {({ status: _s, ...at }) => (
              <OptionSelect
                {...at}
                field={{ label: '审核部门', kind: 'select', options: offices }}
                value={draft.examineDep}
                onChange={(v) =>
                  change((now) =>
                    locked ? { ...now, examineDep: (v as number | undefined) ?? null } : moveOffice(now, (v as number | undefined) ?? null),
                  )
                }
              />
            )}
          </Labelled>
          {range('申报时间', 'applyStartTime', 'applyEndTime')}
          {range('审核时间', 'examineStartTime', 'examineEndTime')}
        </div>
      </section>
      <TemplateEditor template={draft.template} onChange={(template) => set({ template })} />
      {locked ? (
        <StepsView template={draft.template} />
      ) : (
        <StepsEditor template={draft.template} examineDep={draft.examineDep} onChange={(template) => set({ template })} />
      )}
      <SeparateInput
        steps={draft.template.steps}
        value={draft.separateDecision}
        offered={saved !== null && !saved.separateDecision}
        fault={faultOf('separateDecision')}
        onChange={(separateDecision) => set({ separateDecision })}
      />
      <div className={css.bar}>
        <Button type="primary" loading={busy} onClick={() => void save()}>
          保存
        </Button>
        <Button onClick={preview}>预览</Button>
        <Button onClick={onClose}>返回列表</Button>
        <span role="status" className="meta num">
          {keeps.text}
        </span>
      </div>
    </FaultsContext>
  )
}
