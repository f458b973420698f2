import { screenCalls } from '../../../contract/identity/screen-calls.ts'
import type { PermissionCode } from '../../../contract/permissions.ts'
import type { Db } from '../../kernel/db/index.ts'
import { listEndpoints } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/**
 * The permission that a call needs, which may depend on what it asks for (`?kind=audit`). The browser names the call, because it does not know
 * the permission.
 */
export function neededBy(k: Kernel, address: string): PermissionCode | undefined {
  const [called, query] = address.split('?', 2)
  for (const { path, endpoint } of listEndpoints(k)) {
    const { access, canBy = {} } = endpoint
    if (path !== called) continue
    if (typeof access === 'object' && 'can' in access) return access.can
    for (const [key, value] of new URLSearchParams(query)) {
      const codes = Object.hasOwn(canBy, key) ? canBy[key]! : {}
      if (Object.hasOwn(codes, value)) return codes[value]
    }
  }
  return undefined
}

/** The permission that a page asks of staff before it shows anything; null: none, or not known. */
export function askedByPage(k: Kernel, url: string): PermissionCode | null {
  const begins = screenCalls[url.split(/[?#]/, 1)[0]!]
  return begins === undefined ? null : (neededBy(k, begins) ?? null)
}

/** The rights of companies and individuals follow from who they are, not from roles that an officer gives. */
export const rolesOfOthers: readonly string[] = ['enterprise', 'individual']

/** The roles of staff that have one of these menu entries, or a permission. */
export const rolesOpening = (db: Db, wanted: { menuId: number } | { permission: string }) =>
  db
    .selectFrom('role as r')
    .where((e) =>
      'menuId' in wanted
        ? e('r.id', 'in', e.selectFrom('role_menu').select('role_id').where('menu_id', '=', wanted.menuId))
        : e('r.id', 'in', e.selectFrom('role_permission').select('role_id').where('permission', '=', wanted.permission)),
    )
    .where('r.code', 'not in', rolesOfOthers)
    .select(['r.id', 'r.name', 'r.exclusive_group'])
    .orderBy('r.id')
    .execute()
