import { menuDesk } from '../../../contract/identity/menus.ts'
import { offices, type OfficeNode } from '../../../contract/identity/offices.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { call } from '../../api.ts'
import type { ControlProps, OptionSource } from '../../kit/form/fields.ts'
import type { Option, RawOption } from '../../kit/choose/options.ts'
import { useOptions } from '../../kit/choose/use-options.ts'
import TreePicker from '../../kit/choose/tree-picker.tsx'

const marked = (nodes: readonly OfficeNode[]): RawOption[] =>
  nodes.map(({ id, name, enableFlag, children }) => ({
    id,
    name: enableFlag === 1 ? name : `${name}（已停用）`,
    disabled: enableFlag !== 1,
    children: marked(children),
  }))
const officeTree: OptionSource = {
  key: 'office-tree',
  load: async () => marked(await call(offices.tree, { query: {} }, { silent: true })),
}
export const roleOptions: OptionSource = { key: 'role-options', load: () => call(roles.options, { query: {} }, { silent: true }) }
const folders: OptionSource = { key: 'menu-folders', load: () => call(menuDesk.options, { query: {} }, { silent: true }) }

/** Chooses an office that is in use. A disabled one stands here while it is the chosen one, or above others. */
export function OfficeChoice(props: ControlProps) {
  const { options } = useOptions(officeTree)
  return <TreePicker {...props} source={inUse(options, props.value)} rule="any" />
}
/** Chooses any office, for a search. */
export function AnyOffice(props: ControlProps) {
  const { options } = useOptions(officeTree)
  return <TreePicker {...props} source={all(options)} rule="any" />
}
const inUse = (options: readonly Option[], chosen: unknown): Option[] =>
  options.flatMap((option) => {
    const children = inUse(option.children ?? [], chosen)
    return option.disabled && option.value !== chosen && children.length === 0 ? [] : [{ ...option, children }]
  })
const all = (options: readonly Option[]): Option[] =>
  options.map(({ disabled: _, children, ...option }) => ({ ...option, ...(children ? { children: all(children) } : {}) }))
/** Chooses a folder of the menu. */
export const FolderChoice = (props: ControlProps) => <TreePicker {...props} source={folders} rule="any" />
