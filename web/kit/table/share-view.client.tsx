import { Alert, Radio } from 'antd'
import { use, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { sharedViews, type SharedView } from '../../../contract/shared-view.ts'
import { requiredLine } from '../../../contract/fields.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import { FormModal } from '../dialog/form-modal.tsx'
import { formFields, RecordForm } from '../form/record-form.tsx'
import { Tag } from '../status-tag.tsx'
import type { SavedView } from './column-settings.ts'
import { ListCall } from './list-call.ts'
import css from './table.module.css'

const Sharing = z.object({ name: requiredLine(20, '请填写名称'), roleId: z.number({ error: '请选择角色' }) })

interface Props {
  table: string
  /** the view to share, or the shared one to change */
  view: SavedView | SharedView
  /** the present filters and order of the list, which may replace those of a shared view; null: nothing is filtered */
  now: Pick<SavedView, 'filters' | 'sort'> | null
  roles: readonly { id: number; name: string }[]
  inWords: (view: Pick<SavedView, 'filters' | 'sort'>) => readonly { label: string; words: string; typed: boolean }[]
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Shares a view with a role, or changes one that is shared; says what it contains before others see it. */
export default function ShareView({ table, view, now, roles, inWords, onClose, onDone }: Props) {
  const { pathname } = useLocation()
  const listCall = use(ListCall)
  const shared = 'roleId' in view ? view : null
  const [replaced, setReplaced] = useState(false)
  const content = replaced && now ? now : view
  const conditions = inWords(content)
  const typed = conditions.filter((one) => one.typed).map(({ label }) => `“${label}”`)
  const [only] = roles
  const fields = formFields(
    Sharing,
    { key: 'name', label: '视图名称', maxLength: 20 },
    {
      key: 'roleId',
      label: '共享给',
      kind: 'select',
      options: (shared ? [{ id: shared.roleId, name: shared.role }] : roles).map((role) => ({ value: role.id, label: role.name })),
      hint: '持有该角色的人都能看到这个视图；看得见哪些行仍由各人的权限决定。',
      ...(shared ? { readOnly: true } : {}),
    },
  )
  return (
    <FormModal open title={shared ? `修改共享的视图“${shared.name}”` : `共享视图“${view.name}”`} width={520} onClose={onClose}>
      {shared && now && (
        <Radio.Group
          aria-label="条件"
          value={replaced}
          onChange={(e) => setReplaced(e.target.value === true)}
          options={[
            { value: false, label: '保留原来的条件' },
            { value: true, label: '换成列表现在的条件' },
          ]}
        />
      )}
      <h3 className={css.note}>视图包含</h3>
      <ul className={css.conditions}>
        {conditions.map(({ label, words, typed: byHand }) => (
          <li key={label}>
            {label}：{words} {byHand && <Tag>手工输入</Tag>}
          </li>
        ))}
      </ul>
      {typed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${typed.join('、')}是手工输入的，可能是姓名、手机号等个人信息。共享后持有该角色的人都会看到，请确认可以共享。`}
          style={{ marginBottom: 16 }}
        />
      )}
      <RecordForm
        schema={Sharing}
        draft={null}
        fields={fields}
        initial={{ name: view.name, roleId: shared?.roleId ?? (roles.length === 1 ? only!.id : null) }}
        submitText={shared ? '保存' : '共享'}
        onCancel={onClose}
        onSubmit={async ({ name, roleId }) => {
          const { filters, sort } = content
          const body = { table, page: pathname, name, roleId, filters: { ...filters }, sort }
          await call(
            sharedViews.save,
            {
              body: shared
                ? { ...body, page: shared.page, id: shared.id, version: shared.version }
                : { ...body, ...(listCall ? { call: listCall } : {}) },
            },
            { silent: true },
          )
          toast.success(shared ? '已修改，持有该角色的人下次打开时看到' : '已共享')
          await onDone()
          onClose()
        }}
      />
    </FormModal>
  )
}
