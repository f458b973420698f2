import { namedBy, type AuditNamed } from '../../contract/audit-names.ts'
import type { Data } from '../../contract/endpoint.ts'
import type { system } from '../../contract/system.ts'
import { loggedRuleWords } from '../identity/index.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Names = Data<typeof system.auditNames>
type Kind = Exclude<AuditNamed, 'roleCodes'>
const tables = { users: 'sys_user', roles: 'role', offices: 'office', menus: 'menu' } as const

/** Present names of the accounts, roles, offices and menus that one entry of the audit log names by id or role code, and its data rule in words. */
export async function namesInEntry(k: Kernel, id: number): Promise<Names> {
  const { db } = k
  const entry = await db.selectFrom('audit_log').select(['object_type', 'object_id', 'detail']).where('id', '=', id).executeTakeFirst()
  if (!entry) throw notFound('该记录不存在')
  const ids: Record<Kind, Set<number>> = { users: new Set(), roles: new Set(), offices: new Set(), menus: new Set() }
  const texts = new Set<string>()
  collect(entry.detail, '', ids, texts)
  const objectId = entry.object_id !== null && /^\d{1,15}$/.test(entry.object_id) ? Number(entry.object_id) : null
  const objectKind = (Object.keys(tables) as Kind[]).find((kind) => objectNames[kind] === entry.object_type)
  if (objectKind && objectId !== null) ids[objectKind].add(objectId)
  const found = {} as Record<Kind, Record<string, string>>
  for (const kind of Object.keys(tables) as Kind[]) found[kind] = await namesOf(db, kind, [...ids[kind]])
  const codes = texts.size
    ? await db
        .selectFrom('role')
        .select(['code', 'name'])
        .where('code', 'in', [...texts])
        .execute()
    : []
  return {
    ...found,
    roleCodes: Object.fromEntries(codes.map(({ code, name }) => [code, name])),
    rule: await loggedRuleWords(k, entry),
    object: objectKind && objectId !== null ? (found[objectKind][objectId] ?? null) : null,
  }
}
const objectNames: Readonly<Record<Kind, string>> = { users: 'user', roles: 'role', offices: 'office', menus: 'menu' }

async function namesOf(db: Db, kind: Kind, ids: readonly number[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db.selectFrom(tables[kind]).select(['id', 'name']).where('id', 'in', ids).execute()
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Adds the ids under known fields, and the texts of lists, which may be role codes. */
function collect(value: unknown, key: string, ids: Record<Kind, Set<number>>, texts: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, key, ids, texts)
  else if (typeof value === 'object' && value !== null) for (const [own, one] of Object.entries(value)) collect(one, own, ids, texts)
  else if (typeof value === 'number' && Number.isSafeInteger(value)) {
    const kind = namedBy.get(key)
    if (kind && kind !== 'roleCodes') ids[kind].add(value)
  } else if (typeof value === 'string' && namedBy.get(key) === 'roleCodes' && value.length <= 100) texts.add(value)
}
