import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { sharedViews, type SharedView } from '../../../contract/shared-view.ts'
import type { RoleRow } from '../../../contract/identity/roles.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { sharedBy, useWithdraw } from '../../kit/table/shared-views.tsx'
import { ShortTable } from '../../kit/table/short-table.tsx'
import { useViewOnly } from '../../kit/view-only.tsx'

/** What has been shared with a role on all lists; who manages roles withdraws what does not belong there (ADR 1008). */
export function RoleViews({ role, onClose }: { role: RoleRow; onClose(): void }) {
  const client = useQueryClient()
  const name = ['role-views', role.id]
  const withdraw = useWithdraw(() => client.invalidateQueries({ queryKey: name }))
  const viewOnly = useViewOnly()
  return (
    <Drawer open title={`共享给“${role.name}”的视图`} size={720} destroyOnHidden onClose={onClose}>
      <ShortTable<SharedView>
        name={name}
        load={async ({ page, pageSize }) => {
          const all = await call(sharedViews.ofRole, { query: { roleId: role.id } }, { silent: true })
          return { total: all.length, list: all.slice((page - 1) * pageSize, page * pageSize) }
        }}
        width={620}
        columns={[
          { title: '视图', dataIndex: 'name' },
          { title: '列表', width: 160, render: (_, view) => view.pageName || view.page },
          { title: '共享的人', width: 150, render: (_, view) => sharedBy(view) },
          { title: '时间', width: 150, className: 'num', render: (_, view) => localMinute(view.sharedAt) },
          {
            title: '操作',
            width: 70,
            render: (_, view) => (
              <Button
                type="link"
                size="small"
                danger
                disabled={viewOnly !== null}
                aria-label={`撤回：${view.name}`}
                onClick={() => withdraw(view)}
              >
                撤回
              </Button>
            ),
          },
        ]}
      />
    </Drawer>
  )
}
