import { Button, Input, Select } from 'antd'
import { useRef, type ReactNode } from 'react'
import { lacksFigures } from '../../../contract/rule/agreement.ts'
import { benefitSentence } from '../../../contract/rule/benefit-words.ts'
import type { Benefit as RuleBenefit } from '../../../contract/rule/types.ts'
import { type FieldChoice, Named, vocabularyOf, SubjectChoice, subjectOf } from '../../rule/index.ts'
import { Icon } from '../../kit/icons.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { PolicyChoice, usePolicyTitle } from '../manage/policy-choice.tsx'
import { BenefitMore } from './benefit-more.tsx'
import { ExprFields } from './expr-fields.tsx'
import { Figure, Percent } from './figure.tsx'
import { Earlier } from './earlier.tsx'
import { asKind, benefitKinds, chosenKind, withKey, type Benefit, type Fault } from './kinds.ts'
import { LevelTable } from './level-table.tsx'
import { LookupTable } from './lookup-table.tsx'
import { TierTable } from './tier-table.tsx'
import styles from '../rule/rule-editor.module.css'

/** One benefit: name, kind, the settings of the kind, and its errors. */
export function BenefitRow({
  benefit: b,
  fields,
  faults,
  depth,
  items,
  onChange,
  onRemove,
  onMove,
}: {
  benefit: Benefit
  fields: ReadonlyMap<string, FieldChoice>
  faults: readonly Fault[]
  depth: number
  /** the benefits of a group */
  items: ReactNode
  onChange(next: Benefit): void
  onRemove(): void
  /** absent: it cannot be moved in that direction */
  onMove: { up?: (() => void) | undefined; down?: (() => void) | undefined }
}) {
  // Keeps the values of each kind, so that switching the kind and back loses nothing.
  const typed = useRef<Record<string, Benefit>>({})
  const set = (change: Partial<Record<keyof Benefit, unknown>>) => onChange(withKey(b, change))
  const shown = chosenKind(b)
  const isBased = ['rate', 'perUnit', 'tierRate', 'reach', 'perStep'].includes(b.kind)
  // Errors in tables, nested benefits, lookups and conditions are shown at their own rows.
  const own = faults.filter(
    (f) => !/^(tiers\[|levels\[|factors\[|less\[|limits\[|items\[\d|map\.|when\b|rateAdd\.when|payout\[)/.test(f.path),
  )
  return (
    <div className={styles.benefit} role="group" aria-label={b.name || '扶持内容'}>
      <div className={styles.leaf}>
        <Named label="扶持名称" wide>
          <Input
            value={b.name ?? ''}
            placeholder="例如 技改设备补助"
            aria-label="扶持名称"
            maxLength={100}
            onChange={(e) => set({ name: e.target.value })}
          />
        </Named>
        <Named label="计算方式">
          <Select
            style={{ width: 230, maxWidth: '100%' }}
            value={shown}
            listHeight={480}
            aria-label="计算方式"
            options={depth < 3 ? benefitKinds : benefitKinds.filter((k) => k.value !== 'group')}
            onChange={(kind) => {
              typed.current[shown] = b
              onChange(asKind(b, kind, typed.current[kind]))
            }}
          />
        </Named>
        <span className={styles.together}>
          <Button size="small" type="text" icon={<Icon name="up" />} aria-label="上移" disabled={!onMove.up} onClick={onMove.up} />
          <Button size="small" type="text" icon={<Icon name="down" />} aria-label="下移" disabled={!onMove.down} onClick={onMove.down} />
          <Button danger type="text" size="small" onClick={onRemove}>
            删除
          </Button>
        </span>
      </div>
      <div className={styles.leaf}>
        {b.kind === 'fixed' && <Figure label="金额" unit="万元" value={b.amount} onChange={(amount) => set({ amount })} />}
        {isBased && (
          <Named label="基数">
            <SubjectChoice
              value={b.base}
              fields={fields}
              label="基数"
              placeholder="以哪项为基数"
              only="number"
              onChange={(base) => set({ base })}
            />
          </Named>
        )}
        {shown === 'rate' && <Percent label="比例" value={b.rate} onChange={(rate) => set({ rate })} />}
        {shown === 'match' && <Figure label="上级每 1 万元配套" unit="万元" value={b.rate} onChange={(rate) => set({ rate })} />}
        {b.kind === 'perUnit' && <Figure label="每单位" unit="万元" value={b.unitAmount} onChange={(unitAmount) => set({ unitAmount })} />}
        {b.kind === 'perStep' && <StepFigures benefit={b} fields={fields} set={set} />}
        {b.kind === 'group' && <GroupWay benefit={b} set={set} />}
        {(isBased || b.kind === 'group' || b.kind === 'expr') && (
          <Figure label="封顶（可空）" unit="万元" value={b.cap} onChange={(cap) => set({ cap })} />
        )}
        {b.kind === 'ref' && (
          <span style={{ flex: '1 1 240px' }}>
            <PolicyChoice by="code" aria-label="按哪项政策执行" value={b.ref} onChange={(ref) => set({ ref: ref ?? '' })} />
          </span>
        )}
        <Named label="补充说明" wide>
          <Input
            value={b.formula ?? ''}
            placeholder="可空"
            aria-label="扶持说明"
            maxLength={300}
            onChange={(e) => set({ formula: e.target.value })}
          />
        </Named>
      </div>
      {b.kind === 'tierRate' && <TierTable benefit={b} fields={fields} faults={faults} onChange={onChange} />}
      {(b.kind === 'lookup' || b.kind === 'lookupRange') && <LookupTable benefit={b} fields={fields} faults={faults} onChange={onChange} />}
      {b.kind === 'reach' && <LevelTable benefit={b} fields={fields} faults={faults} onChange={onChange} />}
      {b.kind === 'expr' && <ExprFields benefit={b} fields={fields} onChange={onChange} />}
      {b.kind === 'group' && items}
      <BenefitMore benefit={b} fields={fields} faults={faults} onChange={onChange} />
      <Reading benefit={b} fields={fields} faults={own} />
    </div>
  )
}

/** The sentence that companies read, and the errors. */
function Reading({ benefit: b, fields, faults }: { benefit: Benefit; fields: ReadonlyMap<string, FieldChoice>; faults: readonly Fault[] }) {
  const title = usePolicyTitle((b.kind === 'ref' && b.ref) || null)
  const sentence = benefitSentence({ ...vocabularyOf(fields), policy: () => title }, b as RuleBenefit)
  const differs = lacksFigures(b as RuleBenefit)
  return (
    <>
      <p className={styles.sentence}>
        企业看到：{sentence}
        {differs && <span className={styles.differs}>（说明“{b.formula}”似乎与此不符，请核对）</span>}
      </p>
      {faults.map((f) => (
        <p key={f.path + f.message} role="alert" className={styles.fault}>
          {places[f.path.split(/[.[]/, 1)[0]!] ?? ''}
          {f.message}
        </p>
      ))}
    </>
  )
}

const places: Record<string, string> = {
  name: '名称：',
  amount: '金额：',
  base: '基数：',
  rate: '比例：',
  unitAmount: '每单位：',
  cap: '封顶：',
  field: '按哪一项：',
  expr: '算式：',
  defaults: '缺省值：',
  ref: '政策：',
  when: '前置条件：',
  payout: '分年兑付：',
  rateAdd: '加成：',
  items: '组内：',
  tiers: '分档：',
  exclusiveGroup: '互斥组：',
  levels: '档次：',
  before: '此前水平：',
  step: '每满：',
  above: '超过：',
  best: '取高的几项：',
  floor: '保底：',
  factors: '系数：',
  rounding: '取整：',
  payoutTerms: '兑付条件：',
}
/** How a group's benefits are combined: all, or only the several highest. */
function GroupWay({ benefit: b, set }: { benefit: Benefit; set(change: Partial<Record<keyof Benefit, unknown>>): void }) {
  return (
    <>
      <Select
        style={{ width: 130 }}
        aria-label="组内各项"
        value={b.combine ?? 'sum'}
        options={groupWays}
        onChange={(combine) => set({ combine: combine === 'max' ? 'max' : undefined, best: undefined })}
      />
      {b.combine === 'max' && (
        <NumberInput
          style={{ width: 150 }}
          min={1}
          decimals={0}
          prefix="取高的"
          unit="项"
          aria-label="取高的几项"
          value={b.best ?? 1}
          onChange={(best) => set({ best: best && best > 1 ? best : undefined })}
        />
      )}
    </>
  )
}

const groupWays = [
  { value: 'sum', label: '各项合计' },
  { value: 'max', label: '各项就高' },
]

/** 每增加多少奖多少: the starting figure, the step, the amount per step, and the base. */
function StepFigures({
  benefit: b,
  fields,
  set,
}: {
  benefit: Benefit
  fields: ReadonlyMap<string, FieldChoice>
  set(change: Partial<Record<keyof Benefit, unknown>>): void
}) {
  const unit = subjectOf(fields, b.base)?.unit ?? ''
  const Base = unit === 'ratio' ? Percent : Figure
  return (
    <>
      <Base label="超过多少起算（可空）" unit={unit} value={b.above} onChange={(above) => set({ above: above ?? undefined })} />
      <Base label="每满" unit={unit} value={b.step} onChange={(step) => set({ step })} />
      <Figure label="奖励" unit="万元" value={b.amount} onChange={(amount) => set({ amount })} />
      <Earlier benefit={b} fields={fields} set={set} />
    </>
  )
}
