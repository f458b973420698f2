import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer, Spin, Tag } from 'antd'
import { useState } from 'react'
import { dataRules, type DataRuleRow, type RuleResource } from '../../../contract/identity/data-rules.ts'
import { offices } from '../../../contract/identity/offices.ts'
import { roles, type RoleRow } from '../../../contract/identity/roles.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useClosing, TypedContext } from '../../kit/form/typed-gate.ts'
import { toast } from '../../toast.ts'
import { RightsBack } from './rights-back.tsx'
import { type OfficeTree, RuleEditor } from './rule-editor.tsx'
import css from './rules.module.css'

/** 数据规则 of a role: for each kind of data that its permissions open, the rows that its holders see. */
export function RuleDrawer({ role, onClose }: { role: RoleRow; onClose(): void }) {
  const [open, setOpen] = useState<string | null>(null)
  const read = useQuery({
    queryKey: ['role-rules', role.id],
    queryFn: async () => {
      const [resources, rules, detail, tree] = await Promise.all([
        call(dataRules.resources, { query: {} }, { silent: true }),
        call(dataRules.list, { query: { roleId: role.id, pageSize: 100 } }, { silent: true }),
        call(roles.findById, { query: { id: role.id } }, { silent: true }),
        call(offices.tree, { query: {} }, { silent: true }),
      ])
      return { resources, rules: rules.list, held: detail.permissions as readonly string[], tree }
    },
    retry: false,
    gcTime: 0,
  })
  const { modal } = App.useApp()
  const { gate, close } = useClosing(onClose)
  const done = async (text: string) => {
    toast.success(text)
    setOpen(null)
    await read.refetch()
  }
  const remove = (rule: DataRuleRow) =>
    modal.confirm({
      title: `删除“${rule.resourceName}”的数据规则？`,
      content: `“${role.name}”的持有人将看不到任何${rule.resourceName}。`,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: async () => {
        await call(dataRules.remove, { body: { id: rule.id } })
        await done('已删除')
      },
    })
  return (
    <Drawer
      open
      title={`“${role.name}”的数据规则`}
      size={760}
      destroyOnHidden
      onClose={close}
      extra={<RightsBack kind="dataRule" id={role.id} title={`“${role.name}”数据规则的修改记录`} onDone={() => read.refetch()} />}
    >
      <TypedContext value={gate}>
        <p className="meta">
          权限决定能不能打开，规则决定看得见哪些行：列表、统计、详情、附件和导出都按同一条规则。没有规则就看不见任何一行；一人有多个角色时取并集。
        </p>
        {read.isError ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : !read.data ? (
          <Spin />
        ) : (
          <ResourceList
            {...read.data}
            role={role}
            open={open}
            onOpen={setOpen}
            onSaved={(holders) => void done(holders > 0 ? `已保存，${holders} 人下次操作时按新规则` : '已保存')}
            onRemove={remove}
          />
        )}
      </TypedContext>
    </Drawer>
  )
}

interface ListProps {
  role: RoleRow
  resources: readonly RuleResource[]
  rules: readonly DataRuleRow[]
  held: readonly string[]
  tree: readonly OfficeTree[]
  open: string | null
  onOpen(key: string | null): void
  onSaved(holders: number): void
  onRemove(rule: DataRuleRow): void
}

function ResourceList({ role, resources, rules, held, tree, open, onOpen, onSaved, onRemove }: ListProps) {
  const shown = resources.filter((one) => one.codes.some((code) => held.includes(code)) || rules.some((rule) => rule.resource === one.key))
  if (shown.length === 0) return <p>该角色没有可以设规则的数据权限，请先在“编辑”中给它权限。</p>
  return (
    <ul className={css.list}>
      {shown.map((resource) => {
        const rule = rules.find((one) => one.resource === resource.key)
        return (
          <li key={resource.key} className={css.item}>
            <div className={css.head}>
              <h3>{resource.title}</h3>
              {rule?.idle && <Tag>不起作用：没有“{resource.needs.join('”或“')}”权限</Tag>}
              {/* While one rule is edited, no button of another one stands beside its own. */}
              {open === null && !role.fixed && (
                <span className={css.tools}>
                  <Button type="link" aria-label={`${rule ? '修改' : '设定'}：${resource.title}`} onClick={() => onOpen(resource.key)}>
                    {rule ? '修改' : '设定'}
                  </Button>
                  {rule && (
                    <Button type="link" danger aria-label={`删除：${resource.title}`} onClick={() => onRemove(rule)}>
                      删除
                    </Button>
                  )}
                </span>
              )}
            </div>
            {open === resource.key ? (
              <RuleEditor role={role} resource={resource} rule={rule} tree={tree} onCancel={() => onOpen(null)} onSaved={onSaved} />
            ) : (
              <p className={rule ? undefined : css.none}>{rule ? rule.words : '没有规则，看不见任何一行'}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
