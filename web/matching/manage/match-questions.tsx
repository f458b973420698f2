import { Button, Checkbox, Input, Select } from 'antd'
import type { MatchQuestion } from '../../../contract/matching/forms.ts'
import { operatorsFor, type FieldChoice, ConditionValue } from '../../rule/index.ts'
import css from './manage.module.css'

interface Props {
  questions: MatchQuestion[]
  fields: ReadonlyMap<string, FieldChoice & { question: string }>
  onChange(questions: MatchQuestion[]): void
}
type Test = NonNullable<MatchQuestion['showWhen']>

/**
 * The ordered questions: field, wording, required answer, and display condition. Buttons move a question, so the keyboard can do it too.
 */
export function MatchQuestions({ questions, fields, onChange }: Props) {
  const used = new Set(questions.map((q) => q.archiveField))
  const set = (i: number, q: MatchQuestion) => onChange(questions.with(i, q))
  const move = (i: number, by: number) => {
    const next = questions.toSpliced(i, 1)
    onChange(next.toSpliced(i + by, 0, questions[i]!))
  }
  return (
    <>
      {questions.length === 0 && <p className={css.empty}>还没有问题。先选择要问的企业信息。</p>}
      <ol className={css.questions}>
        {questions.map((q, i) => (
          <li key={q.archiveField}>
            <One
              question={q}
              fields={fields}
              earlier={questions.slice(0, i)}
              onChange={(next) => set(i, next)}
              buttons={
                <>
                  <Button size="small" disabled={i === 0} aria-label={`第 ${i + 1} 题上移`} onClick={() => move(i, -1)}>
                    上移
                  </Button>
                  <Button size="small" disabled={i === questions.length - 1} aria-label={`第 ${i + 1} 题下移`} onClick={() => move(i, 1)}>
                    下移
                  </Button>
                  <Button
                    size="small"
                    danger
                    type="text"
                    aria-label={`移除第 ${i + 1} 题`}
                    onClick={() => onChange(questions.toSpliced(i, 1))}
                  >
                    移除
                  </Button>
                </>
              }
            />
          </li>
        ))}
      </ol>
      <Select
        style={{ width: 320, maxWidth: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        placeholder="添加问题：选择企业信息"
        aria-label="添加问题"
        options={[...fields.values()].filter((f) => !used.has(f.key)).map((f) => ({ value: f.key, label: f.label }))}
        onChange={(key: string | null) => key && onChange([...questions, { archiveField: key, required: false }])}
      />
    </>
  )
}

function One({
  question: q,
  fields,
  earlier,
  onChange,
  buttons,
}: {
  question: MatchQuestion
  fields: Props['fields']
  earlier: readonly MatchQuestion[]
  onChange(q: MatchQuestion): void
  buttons: React.ReactNode
}) {
  const field = fields.get(q.archiveField)
  const { rule: _rule, ...unruled } = q
  const { showWhen: _when, ...always } = q
  return (
    <>
      <div className={css.line}>
        <strong>{field?.label ?? q.archiveField}</strong>
        <Checkbox checked={q.required} onChange={(e) => onChange({ ...q, required: e.target.checked })}>
          必答
        </Checkbox>
        <span className={css.buttons}>{buttons}</span>
      </div>
      <Input
        value={q.title ?? ''}
        maxLength={200}
        placeholder={field?.question ?? '问题的说法'}
        aria-label={`${field?.label ?? ''}的问法`}
        onChange={(e) => onChange({ ...q, title: e.target.value })}
      />
      <div className={css.line}>
        <Checkbox checked={q.rule !== undefined} onChange={(e) => onChange(e.target.checked ? { ...q, rule: startTest(field) } : unruled)}>
          通过条件
        </Checkbox>
        {q.rule && <TestControls field={field} test={q.rule} onChange={(rule) => onChange({ ...q, rule })} />}
      </div>
      {earlier.length > 0 && (
        <div className={css.line}>
          <Checkbox
            checked={q.showWhen !== undefined}
            onChange={(e) =>
              onChange(
                e.target.checked
                  ? { ...q, showWhen: { field: earlier[0]!.archiveField, ...startTest(fields.get(earlier[0]!.archiveField)) } }
                  : always,
              )
            }
          >
            只在此时显示
          </Checkbox>
          {q.showWhen && (
            <>
              <Select
                style={{ width: 220, maxWidth: '100%' }}
                aria-label="前面的问题"
                value={q.showWhen.field}
                options={earlier.map((one) => ({
                  value: one.archiveField,
                  label: fields.get(one.archiveField)?.label ?? one.archiveField,
                }))}
                onChange={(key) => onChange({ ...q, showWhen: { field: key, ...startTest(fields.get(key)) } })}
              />
              <TestControls
                field={fields.get(q.showWhen.field)}
                test={q.showWhen}
                onChange={(test) => onChange({ ...q, showWhen: { ...test, field: q.showWhen!.field } })}
              />
            </>
          )}
        </div>
      )}
    </>
  )
}

type Bare = Omit<Test, 'field'>
const startTest = (field: FieldChoice | undefined): Bare => ({
  op: operatorsFor(field)[0]!.value as Bare['op'],
  value:
    field?.type === 'boolean' ? true : field?.type === 'multiEnum' ? [] : field?.type === 'number' || field?.type === 'integer' ? 0 : '',
})

function TestControls({ field, test, onChange }: { field: FieldChoice | undefined; test: Bare; onChange(test: Bare): void }) {
  return (
    <>
      <Select
        style={{ width: 110 }}
        aria-label="比较方式"
        value={test.op}
        options={operatorsFor(field)}
        onChange={(op) =>
          onChange({ ...test, op: op as Bare['op'], value: op === 'in' || op === 'notIn' ? [test.value].flat().map(String) : test.value })
        }
      />
      <ConditionValue
        field={field}
        op={test.op}
        value={test.value}
        onChange={(value) => onChange({ ...test, value: value as Bare['value'] })}
      />
    </>
  )
}
