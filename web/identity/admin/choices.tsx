import { menuDesk } from '../../../contract/identity/menus.ts'
import { offices } from '../../../contract/identity/offices.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { call } from '../../api.ts'
import type { ControlProps, OptionSource } from '../../kit/form/fields.ts'
import TreePicker from '../../kit/choose/tree-picker.tsx'

export const officeTree: OptionSource = { key: 'office-tree', load: () => call(offices.tree, { query: {} }, { silent: true }) }
export const roleOptions: OptionSource = { key: 'role-options', load: () => call(roles.options, { query: {} }, { silent: true }) }
const folders: OptionSource = { key: 'menu-folders', load: () => call(menuDesk.options, { query: {} }, { silent: true }) }

/** Chooses any office of the tree. */
export const OfficeChoice = (props: ControlProps) => <TreePicker {...props} source={officeTree} rule="any" />
/** Chooses a folder of the menu. */
export const FolderChoice = (props: ControlProps) => <TreePicker {...props} source={folders} rule="any" />
