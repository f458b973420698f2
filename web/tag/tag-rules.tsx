import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { RuleNode } from '../../contract/policy.ts'
import { tag } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { ConditionEditor, useRuleFields } from '../rule/index.ts'
import { readFailure } from '../kit/failure.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { rulePlace } from '../policy/index.ts'
import css from './tag-rules.module.css'

/** Numbers below five are not shown, because a rule could be written to reveal facts about a single company. */
const FEW = '少于 5'

type Tried = Awaited<ReturnType<typeof call<typeof tag.trySmartTag>>>

type Labels = ReadonlyMap<string, { label: string }>
/** The error of a rule with the condition it belongs to, because several conditions may have the same error. */
export function faultText({ path, message }: { path: string; message: string }, rules: RuleNode, fields: Labels): string {
  const names = new Map([...fields].map(([key, { label }]) => [key, label]))
  const place = rulePlace(path.replace(/^(body\.)?rules\.?/, ''), rules, names)
  return place ? `${place}：${message}` : message
}

/** The rule of a smart tag as a tree, and the number of matching companies before it is saved. */
export function TagRules({ value, onChange, onBlur, id }: ControlProps) {
  const fields = useRuleFields()
  const [tried, setTried] = useState<Tried | null>(null)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const rules = (value ?? { all: [] }) as RuleNode
  const run = async () => {
    setBusy(true)
    setFailure('')
    try {
      setTried(await call(tag.trySmartTag, { body: { rules } }, { silent: true }))
    } catch (error) {
      setTried(null)
      setFailure(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div id={id} className={css.box} tabIndex={-1} onBlur={onBlur}>
      <ConditionEditor
        node={rules}
        fields={fields}
        onChange={(next) => {
          setTried(null)
          onChange?.(next)
        }}
      />
      <div>
        <Button onClick={() => void run()} loading={busy}>
          检查并试算
        </Button>
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
                <li key={i.path + i.message}>{faultText(i, rules, fields)}</li>
              ))}
            </ul>
          }
        />
      )}
      {tried && tried.issues.length === 0 && (
        <div className={css.found} role="status">
          <p className={css.words}>{tried.words}</p>
          <p>
            已授权的 <b>{tried.companies}</b> 家企业中，<b>{tried.matched ?? FEW}</b> 家符合，<b>{tried.unknown ?? FEW}</b>{' '}
            家信息不全、暂不能判断。
          </p>
          {tried.list.length > 0 && (
            <p className={css.names}>
              {tried.list.map((c) => c.companyName).join('、')}
              {(tried.matched ?? 0) > tried.list.length ? ' 等' : ''}
            </p>
          )}
          {tried.list.length > 0 && <p className="meta">列出名称的企业会在使用记录里看到这次试算。</p>}
        </div>
      )}
    </div>
  )
}
