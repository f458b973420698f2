import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { goldenCases, type GoldenCase } from '../../../contract/matching/forms.ts'
import { matching, verdicts, type Answers } from '../../../contract/matching.ts'
import { messages } from '../../../contract/messages.ts'
import { DATE_FORMAT_1 } from '../../../contract/constants.ts'
import { call } from '../../api.ts'
import { ConditionValue } from '../../rule/index.ts'
import { ErrorSummary } from '../../kit/form/error-summary.tsx'
import { useErrorSummary } from '../../kit/form/use-error-summary.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import css from './manage.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

const DateInput = lazyPart(() => import('../../kit/date/date-input.tsx').then((m) => m.default))

interface Props {
  policyId: number
  start: GoldenCase | null
  onClose(): void
  onSaved(): Promise<unknown>
}
const expectations = (['match', 'near', 'unknown', 'nomatch'] as const).map((value) => ({ value, label: verdicts[value] }))

const places = { name: '样例名称', expect: '预期结果', amount: '预期金额', applyDate: '申报日期', note: '备注' }

/** One case: the facts of an invented company and the result that the rule must give for it. */
export function CaseDialog({ policyId, start, onClose, onSaved }: Props) {
  const [name, setName] = useState(start?.name ?? '')
  const [answers, setAnswers] = useState<Answers>(start?.answers ?? {})
  const [expect, setExpect] = useState<(typeof expectations)[number]['value']>((start?.expect as 'match') ?? 'match')
  const [amount, setAmount] = useState<number | null>(start?.amount ?? null)
  const [applyDate, setApplyDate] = useState<string | null>(start?.applyDate ?? null)
  const [note, setNote] = useState(start?.note ?? '')
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState(false)
  const { summary, refuse } = useErrorSummary()
  const nameFault = name.trim() ? undefined : summary.lines.find((line) => line.id === 'case-name')?.message
  const touch = (change: () => void) => {
    setDirty(true)
    change()
  }
  const close = async () => {
    if (dirty && (await ask({ text: '填写的内容还没有保存，确定关闭吗？', confirm: '关闭' })) !== 'confirm') return
    onClose()
  }
  const save = async () => {
    setBusy(true)
    try {
      const body = {
        ...(start ? { id: start.id } : {}),
        policyId,
        name,
        answers,
        expect,
        ...(amount === null ? {} : { amount }),
        ...(applyDate === null ? {} : { applyDate }),
        ...(note ? { note } : {}),
      }
      await call(goldenCases.save, { body }, { silent: true })
      await onSaved()
      toast.success('保存成功')
      onClose()
    } catch (error) {
      refuse(error, ({ path, message }) => {
        if (path in places) return { id: `case-${path}`, label: places[path as 'name'], message }
        // The label already names the fact, so its key is removed; the key is for API callers.
        return { message: message.replace(`（${path.replace(/^answers\./, '')}）`, '') }
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={start ? '修改样例' : '新增样例'}
      width={720}
      onCancel={() => void close()}
      onOk={() => void save()}
      okText={messages.save}
      cancelText={messages.cancel}
      confirmLoading={busy}
    >
      <ErrorSummary {...summary} />
      <div className={css.head}>
        <label className={css.field} htmlFor="case-name">
          <span>样例名称</span>
          <Input
            id="case-name"
            value={name}
            maxLength={60}
            status={nameFault ? 'error' : ''}
            aria-invalid={nameFault !== undefined}
            onChange={(e) => touch(() => setName(e.target.value))}
          />
          {nameFault && <span className={css.wrong}>{nameFault}</span>}
        </label>
        <label className={css.field} htmlFor="case-expect">
          <span>预期结果</span>
          <Select id="case-expect" value={expect} options={expectations} onChange={(v) => touch(() => setExpect(v))} />
        </label>
        <label className={css.field} htmlFor="case-amount">
          <span>预期金额（万元，可空）</span>
          <NumberInput id="case-amount" what="预期金额" min={0} decimals={4} value={amount} onChange={(v) => touch(() => setAmount(v))} />
        </label>
        <label className={css.field} htmlFor="case-applyDate">
          <span>申报日期（可空，按当天）</span>
          <DateInput
            id="case-applyDate"
            format={DATE_FORMAT_1}
            value={applyDate}
            placeholder="固定日期，结果不随时间变化"
            onChange={(day) => touch(() => setApplyDate(day as string | null))}
          />
        </label>
      </div>
      <h3>企业情况</h3>
      <Facts answers={answers} onChange={(next) => touch(() => setAnswers(next))} />
      <label className={css.field} htmlFor="case-note" style={{ marginTop: 16 }}>
        <span>备注</span>
        <Input.TextArea id="case-note" rows={2} maxLength={200} value={note} onChange={(e) => touch(() => setNote(e.target.value))} />
      </label>
    </Modal>
  )
}

/** The facts of the invented company; facts that are not listed are unknown. */
function Facts({ answers, onChange }: { answers: Answers; onChange(next: Answers): void }) {
  const fields = useQuery({ queryKey: ['rule-fields'], queryFn: () => call(matching.fields, { query: {} }), staleTime: Infinity })
  const known = new Map((fields.data?.fields ?? []).map((f) => [f.key, f]))
  return (
    <>
      {Object.keys(answers).length === 0 && <p className={css.empty}>没有填写的信息按“不清楚”处理。</p>}
      <ul className={css.cases} style={{ marginBottom: 12 }}>
        {Object.entries(answers).map(([key, value]) => (
          <li key={key} className={css.line}>
            <span style={{ minWidth: 180 }}>{known.get(key)?.label ?? key}</span>
            <ConditionValue
              field={known.get(key)}
              op={known.get(key)?.type === 'multiEnum' ? 'in' : 'eq'}
              value={value}
              onChange={(v) => onChange({ ...answers, [key]: v as Answers[string] })}
            />
            <Button
              size="small"
              type="text"
              danger
              aria-label={`移除${known.get(key)?.label ?? key}`}
              onClick={() => onChange(Object.fromEntries(Object.entries(answers).filter(([k]) => k !== key)))}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      <Select
        style={{ width: 320, maxWidth: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        placeholder="添加企业信息"
        aria-label="添加企业信息"
        options={[...known.values()].filter((f) => !(f.key in answers)).map((f) => ({ value: f.key, label: f.label }))}
        onChange={(key: string | null) => key && onChange({ ...answers, [key]: known.get(key)?.type === 'boolean' ? true : null })}
      />
    </>
  )
}
