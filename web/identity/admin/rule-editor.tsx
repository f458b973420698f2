import { Alert, Button, Radio, TreeSelect } from 'antd'
import { useEffect, useState } from 'react'
import { dataRules, type DataRuleRow, type RulePreview, type RuleResource } from '../../../contract/identity/data-rules.ts'
import type { RoleRow } from '../../../contract/identity/roles.ts'
import type { RowLine, RowScope } from '../../../contract/row-rules.ts'
import { call } from '../../api.ts'
import { useTypedGate } from '../../kit/form/typed-gate.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { AskChange } from './ask-change.tsx'
import { newLine, RuleLine } from './rule-line.tsx'
import { RuleEffect } from './rule-effect.tsx'
import css from './rules.module.css'

export interface OfficeTree {
  id: number
  name: string
  children: readonly OfficeTree[]
}
interface Props {
  role: RoleRow
  resource: RuleResource
  rule: DataRuleRow | undefined
  tree: readonly OfficeTree[]
  onCancel(): void
  onSaved(holders: number): void
}
interface Draft {
  scope: RowScope
  officeIds: number[]
  lines: RowLine[]
}

/** One rule: its scope, the conditions that narrow it, and its effect before it is saved. */
export function RuleEditor({ role, resource, rule, tree, onCancel, onSaved }: Props) {
  const start: Draft = rule
    ? { scope: rule.scope, officeIds: rule.officeIds, lines: rule.lines }
    : { scope: 'all', officeIds: [], lines: [] }
  const [draft, setDraft] = useState(start)
  const scopes = resource.scopes.map(({ value, label, note }) => ({ value, label: note ? `${label}（${note}）` : label }))
  const [effect, setEffect] = useState<RulePreview | null>(null)
  const dirty = JSON.stringify(draft) !== JSON.stringify(start)
  useTypedGate(() => dirty)
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  // A shown effect belongs to an earlier draft, so it disappears when the draft changes.
  useEffect(() => setEffect(null), [draft])
  const body = { roleId: role.id, resource: resource.key, ...draft, officeIds: draft.scope === 'custom' ? draft.officeIds : [] }
  const asked = { roleId: role.id, resource: resource.key }
  const preview = useSubmit(async () => setEffect(await call(dataRules.preview, { body }, { silent: true })))
  const save = useSubmit(async () => {
    const known = rule ? { id: rule.id, version: rule.version } : {}
    const { holders } = await call(dataRules.save, { body: { ...known, ...body } }, { silent: true })
    onSaved(holders)
  })
  const failure = save.failure ?? preview.failure
  const faultAt = (path: string) => failure?.fields.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`))?.message
  return (
    <div className={css.editor}>
      {scopes.length === 1 ? (
        <p>数据范围：{scopes[0]!.label}，可以用条件缩小</p>
      ) : (
        <Radio.Group
          aria-label="数据范围"
          className={css.scopes}
          value={draft.scope}
          onChange={(e) => change({ scope: e.target.value as RowScope })}
          options={scopes}
        />
      )}
      {draft.scope === 'custom' && (
        <TreeSelect<number[]>
          aria-label="部门"
          multiple
          treeDefaultExpandAll
          value={draft.officeIds}
          onChange={(officeIds) => change({ officeIds })}
          treeData={tree.map(nodeOf)}
          showSearch={{ treeNodeFilterProp: 'title' }}
          placeholder="请选择部门"
          style={{ width: '100%' }}
          status={faultAt('officeIds') ? 'error' : ''}
        />
      )}
      {faultAt('officeIds') && <p className={css.fault}>{faultAt('officeIds')}</p>}
      {draft.lines.map((line, i) => (
        <RuleLine
          key={i}
          resource={resource}
          line={line}
          fault={faultAt(`lines.${i}`)}
          onChange={(next) => change({ lines: draft.lines.with(i, next) })}
          onRemove={() => change({ lines: draft.lines.toSpliced(i, 1) })}
        />
      ))}
      {draft.lines.length > 1 && <p className="meta">同一字段的几条满足一条即可，不同字段要同时满足。</p>}
      {resource.fields.length > 0 && draft.lines.length < 10 && (
        <Button type="dashed" onClick={() => change({ lines: [...draft.lines, newLine(resource)] })}>
          添加条件
        </Button>
      )}
      {failure && failure.fields.every(({ path }) => !/^(officeIds|lines)/.test(path)) && (
        <Alert type="error" showIcon title={failure.message} />
      )}
      {effect && <RuleEffect effect={effect} title={resource.title} />}
      <div className={css.foot}>
        <Button onClick={onCancel}>取消</Button>
        <Button loading={preview.busy} onClick={() => void preview.run()}>
          预览影响
        </Button>
        {rule && !dirty ? (
          <AskChange change={{ ...asked, rule: null }} label="申请删除这条规则" onDone={onCancel} />
        ) : (
          <AskChange change={{ ...asked, rule: { ...draft, officeIds: body.officeIds } }} onDone={onCancel} />
        )}
        <Button type="primary" loading={save.busy} disabled={!dirty && rule !== undefined} onClick={() => void save.run()}>
          保存规则
        </Button>
      </div>
    </div>
  )
}

interface Node {
  value: number
  title: string
  children: Node[]
}
const nodeOf = ({ id, name, children }: OfficeTree): Node => ({ value: id, title: name, children: children.map(nodeOf) })
