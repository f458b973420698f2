import { Button } from 'antd'
import { fullScore, type ScoreItem, type ScoreStep } from '../../../contract/matching/own-field-score.ts'
import { type FieldChoice, ConditionValue, SubjectChoice, subjectOf } from '../../rule/index.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import styles from '../rule/rule-editor.module.css'

const isFigure = (field: FieldChoice | undefined) => field?.type === 'number' || field?.type === 'integer'
const freshStep = (field: FieldChoice | undefined): ScoreStep => ({
  at: field?.type === 'boolean' ? true : isFigure(field) ? NaN : '',
  points: NaN,
})

/** A score table: items, and the points of each step of an item. */
export function ScoreRows({
  value,
  fields,
  onChange,
}: {
  value: readonly ScoreItem[]
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: ScoreItem[]): void
}) {
  return (
    <div role="group" aria-label="评分项目" style={{ display: 'grid', gap: 12 }}>
      {value.map((item, i) => (
        <Item
          key={i}
          item={item}
          number={i + 1}
          fields={fields}
          onChange={(next) => onChange(value.with(i, next))}
          onRemove={() => onChange(value.toSpliced(i, 1))}
        />
      ))}
      <div className={styles.leaf}>
        <Button
          size="small"
          disabled={value.length >= 40}
          onClick={() => onChange([...value, { field: '', steps: [freshStep(undefined)] }])}
        >
          添加评分项
        </Button>
        <span className="meta">满分 {fullScore(value) || 0} 分</span>
      </div>
    </div>
  )
}

function Item({
  item,
  number,
  fields,
  onChange,
  onRemove,
}: {
  item: ScoreItem
  number: number
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: ScoreItem): void
  onRemove(): void
}) {
  const field = subjectOf(fields, item.field)
  const figure = isFigure(field)
  const steps = (next: ScoreStep[]) => onChange({ ...item, steps: next })
  return (
    <div className={styles.benefit} role="group" aria-label={`评分项 ${number}`}>
      <div className={styles.leaf}>
        <SubjectChoice
          value={item.field}
          fields={fields}
          label="按什么评分"
          onChange={(key) => {
            const now = subjectOf(fields, key)
            onChange({ field: key, steps: now?.type === field?.type ? item.steps : [freshStep(now)] })
          }}
        />
        <Button danger type="text" size="small" onClick={onRemove}>
          删除评分项
        </Button>
      </div>
      {item.field
        && item.steps.map((step, i) => (
          <div key={i} className={styles.leaf} role="group" aria-label={`第 ${i + 1} 档`}>
            <span className={styles.caption}>{figure ? '不低于' : '为'}</span>
            <ConditionValue
              field={field}
              op="eq"
              value={typeof step.at === 'number' && Number.isNaN(step.at) ? undefined : step.at}
              onChange={(at) => steps(item.steps.with(i, { ...step, at: (at ?? (figure ? NaN : '')) as ScoreStep['at'] }))}
            />
            <NumberInput
              style={{ width: 140 }}
              prefix="得"
              unit="分"
              aria-label="得分"
              value={step.points}
              onChange={(points) => steps(item.steps.with(i, { ...step, points: points ?? NaN }))}
            />
            {item.steps.length > 1 && (
              <Button danger type="text" size="small" onClick={() => steps(item.steps.toSpliced(i, 1))}>
                去掉
              </Button>
            )}
          </div>
        ))}
      {item.field && field?.type !== 'boolean' && (
        <Button size="small" disabled={item.steps.length >= 30} onClick={() => steps([...item.steps, freshStep(field)])}>
          加一档
        </Button>
      )}
    </div>
  )
}
