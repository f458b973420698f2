import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { delegation, opinions } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { ChainedSelect } from '../../kit/choose/chained-select.tsx'
import type { Chained } from '../../kit/choose/chained.ts'
import { Refusal } from '../../kit/form/refusal.tsx'
import { FieldFault } from '../../kit/form/field-fault.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { figureText, readFigure } from '../../kit/form/typed-figure.ts'
import { readFailure } from '../../kit/failure.ts'
import { useShownFailure } from '../../kit/form/shown-failure.ts'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import type { OptionSource } from '../../kit/form/fields.ts'
import { readOptions, type Option } from '../../kit/choose/options.ts'
import { toast } from '../../toast.ts'
import { offices } from '../project/option-sources.ts'
import laid from '../../kit/form/labelled-grid.module.css'

/** The departments, and users without one: outside experts. */
const withOutsiders: OptionSource = {
  key: 'offices-and-none',
  load: async () => [...(await offices.load()), { value: 0, label: '不属于部门' }],
}
const colleaguesOf = (office: Option['value']) => call(delegation.colleagues, { query: { officeId: Number(office) } }, { silent: true })

type Whose = 'office' | 'person'
const EMPTY = {
  of: 'office' as Whose,
  officeId: null as number | null,
  person: { first: null, second: null } as Chained,
  question: '',
  workdays: 3 as number | null,
  withScore: false,
  blocking: true,
}

/** Asks another department, or one person, for an opinion; the input stays when the server refuses. */
export function AskOpinion({ id, onClose }: { id: number; onClose: (done: boolean) => void }) {
  const [asked, setAsked] = useState(EMPTY)
  const { of, officeId, person, question, workdays, withScore, blocking } = asked
  const set = (part: Partial<typeof EMPTY>) => setAsked((now) => ({ ...now, ...part }))
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useShownFailure()
  const close = useCloseQuestion(() => onClose(false))
  const kept = useStateDraft({ key: `opinion-ask:${id}`, values: asked, start: EMPTY, onTake: set })
  const send = async () => {
    const { fault } = readFigure(figureText(workdays), { what: '答复期限', min: 1, max: 60, decimals: 0, unit: ' 个工作日' })
    if (workdays === null || Number.isNaN(workdays) || fault)
      return setWrong({
        code: '',
        message: '',
        traceId: null,
        fields: [{ path: 'workdays', message: fault ?? '请填写答复期限（1 至 60 个工作日）' }],
      })
    setBusy(true)
    setWrong(null)
    try {
      await call(
        opinions.ask,
        {
          body: {
            declarationId: id,
            ...(of === 'office'
              ? officeId === null
                ? {}
                : { officeId }
              : person.second === null
                ? {}
                : { userId: Number(person.second) }),
            question,
            withScore,
            blocking,
            workdays,
          },
        },
        { silent: true },
      )
      kept.sent()
      toast.success('已发出')
      onClose(true)
    } catch (error) {
      setWrong(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title="征求意见"
      open
      onCancel={() => close(kept.dirty())}
      onOk={() => void send()}
      okText="发出"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
    >
      {wrong && wrong.fields.length === 0 && <Refusal failure={wrong} />}
      {kept.offer}
      <div className={laid.items} onBlur={kept.flush}>
        <Whom
          of={of}
          onOf={(to) => set({ of: to })}
          officeId={officeId}
          onOffice={(to) => set({ officeId: to })}
          person={person}
          onPerson={(to) => set({ person: to })}
        />
        <FieldFault failure={wrong} path="officeId" />
        <FieldFault failure={wrong} path="userId" />
        <div>
          <label className={laid.label} htmlFor="manage-1">
            问题
          </label>
          <Input.TextArea id="manage-1" value={question} maxLength={500} rows={3} onChange={(e) => set({ question: e.target.value })} />
          <FieldFault failure={wrong} path="question" />
        </div>
        <div>
          <label className={laid.label} htmlFor="manage-2">
            答复期限（工作日）
          </label>
          <NumberInput
            id="manage-2"
            what="答复期限"
            value={workdays}
            min={1}
            max={60}
            decimals={0}
            aria-invalid={wrong?.fields.some((f) => f.path === 'workdays') ?? false}
            onChange={(days) => {
              set({ workdays: days })
              setWrong(null)
            }}
          />
          <FieldFault failure={wrong} path="workdays" />
        </div>
        <Checkbox checked={withScore} onChange={(e) => set({ withScore: e.target.checked })}>
          请对方评分（0–100）
        </Checkbox>
        <Checkbox checked={blocking} onChange={(e) => set({ blocking: e.target.checked })}>
          答复前不能通过
        </Checkbox>
        {kept.saved}
      </div>
    </Modal>
  )
}

interface WhomProps {
  of: Whose
  onOf(of: Whose): void
  officeId: number | null
  onOffice(id: number | null): void
  person: Chained
  onPerson(person: Chained): void
}
/** Chooses a department, or one person of a department or from outside. */
function Whom({ of, onOf, officeId, onOffice, person, onPerson }: WhomProps) {
  const listed = useQuery({ queryKey: ['offices-asked'], queryFn: async () => readOptions(await offices.load()) })
  return (
    <>
      <Radio.Group
        aria-label="征求对象"
        value={of}
        onChange={(e) => onOf(e.target.value as Whose)}
        options={[
          { value: 'office', label: '一个部门' },
          { value: 'person', label: '一位专家或同事' },
        ]}
      />
      {of === 'office' ? (
        <Select
          aria-label="部门"
          placeholder="请选择部门"
          showSearch
          optionFilterProp="label"
          value={officeId}
          options={(listed.data ?? []).map((o) => ({ value: Number(o.value), label: o.label }))}
          onChange={onOffice}
        />
      ) : (
        <ChainedSelect
          first={{ label: '所在部门', source: withOutsiders }}
          second={{ label: '专家或同事', key: 'colleagues', load: colleaguesOf }}
          value={person}
          onChange={onPerson}
        />
      )}
    </>
  )
}
