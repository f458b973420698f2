import { sql } from 'kysely'
import { access } from '../../../contract/identity/access.ts'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { menuDesk } from '../../../contract/identity/menus.ts'
import { offices } from '../../../contract/identity/offices.ts'
import { rightsPreview } from '../../../contract/identity/rights-effect.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { askFreshFactor } from '../../kernel/access/fresh-factor.ts'
import { implement } from '../../kernel/implement.ts'
import { usesDictionary } from '../../kernel/offers/dictionary-uses.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { listMenus, menuById, menuOptions, menuTree, moveMenu, removeMenu, saveMenu } from './menus.ts'
import { menuHistory, undoMenu } from './menu-back.ts'
import { listOffices, moveOffice, officeById, officeTree, removeOffice, saveOffice } from './offices.ts'
import { listRoles, permissionTable, removeRole, roleById, roleOptions, saveRole } from './roles.ts'
import { listRules, removeRule, ruleById, ruleOptions, ruleResources, saveRule } from './data-rules.ts'
import { explainAccess } from './explain.ts'
import { heldOverview } from './held-overview.ts'
import { openChanges } from '../rights-change/open-changes.ts'
import { previewPerson, previewRole } from './rights-effect.ts'
import { previewRule } from './rule-preview.ts'
import { importUsers, offerUserImport } from './import-users.ts'
import { grantRoles } from './grant-roles.ts'
import { disableUser, handOverOf } from './hand-over.ts'
import { offerUserExport } from './user-export.ts'
import { listUsers, revealUser, userById } from './user-list.ts'
import { removeUser, resetUserPassword, saveUser, switchUser } from './users.ts'

/** Registers the work of the three administrators: one maintains people, offices and menus, another roles and their holders. */
export function joinAdministration(k: Kernel): void {
  /** Protects rights and accounts against somebody else at an unattended browser (ADR 0710). */
  const fresh = <T>(call: Call, work: () => Promise<T>): Promise<T> => askFreshFactor(k, call.actor).then(work)
  usesDictionary(k, {
    title: '角色的数据规则',
    columns: ['row_rule.lines'],
    types: ['region', 'industry'],
    values: (type) => sql`select v as value from row_rule cross join lateral jsonb_array_elements(lines) line
      cross join lateral jsonb_array_elements_text(coalesce(line -> 'values', '[]')) v
      where line ->> 'field' = ${type === 'region' ? 'street' : 'industry'}`,
  })
  offerUserImport(k)
  offerUserExport(k)
  implement(k, 'identity', offices, {
    list: ({ query }) => listOffices(k, query),
    tree: () => officeTree(k),
    findById: ({ query }) => officeById(k, query.id),
    save: ({ body, call }) => saveOffice(k, call, body),
    remove: ({ body, call }) => removeOffice(k, call, body.id),
    move: ({ body, call }) => moveOffice(k, call, body),
  })
  implement(k, 'identity', users, {
    list: ({ query, call }) => listUsers(k, call, query),
    findById: ({ query, call }) => userById(k, call, query.id),
    reveal: ({ body, call }) => revealUser(k, call, body),
    // A linked account opens the platform without a password.
    save: ({ body, call }) => (body.accountId === undefined ? saveUser(k, call, body) : fresh(call, () => saveUser(k, call, body))),
    import: ({ call, actor }) => fresh(call, () => importUsers(k, call, actor)),
    remove: ({ body, call }) => removeUser(k, call, body.id),
    resetPwd: ({ body, call }) => fresh(call, () => resetUserPassword(k, call, body.id)),
    setEnabled: ({ body, call }) => switchUser(k, call, body),
    handOver: ({ query }) => handOverOf(k, query.id),
    disable: ({ body, call }) => disableUser(k, call, body),
    saveRoles: ({ body, call }) => fresh(call, () => grantRoles(k, call, body)),
  })
  implement(k, 'identity', roles, {
    list: ({ query }) => listRoles(k, query),
    findById: ({ query }) => roleById(k, query.id),
    save: ({ body, call }) => fresh(call, () => saveRole(k, call, body)),
    remove: ({ body, call }) => fresh(call, () => removeRole(k, call, body.id)),
    options: () => roleOptions(k),
    permissions: () => permissionTable(),
  })
  implement(k, 'identity', dataRules, {
    list: ({ query }) => listRules(k, query),
    findById: ({ query }) => ruleById(k, query.id),
    save: ({ body, call }) => fresh(call, () => saveRule(k, call, body)),
    remove: ({ body, call }) => fresh(call, () => removeRule(k, call, body.id)),
    options: ({ query }) => ruleOptions(k, query.roleId),
    resources: () => ruleResources(k),
    preview: ({ body }) => previewRule(k, body),
  })
  implement(k, 'identity', rightsPreview, {
    role: async ({ body }) => ({ ...(await previewRole(k, body)), voids: await openChanges(k, { roleId: body.id }) }),
    person: async ({ body }) => ({ ...(await previewPerson(k, body)), voids: await openChanges(k, { userId: body.id }) }),
    waiting: ({ query }) => openChanges(k, { userId: query.id }),
  })
  implement(k, 'identity', access, {
    overview: ({ query }) => heldOverview(k, query.userId),
    explain: ({ query }) => explainAccess(k, query),
  })
  implement(k, 'identity', menuDesk, {
    list: ({ query }) => listMenus(k, query),
    tree: () => menuTree(k),
    findById: ({ query }) => menuById(k, query.id),
    save: ({ body, call }) => saveMenu(k, call, body),
    remove: ({ body, call }) => removeMenu(k, call, body),
    move: ({ body, call }) => moveMenu(k, call, body),
    options: () => menuOptions(k),
    history: ({ query }) => menuHistory(k, query),
    undo: ({ body, call }) => undoMenu(k, call, body),
  })
}
