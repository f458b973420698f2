import { sql } from 'kysely'
import { originOf, type OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import type { Db } from '../../kernel/db/index.ts'
import { subscribe } from '../../kernel/jobs/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { LISTS_CHANGED, takeOwnArchiveFields, type CatalogueField } from '../../company/index.ts'
import { LISTS_SQL, type ListRow } from './lists.ts'
import { keyOf, takeForRules, type OwnFieldRow } from './as-field.ts'

export const OWN_FIELDS_CHANGED = 'own-fields'

const asArchiveField = (id: number, d: OwnFieldDefinition): CatalogueField => ({
  key: keyOf(id),
  label: d.label,
  type: d.type,
  unit: d.unit,
  options: d.options,
  question: d.question || null,
  group: d.group,
  ...(d.source ? { reportedBy: d.source } : {}),
  ...(d.seenBy === 'staff' ? { staffOnly: true } : {}),
})

const unasked = new Set<string>()
/** Fields that only staff fill in: no questionnaire asks for them. */
export const notAsked: ReadonlySet<string> = unasked

/** Applies the current fields to rules, archive, imports, questionnaires and forms of this process. */
function takeOwn(rows: readonly OwnFieldRow[], lists: readonly ListRow[]): readonly string[] {
  const left = takeForRules(rows, lists)
  const raw = rows.filter(([, current, inUse]) => inUse && originOf(current) === 'asked')
  takeOwnArchiveFields(raw.map(([id, current]) => asArchiveField(id, current)))
  unasked.clear()
  for (const [id, current] of raw) if (current.seenBy === 'staff') unasked.add(keyOf(id))
  return left
}

/** Returns the fields that had to be left out. */
export async function readOwnFields(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('own_field').select(['id', 'current', 'in_use']).where('current', 'is not', null).orderBy('id').execute()
  const lists = await sql<{ id: number; name: string; columns: ListRow[2]; enabled: boolean }>`${sql.raw(LISTS_SQL)}`.execute(db)
  return takeOwn(
    rows.map((row): OwnFieldRow => [row.id, row.current!, row.in_use]),
    lists.rows.map(({ id, name, columns, enabled }): ListRow => [id, name, columns, enabled]),
  )
}

/** Every process reads the fields at its start and after each change in any process. */
export async function keepOwnFields(k: Kernel): Promise<void> {
  const again = () =>
    void readOwnFields(k.db).catch((error: unknown) =>
      k.log.error({ err: error }, 'own fields: kept as they were, will be read after the next change'),
    )
  subscribe(k, OWN_FIELDS_CHANGED, again)
  subscribe(k, LISTS_CHANGED, again)
  subscribe(k, 'reconnected', again)
  const left = await readOwnFields(k.db)
  // The platform starts without these fields: rules with them stay undecided until an editor corrects them.
  if (left.length) k.log.error({ fields: left }, 'own fields that cannot be used are left out')
}
