import { namedBy, type AuditNamed } from '../../contract/audit-names.ts'
import type { Data } from '../../contract/endpoint.ts'
import type { system } from '../../contract/system.ts'
import { loggedRuleWords } from '../identity/index.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { recurringJobs } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Names = Data<typeof system.auditNames>
type Kind = Exclude<AuditNamed, 'roleCodes'>
const tables = { users: 'sys_user', roles: 'role', offices: 'office', menus: 'menu' } as const

interface Entry {
  object_type: string | null
  object_id: string | null
  detail: unknown
}

/** The names in one entry of the audit log, and its data rule in words. */
export async function namesInEntry(k: Kernel, id: number): Promise<Names> {
  const entry = await k.db.selectFrom('audit_log').select(['object_type', 'object_id', 'detail']).where('id', '=', id).executeTakeFirst()
  if (!entry) throw notFound('该记录不存在')
  return (await namesInEntries(k, k.db, [entry]))(entry)
}

/** The name of a scheduled job on the operations page; null for other objects and for jobs of another release. */
export const jobTitleOf = (k: Kernel, objectType: string | null | undefined, objectId: string | null | undefined): string | null =>
  (objectType === 'job' && recurringJobs(k).find(({ name }) => name === objectId)?.title) || null

/** The account, role, office or menu to which something was done. */
function objectOf({ object_type, object_id }: Entry): { kind: Kind; id: number } | null {
  const kind = (Object.keys(tables) as Kind[]).find((one) => objectNames[one] === object_type)
  return kind && object_id !== null && /^\d{1,15}$/.test(object_id) ? { kind, id: Number(object_id) } : null
}

/**
 * Present names of the accounts, roles, offices and menus that entries of the audit log name by id or role code, and their data rules in
 * words. The names of many entries are read together.
 */
export async function namesInEntries(k: Kernel, db: Db, entries: readonly Entry[]): Promise<(entry: Entry) => Promise<Names>> {
  const ids: Record<Kind, Set<number>> = { users: new Set(), roles: new Set(), offices: new Set(), menus: new Set() }
  const texts = new Set<string>()
  for (const entry of entries) {
    collect(entry.detail, '', ids, texts)
    const object = objectOf(entry)
    if (object) ids[object.kind].add(object.id)
  }
  const found = {} as Record<Kind, Record<string, string>>
  for (const kind of Object.keys(tables) as Kind[]) found[kind] = await namesOf(db, kind, [...ids[kind]])
  const codes = texts.size
    ? await db
        .selectFrom('role')
        .select(['code', 'name'])
        .where('code', 'in', [...texts])
        .execute()
    : []
  const roleCodes = Object.fromEntries(codes.map(({ code, name }) => [code, name]))
  return async (entry) => {
    const object = objectOf(entry)
    return {
      ...found,
      roleCodes,
      rule: await loggedRuleWords(k, entry),
      object: object ? (found[object.kind][object.id] ?? null) : jobTitleOf(k, entry.object_type, entry.object_id),
    }
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
