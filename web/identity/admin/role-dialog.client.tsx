import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { createContext, use, useState } from 'react'
import type { Data } from '../../../contract/endpoint.ts'
import { menuDesk } from '../../../contract/identity/menus.ts'
import { roles, SaveRole, type RoleRow } from '../../../contract/identity/roles.ts'
import { rightsPreview } from '../../../contract/identity/rights-effect.ts'
import { isPermissionCode } from '../../../contract/permissions.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import type { ControlProps } from '../../kit/form/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import { AskChange } from './ask-change.tsx'
import { PreviewRights } from './preview-rights.tsx'
import { MenuChecks, PermissionChecks, type MenuNodes, type PermissionGroups } from './right-checks.tsx'

interface Picked {
  permissions: string[]
  menuIds: number[]
}
const Rights = createContext<{ groups: PermissionGroups; menus: MenuNodes; fixed: boolean; pick(next: Partial<Picked>): void }>({
  groups: [],
  menus: [],
  fixed: false,
  pick: () => {},
})

const shownOf = (role?: Data<typeof roles.findById>) => ({
  ...(role ? { id: role.id, version: role.version } : {}),
  name: role?.name ?? '',
  code: role?.code ?? '',
  description: role?.description ?? '',
  permissions: role?.permissions ?? [],
  menuIds: role?.menuIds ?? [],
})

/** A role with its permissions and menus. Roles that the platform relies on are read-only. */
export function RoleDialog({ role, onClose, onDone }: { role: RoleRow | null; onClose(): void; onDone(): Promise<unknown> }) {
  const fixed = role?.fixed ?? false
  const [picked, setPicked] = useState<Partial<Picked>>({})
  const pick = (next: Partial<Picked>) => setPicked((now) => ({ ...now, ...next }))
  const read = useQuery({
    queryKey: ['role-desk', role?.id ?? 0, role?.version ?? 0],
    queryFn: async () => {
      const [groups, menus, detail] = await Promise.all([
        call(roles.permissions, { query: {} }, { silent: true }),
        call(menuDesk.tree, { query: {} }, { silent: true }),
        role ? call(roles.findById, { query: { id: role.id } }, { silent: true }) : null,
      ])
      return { groups, menus, detail }
    },
    retry: false,
    gcTime: 0,
  })
  const fields = formFields(
    SaveRole,
    { key: 'name', label: '角色名称', maxLength: 30, half: true, readOnly: fixed },
    { key: 'code', label: '角色代码', maxLength: 32, half: true, readOnly: fixed || role !== null },
    { key: 'description', label: '说明', kind: 'longText', maxLength: 200, readOnly: fixed },
    { key: 'permissions', label: '权限', as: Permissions },
    { key: 'menuIds', label: '菜单', as: MenuChoice, hint: '看得到菜单不等于有权限；持有人两样都要有，可以来自不同的角色' },
  )
  return (
    <FormModal open title={!role ? '新增角色' : fixed ? `角色“${role.name}”` : '编辑角色'} onClose={onClose} width={860}>
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Spin />
      ) : (
        <Rights value={{ groups: read.data.groups, menus: read.data.menus, fixed, pick }}>
          {role && !fixed && role.userNum > 0 && (
            <p className="meta" style={{ marginBottom: 12 }}>
              {role.userNum} 人持有该角色；保存后他们下次操作时按新的权限进行，正在填写的内容不会丢失。
            </p>
          )}
          <RecordForm
            schema={SaveRole}
            draft={role ? undefined : { key: 'role:new' }}
            fields={fields}
            initial={shownOf(read.data.detail ?? undefined)}
            latest={role ? () => call(roles.findById, { query: { id: role.id } }, { silent: true }).then(shownOf) : undefined}
            onCancel={onClose}
            extra={
              role
              && !fixed
              && read.data.detail
              && (picked.permissions ?? picked.menuIds) && (
                <Preview id={role.id} held={read.data.detail} picked={picked} onAsked={onClose} />
              )
            }
            onSubmit={async (values) => {
              const { holders, unruled } = await call(roles.save, { body: values }, { silent: true })
              toast.success(holders > 0 ? `已保存，${holders} 人的权限随即更新` : '已保存')
              if (unruled.length > 0) toast.warning(`还没有数据规则，持有人看不到：${unruled.join('、')}。请在“数据规则”中设定`)
              onClose()
              await onDone()
            }}
          />
        </Rights>
      )}
    </FormModal>
  )
}

/** Properties of the preview: what the role's holders would gain and lose by the present selection. */
interface PreviewProps {
  id: number
  held: Data<typeof roles.findById>
  picked: Partial<Picked>
  onAsked(): void
}
function Preview({ id, held, picked, onAsked }: PreviewProps) {
  const permissions = (picked.permissions ?? held.permissions).filter(isPermissionCode)
  const menuIds = picked.menuIds ?? held.menuIds
  return (
    <>
      <PreviewRights
        inWindow
        of={JSON.stringify([permissions, menuIds])}
        ask={() => call(rightsPreview.role, { body: { id, permissions, menuIds } }, { silent: true })}
      />
      <AskChange change={{ roleId: id, permissions, menuIds }} onDone={onAsked} />
    </>
  )
}

function Permissions({ value, onChange, disabled }: ControlProps) {
  const { groups, fixed, pick } = use(Rights)
  return (
    <PermissionChecks
      groups={groups}
      value={Array.isArray(value) ? value.map(String) : []}
      disabled={fixed || disabled === true}
      onChange={(next) => {
        pick({ permissions: next })
        onChange?.(next)
      }}
    />
  )
}

function MenuChoice({ value, onChange, disabled }: ControlProps) {
  const { menus, fixed, pick } = use(Rights)
  return (
    <MenuChecks
      menus={menus}
      value={Array.isArray(value) ? value.map(Number) : []}
      disabled={fixed || disabled === true}
      onChange={(next) => {
        pick({ menuIds: next })
        onChange?.(next)
      }}
    />
  )
}
