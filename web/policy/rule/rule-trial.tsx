import { Alert, Button } from 'antd'
import { useState } from 'react'
import { matching, type Judgement } from '../../../contract/matching.ts'
import type { PolicyRule } from '../../../contract/policy.ts'
import { ApiError, call } from '../../api.ts'
import { CompanySelect } from '../../kit/choose/company-select.tsx'
import { amountText, ConditionTree, Verdict } from '../../matching/index.ts'
import { useFieldNames } from './field-names.ts'
import { rulePlace } from './rule-place.ts'
import styles from './rule-editor.module.css'

interface Tried {
  issues: { path: string; message: string }[]
  words: string
  judgement: Judgement | null
}

/** The unsaved rule in words, its errors, and its result for one company. */
export function RuleTrial({ rule }: { rule: PolicyRule }) {
  const names = useFieldNames()
  const [companyId, setCompanyId] = useState<number | null>(null)
  const [tried, setTried] = useState<Tried | null>(null)
  const [failure, setFailure] = useState('')
  const run = async () => {
    setFailure('')
    try {
      setTried((await call(matching.tryRule, { body: { rule: rule, ...(companyId ? { companyId } : {}) } }, { silent: true })) as Tried)
    } catch (e) {
      setTried(null)
      setFailure(e instanceof ApiError ? e.message : '试算没有完成')
    }
  }
  return (
    <div className={styles.trial}>
      <h3>试算</h3>
      <div className={styles.leaf}>
        <span className={styles.field}>
          <CompanySelect
            authorized
            placeholder="选一家已授权的企业（可不选）"
            value={companyId}
            onChange={(v) => setCompanyId(v as number | null)}
          />
        </span>
        <Button onClick={() => void run()}>检查并试算</Button>
      </div>
      {failure && <Alert type="error" showIcon title={failure} />}
      {tried && tried.issues.length > 0 && (
        <Alert
          type="error"
          showIcon
          title="规则还不能用"
          description={
            <ul>
              {tried.issues.map((i) => (
                <li key={i.path + i.message}>
                  {rulePlace(i.path, rule, names)}：{i.message}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {tried && tried.issues.length === 0 && (
        <>
          <p className={styles.inWords}>{tried.words}</p>
          {tried.judgement && (
            <>
              <p>
                <Verdict verdict={tried.judgement.verdict} /> {amountText(tried.judgement)}
              </p>
              <ConditionTree node={tried.judgement.conditions} labels={names} whose="企业" />
            </>
          )}
        </>
      )}
    </div>
  )
}
