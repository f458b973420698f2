import { AutoComplete } from 'antd'
import { menuDesk, SaveMenu, type MenuRow } from '../../../contract/identity/menus.ts'
import { call } from '../../api.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { useConfirmed } from '../../kit/dialog/use-confirmed.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { isBuilt, screens } from '../../screens.ts'
import { menuIcons } from './menu-icons.ts'
import { toast } from '../../toast.ts'
import { FolderChoice } from './choices.tsx'

const pages = screens
  .filter((screen) => isBuilt(screen) && !screen.path.includes(':'))
  .map((screen) => ({ value: screen.path, label: `${screen.title} ${screen.path}` }))

const fields = formFields(
  SaveMenu,
  { key: 'name', label: '菜单名称', maxLength: 30 },
  { key: 'parentId', label: '上级菜单', as: FolderChoice, placeholder: '不选则为第一级' },
  { key: 'url', label: '地址', as: AddressChoice, hint: '选平台的页面，或填写 https:// 开头的地址；留空则为目录' },
  { key: 'icon', label: '图标', kind: 'select', options: menuIcons, half: true },
  { key: 'order', label: '顺序', kind: 'number', hint: '小的在前', half: true },
  { key: 'desc', label: '说明', kind: 'longText', maxLength: 200, hint: '鼠标停留时显示；不可点的菜单用它说明原因' },
  { key: 'hidden', label: '隐藏', kind: 'switch', hint: '不列出，地址仍可打开', half: true },
  { key: 'disabled', label: '不可点', kind: 'switch', hint: '列出，点不开', half: true },
)

const shownOf = (menu: Partial<MenuRow>) => ({
  ...(menu.id ? { id: menu.id, version: menu.version } : {}),
  parentId: menu.parentId ?? null,
  name: menu.name ?? '',
  url: menu.url ?? '',
  icon: menu.icon ?? '',
  order: menu.order ?? 0,
  desc: menu.desc ?? '',
  hidden: menu.hidden ?? false,
  disabled: menu.disabled ?? false,
})

/** Adds a menu entry (in a folder, when one is given) or changes one. */
export function MenuDialog({ menu, onClose, onDone }: { menu: Partial<MenuRow>; onClose(): void; onDone(): Promise<unknown> }) {
  const { id } = menu
  const confirming = useConfirmed()
  return (
    <FormModal open title={menu.id ? '编辑菜单' : '新增菜单'} onClose={onClose} width={600}>
      <p className="meta">谁看得到菜单，由安全管理员在角色管理里决定。</p>
      <RecordForm
        schema={SaveMenu}
        draft={menu.id ? undefined : { key: `menu:new:${menu.parentId ?? 0}` }}
        fields={fields}
        initial={shownOf(menu)}
        latest={id ? () => call(menuDesk.findById, { query: { id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await confirming('仍然保存', (confirmed) => call(menuDesk.save, { body: { ...values, confirmed } }, { silent: true }))
          toast.success('已保存，看得到它的人下次操作时菜单随即更新')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

function AddressChoice({ value, onChange, id, disabled }: ControlProps) {
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled ?? false}
      onChange={(next: string) => onChange?.(next)}
      options={pages}
      showSearch={{ filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()) }}
      placeholder="输入页面名称或地址"
      style={{ width: '100%' }}
    />
  )
}
