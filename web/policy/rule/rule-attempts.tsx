import { Alert, Button } from 'antd'
import { use, useState } from 'react'
import { ruleDryRun } from '../../../contract/matching/dry-run.ts'
import { goldenCases, type CaseOutcome } from '../../../contract/matching/forms.ts'
import type { PolicyRule } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { DryRun } from './dry-run.tsx'
import { EditedPolicy } from '../manage/edited-policy.ts'
import { useFieldNames } from './field-names.ts'
import { RuleCases } from './rule-cases.tsx'
import { rulePlace } from './rule-place.ts'
import { RuleTrial } from './rule-trial.tsx'
import styles from './rule-editor.module.css'

/** Tries an unsaved rule: on one company, on the stored cases, on all companies. */
export function RuleAttempts({ rule }: { rule: PolicyRule }) {
  const policyId = use(EditedPolicy)
  const names = useFieldNames()
  const place = (path: string) => rulePlace(path, rule, names)
  const text = JSON.stringify(rule)
  return (
    <>
      <RuleTrial rule={rule} />
      {policyId !== null && <Cases key={policyId} policyId={policyId} rule={text} place={place} />}
      <DryRun
        rule={text}
        place={place}
        begin={() => call(ruleDryRun.start, { body: { rule: rule, ...(policyId === null ? {} : { policyId }) } }, { silent: true })}
      />
    </>
  )
}

function Cases({ policyId, rule, place }: { policyId: number; rule: string; place(path: string): string }) {
  const [ran, setRan] = useState<{ rule: string; outcomes: CaseOutcome[] } | null>(null)
  const [failure, setFailure] = useState('')
  const run = async () => {
    setFailure('')
    try {
      setRan({ rule, outcomes: await call(goldenCases.run, { body: { policyId, rule: JSON.parse(rule) } }, { silent: true }) })
    } catch (error) {
      const { message, fields } = readFailure(error)
      setFailure(fields.map((f) => `${place(f.path.replace(/^rule\./, ''))}：${f.message}`).join('；') || message)
    }
  }
  return (
    <div className={styles.trial}>
      <h3>样例</h3>
      <div className={styles.leaf}>
        <Button onClick={() => void run()}>用样例检验</Button>
        <span className="meta">逐个重算保存的样例；有不一致的，规则不能保存</span>
      </div>
      {failure && <Alert type="error" showIcon title="样例没有运行" description={failure} />}
      {ran && ran.rule !== rule && <Alert type="warning" showIcon title="规则在检验后又改过，以下为改动前的结果" />}
      {ran && <RuleCases policyId={policyId} outcomes={ran.outcomes} />}
    </div>
  )
}
