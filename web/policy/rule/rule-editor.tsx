import { Form } from 'antd'
import { use, useMemo } from 'react'
import { clausesOf } from '../../../contract/policy/clauses.ts'
import type { PolicyRule } from '../../../contract/policy.ts'
import { ConditionEditor, useRuleFields } from '../../rule/index.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { BenefitList } from '../benefits/benefit-list.tsx'
import type { Benefit } from '../benefits/kinds.ts'
import { RuleCombine } from '../benefits/rule-combine.tsx'
import { EditedPolicy } from '../manage/edited-policy.ts'
import { useFieldNames } from './field-names.ts'
import { conditionCounts, LivePanel } from './live-panel.tsx'
import { rulePlace } from './rule-place.ts'
import { useLiveRule } from './use-live-rule.ts'
import { lazyPart, onItsWay } from '../../shell/lazy-part.tsx'
import styles from './rule-editor.module.css'

const RuleAttempts = lazyPart(() => import('./rule-attempts.tsx').then((m) => m.RuleAttempts), onItsWay)

/** Edits the conditions and benefits of a policy as a tree, with a trial on a company before saving; no JSON is shown. */
export function RuleEditor({ value, onChange, id }: ControlProps) {
  const rule = value as PolicyRule
  const fields = useRuleFields()
  const names = useFieldNames()
  const live = useLiveRule(rule, use(EditedPolicy))
  const { faults, result, outdated } = live
  const counts = useMemo(() => conditionCounts(result, outdated), [result, outdated])
  // The text is in the same form, so a condition can name its clause.
  const content = Form.useWatch<string | undefined>('content', Form.useFormInstance())
  const clauses = useMemo(() => clausesOf(content ?? '').map((c) => c.name), [content])
  return (
    <div id={id} className={styles.editor} tabIndex={-1}>
      <LivePanel live={live} place={(path) => rulePlace(path, rule, names)} />
      <h3>申报条件</h3>
      <ConditionEditor
        node={rule.conditions}
        fields={fields}
        clauses={clauses}
        faults={faults}
        under={counts}
        onChange={(conditions) => onChange?.({ ...rule, conditions, closable: null })}
      />
      <h3>扶持内容</h3>
      <BenefitList
        at="benefits"
        benefits={rule.benefits as Benefit[]}
        fields={fields}
        faults={faults}
        onChange={(benefits) => onChange?.({ ...rule, benefits })}
      />
      <RuleCombine rule={rule} fields={fields} faults={faults} onChange={(next) => onChange?.(next)} />
      <RuleAttempts rule={rule} />
    </div>
  )
}
