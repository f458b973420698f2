import { typedRule } from '../../../contract/rule/typed.ts'
import { App } from 'antd'
import type { PolicyRule } from '../../../contract/policy.ts'
import { disagreements, type Disagreement } from '../../../contract/rule/agreement.ts'
import { useRuleFields, vocabularyOf } from '../../rule/index.ts'
import { useFieldNames } from '../rule/field-names.ts'
import { rulePlace } from '../rule/rule-place.ts'
import css from '../rule/rule-editor.module.css'

/** Before saving: shows handwritten notes that seem to differ from the rule. True = save unchanged. */
export function useNotesQuestion(): (rule: PolicyRule) => Promise<boolean> {
  const { modal } = App.useApp()
  const fields = useRuleFields()
  const names = useFieldNames()
  return async (rule) => {
    const labels = [...fields.values()].map(({ label }) => label)
    const found = labels.length ? disagreements(vocabularyOf(fields), labels, typedRule(rule)) : []
    if (found.length === 0) return true
    return modal.confirm({
      title: `${found.length} 处说明似乎与规则不符`,
      width: 720,
      content: <Both found={found} place={(path) => rulePlace(path, rule, names)} />,
      okText: '说明无误，保存',
      cancelText: '返回修改',
    })
  }
}

function Both({ found, place }: { found: readonly Disagreement[]; place(path: string): string }) {
  return (
    <>
      <p>企业看到的是规则的文字，说明列在旁边；判定和金额只按规则。</p>
      <table className={css.both}>
        <thead>
          <tr>
            <th scope="col">位置</th>
            <th scope="col">规则的文字</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ path, label, sentence }) => (
            <tr key={path}>
              <th scope="row">{place(path)}</th>
              <td>{sentence}</td>
              <td className={css.differs}>{label}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
