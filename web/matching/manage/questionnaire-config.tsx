import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { calculatorSettings, type QuestionnaireSettings } from '../../../contract/matching/forms.ts'
import { matching } from '../../../contract/matching.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { ErrorSummary } from '../../kit/form/error-summary.tsx'
import { useErrorSummary } from '../../kit/form/use-error-summary.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import css from './manage.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

const KEY = ['calculator', 'settings'] as const

/**
 * Settings of the general questionnaire: fields that are always or never asked, and its length. Below: the present questions of visitors.
 */
export function QuestionnaireConfig() {
  const found = useQuery({ queryKey: KEY, queryFn: () => call(calculatorSettings.find, { query: {} }, { silent: true }), retry: false })
  const fields = useQuery({ queryKey: ['rule-fields'], queryFn: () => call(matching.fields, { query: {} }), staleTime: Infinity })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !fields.data) return <p role="status">正在加载…</p>
  const options = fields.data.fields.map((f) => ({ value: f.key, label: f.label }))
  return (
    <>
      <Config key={found.data.updateTime} start={found.data.settings} options={options} />
      <section className={css.panel}>
        <h2>现在的问题</h2>
        <p className={css.note}>必问的一定在内，其余按能影响的资金从多到少补足，按类别排列；政策变化后自动更新。</p>
        {/* Visitors get at most five questions of a category on one page; here each category is listed once. */}
        {[...Map.groupBy(found.data.asked, (topic) => topic.title)].map(([title, topics]) => (
          <div key={title} style={{ marginTop: 16 }}>
            <h3>{title}</h3>
            <ul className={css.cases}>
              {topics
                .flatMap((topic) => topic.questions)
                .map((q) => (
                  <li key={q.key}>{q.question}</li>
                ))}
            </ul>
          </div>
        ))}
      </section>
    </>
  )
}

const places = { pinned: '必问的信息', hidden: '不问的信息', length: '问题总数' }

function Config({ start, options }: { start: QuestionnaireSettings; options: { value: string; label: string }[] }) {
  const can = useCan()
  const client = useQueryClient()
  const [draft, setDraft] = useState(start)
  const [busy, setBusy] = useState(false)
  const { summary, refuse } = useErrorSummary()
  const edits = can('policy:edit')
  const dirty = draft !== start
  useLeaveGuard(() => dirty, { standsAtQuery: true })
  const save = async () => {
    setBusy(true)
    try {
      await call(calculatorSettings.save, { body: draft }, { silent: true })
      toast.success('保存成功')
      await client.invalidateQueries({ queryKey: KEY })
    } catch (error) {
      refuse(error, ({ path, message }) => {
        const key = path.split('.')[0]!
        return key in places ? { id: `questionnaire-${key}`, label: places[key as 'length'], message } : { message }
      })
    } finally {
      setBusy(false)
    }
  }
  const list = (key: 'pinned' | 'hidden', label: string) => (
    <label className={css.field} htmlFor={`questionnaire-${key}`}>
      <span>{label}</span>
      <Select
        id={`questionnaire-${key}`}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={!edits}
        value={draft[key]}
        options={options}
        onChange={(keys: string[]) => setDraft({ ...draft, [key]: keys })}
      />
    </label>
  )
  return (
    <section className={css.panel}>
      <h2>通用问卷</h2>
      <ErrorSummary {...summary} />
      <div className={css.head} style={{ marginTop: 12 }}>
        {list('pinned', '必问的信息')}
        {list('hidden', '不问的信息')}
        <label className={css.field} htmlFor="questionnaire-length">
          <span>问题总数（5—60）</span>
          <NumberInput
            id="questionnaire-length"
            what="问题总数"
            min={5}
            max={60}
            decimals={0}
            disabled={!edits}
            value={draft.length}
            onChange={(length) => setDraft({ ...draft, length: length ?? NaN })}
          />
        </label>
      </div>
      {edits && (
        <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
          {messages.save}
        </Button>
      )}
    </section>
  )
}
