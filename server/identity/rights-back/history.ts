import type { Parsed } from '../../../contract/endpoint.ts'
import { rightsKinds, type rightsBack, type RightsKind, type RightsRow } from '../../../contract/identity/rights-back.ts'
import { isPermissionCode, permissions } from '../../../contract/permissions.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import type { KeptRole, KeptRoles, KeptRule } from '../admin/kept-rights.ts'
import { namedIn, sidesInWords, type Named } from '../admin/rule-words.ts'

/** One kept change; which sides it has follows from its kind. */
export type Kept = { id: number; rowId: number; at: string } & (
  | { kind: 'role'; before: KeptRole | null; after: KeptRole | null }
  | { kind: 'dataRule'; before: KeptRule | null; after: KeptRule | null }
  | { kind: 'userRoles'; before: KeptRoles | null; after: KeptRoles | null }
)
export const keptFrom = (db: Db) => db.selectFrom('row_change as c').selectAll('c').where('c.kind', 'in', rightsKinds)
type Found = Awaited<ReturnType<ReturnType<typeof keptFrom>['execute']>>[number]
/** Only `keepRights` writes these kinds, with the values of their kind. */
export const asKept = (row: Found): Kept =>
  ({ id: row.id, rowId: row.row_id, at: row.changed_at, kind: row.kind, before: row.before, after: row.after }) as Kept

/** The version now of what each change is about, read at once for changes of one kind; 0: there is none. */
export async function versionsNow(db: Db, kind: RightsKind, all: readonly Kept[]): Promise<(kept: Kept) => number> {
  const ids = [0, ...all.map((kept) => kept.rowId)]
  const keyOf = (id: number, resource: string) => `${id} ${resource}`
  const found =
    kind === 'dataRule'
      ? (await db.selectFrom('row_rule').select(['role_id', 'resource', 'version']).where('role_id', 'in', ids).execute()).map(
          (row) => [keyOf(row.role_id, row.resource), row.version] as const,
        )
      : (
          await db
            .selectFrom(kind === 'role' ? 'role' : 'sys_user')
            .select(['id', 'version'])
            .where('id', 'in', ids)
            .execute()
        ).map((row) => [keyOf(row.id, ''), row.version] as const)
  const versions = new Map(found)
  return (kept) => versions.get(keyOf(kept.rowId, kept.kind === 'dataRule' ? resourceOf(kept) : '')) ?? 0
}
export const versionNow = async (db: Db, kept: Kept): Promise<number> => (await versionsNow(db, kept.kind, [kept]))(kept)
export const resourceOf = ({ before, after }: { before: KeptRule | null; after: KeptRule | null }) => (before ?? after)!.resource
export const ruleNow = (db: Db, kept: Extract<Kept, { kind: 'dataRule' }>) =>
  db
    .selectFrom('row_rule')
    .select(['id', 'version'])
    .where('role_id', '=', kept.rowId)
    .where('resource', '=', resourceOf(kept))
    .executeTakeFirst()

const NONE = '无'
const listed = (words: readonly string[]) => words.join('、') || NONE
type Shown = RightsRow['changes']
const shown = (label: string, before: string, after: string): Shown => (before === after ? [] : [{ label, before, after }])

/** A role has dozens of rights, so only those that came and went are listed. */
function ofRole(before: KeptRole, after: KeptRole): Shown {
  const named = (code: string) => (isPermissionCode(code) ? permissions[code].name : code)
  const without = (one: readonly string[], other: readonly string[]) => one.filter((code) => !other.includes(code)).map(named)
  const menus = (one: KeptRole, other: KeptRole) =>
    one.menus.filter(({ id }) => !other.menus.some((menu) => menu.id === id)).map(({ name }) => name)
  return [
    ...shown('名称', before.name, after.name),
    ...shown('说明', before.description || NONE, after.description || NONE),
    ...shown('权限', listed(without(before.permissions, after.permissions)), listed(without(after.permissions, before.permissions))),
    ...shown('菜单', listed(menus(before, after)), listed(menus(after, before))),
  ]
}
const inWords = ({ roles, terms }: KeptRoles) =>
  listed([...roles.map(({ name }) => name), ...terms.map(({ name, from, to }) => `${name}（${from} 至 ${to}）`)])

const rulesOf = (kept: Kept) =>
  kept.kind === 'dataRule' ? [kept.before, kept.after].flatMap((one) => (one?.rule ? [{ resource: one.resource, ...one.rule }] : [])) : []

function changesOf(named: Named, kept: Kept): Shown {
  if (kept.kind === 'role') return kept.before && kept.after ? ofRole(kept.before, kept.after) : []
  if (kept.kind === 'userRoles') return shown('角色', inWords(kept.before!), inWords(kept.after!))
  const { before, after } = sidesInWords(named, resourceOf(kept), kept.before?.rule ?? null, kept.after?.rule ?? null)
  return shown('看得见的行', before, after)
}

export async function historyOf(k: Kernel, { kind, id, page, pageSize }: Parsed<typeof rightsBack.history>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('row_change as c')
      .where('c.kind', '=', kind)
      .where('c.undone_at', 'is', null)
      .$if(id !== undefined, (q) => q.where('c.row_id', '=', id!)),
    { page, pageSize },
    (q) => q.orderBy('c.id', 'desc'),
    (q) => q.selectAll('c'),
  )
  const kepts = rows.map(asKept)
  const versionOf = await versionsNow(k.db, kind, kepts)
  const named = await namedIn(k, kepts.flatMap(rulesOf))
  const list = rows.map((row, n): RightsRow => {
    const kept = kepts[n]!
    return {
      id: row.id,
      name: row.name,
      what: row.before === null ? '新增' : row.after === null ? '删除' : '修改',
      by: row.changed_by_name,
      time: row.changed_at,
      undone: false,
      last: hasWayBack(kept),
      version: versionOf(kept),
      changes: changesOf(named, kept),
    }
  })
  return { total, list }
}

/** Before a role was added there was none: it is deleted by hand, which names who holds it. */
export const hasWayBack = ({ kind, before }: { kind: RightsKind; before: unknown }): boolean => kind !== 'role' || before !== null
