import { sql } from 'kysely'
import type { OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import type { ownFields } from '../../../contract/matching/own-fields.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalidField, notFound, ownWork, refused } from '../../kernel/errors.ts'
import { publish } from '../../kernel/jobs/events.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { purgePagesAfter } from '../../kernel/offers/services.ts'
import { authorsOf, noteOwnField } from './authors.ts'
import { definitionOf, refuseUnusable } from './definition.ts'
import { keyOf } from './as-field.ts'
import { OWN_FIELDS_CHANGED, readOwnFields } from './in-use.ts'
import { usesOf } from './uses.ts'

type Body<E extends keyof typeof ownFields> = Parsed<(typeof ownFields)[E]>['body' & keyof Parsed<(typeof ownFields)[E]>]

/**
 * Changes of fields run one after another, each checked against the result of the one before: two changes that are valid alone could refer
 * to each other.
 */
const changing = async <const T>(k: Kernel, work: (db: Db) => Promise<T>): Promise<T> => {
  const done = await k.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('own_field'))`.execute(db)
    await readOwnFields(db)
    const result = await work(db)
    await purgePagesAfter(db, '/')
    await publish(db, OWN_FIELDS_CHANGED)
    return result
  })
  await readOwnFields(k.db)
  return done
}

async function locked(db: Db, id: number, version: number | undefined) {
  const row = await db.selectFrom('own_field').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('该信息不存在')
  if (row.version !== version) throw conflict()
  return row
}

/** Saves a new field or a change. When policies are reviewed, it waits for a second person, and the version in use stays unchanged. */
export const saveOwnField = (k: Kernel, call: Call, input: Body<'save'>): Promise<{ id: number; version: number; waits: boolean }> =>
  changing(k, async (db) => {
    const row = input.id === undefined ? null : await locked(db, input.id, input.version)
    const before = row?.current ?? null
    const wanted = definitionOf(input, before)
    refuseUnusable(input.id ?? 0, wanted, before)
    const author = { waiting_by: call.actor!.userId, waiting_by_name: call.actor!.name, opinion: null }
    const set = { waiting: JSON.stringify(wanted), ...author, updated_at: k.clock.now().toISOString() }
    const saved = row
      ? await db
          .updateTable('own_field')
          .set((e) => ({ ...set, version: e('version', '+', 1) }))
          .where('id', '=', row.id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : await db.insertInto('own_field').values(set).returning(['id', 'version']).executeTakeFirstOrThrow()
    await audit(db, call, {
      action: row ? 'ownField.edit' : 'ownField.add',
      objectType: 'ownField',
      objectId: saved.id,
      detail: { label: wanted.label, formula: wanted.formula },
    })
    await noteOwnField(db, call, saved.id, row?.version ?? 1, 'save')
    if (k.config.POLICY_REVIEW) return { ...saved, waits: true }
    await takeIntoUse(k, db, saved.id, wanted, before, { madeBy: call.actor!.name, passedBy: null })
    await noteOwnField(db, call, saved.id, saved.version, 'pass')
    return { ...saved, waits: false }
  })

/** Nobody decides on a change on which they wrote since the field was last in use (C-06). */
export const reviewOwnField = (k: Kernel, call: Call, { id, version, pass, opinion }: Body<'review'>): Promise<true> =>
  changing<true>(k, async (db) => {
    const row = await locked(db, id, version)
    if (!row.waiting) throw refused('没有待审核的修改')
    const authors = (await authorsOf(db, [row]))(row)
    if (authors.ids.has(call.actor!.userId)) throw ownWork('修改')
    if (!pass && !opinion) throw invalidField('opinion', '请填写退回的原因')
    if (pass) {
      refuseUnusable(id, row.waiting, row.current)
      await takeIntoUse(k, db, id, row.waiting, row.current, { madeBy: authors.names, passedBy: call.actor!.name })
      await noteOwnField(db, call, id, version, 'pass')
    }
    await db
      .updateTable('own_field')
      .set((e) => ({ opinion: pass ? null : opinion, version: e('version', '+', 1), updated_at: k.clock.now().toISOString() }))
      .where('id', '=', id)
      .execute()
    await audit(db, call, {
      action: pass ? 'ownField.pass' : 'ownField.return',
      objectType: 'ownField',
      objectId: id,
      detail: { label: row.waiting.label, ...(opinion ? { opinion } : {}) },
    })
    return true
  })

/**
 * A field that policies, tags or other fields use cannot be put out of use; when it is put back into use, the fields of its formula must
 * exist.
 */
export const useOwnField = (k: Kernel, call: Call, { id, version, inUse }: Body<'use'>): Promise<true> =>
  changing<true>(k, async (db) => {
    const row = await locked(db, id, version)
    if (!row.current) throw refused('该信息还没有审核通过')
    if (inUse) refuseUnusable(id, row.current, row.current)
    else {
      const { policies, tags, fields } = await usesOf(db, id)
      const by = [...policies, ...tags, ...fields]
      if (by.length) throw refused(`仍被使用，不能停用：${by.slice(0, 5).join('、')}${by.length > 5 ? ` 等 ${by.length} 处` : ''}`)
    }
    await db
      .updateTable('own_field')
      .set((e) => ({ in_use: inUse, version: e('version', '+', 1), updated_at: k.clock.now().toISOString() }))
      .where('id', '=', id)
      .execute()
    await audit(db, call, {
      action: inUse ? 'ownField.use' : 'ownField.retire',
      objectType: 'ownField',
      objectId: id,
      detail: { label: row.current.label },
    })
    return true
  })

async function takeIntoUse(
  k: Kernel,
  db: Db,
  id: number,
  definition: OwnFieldDefinition,
  before: OwnFieldDefinition | null,
  { madeBy, passedBy }: { madeBy: string | null; passedBy: string | null },
): Promise<void> {
  const text = JSON.stringify(definition)
  await db
    .updateTable('own_field')
    .set({ current: text, waiting: null, waiting_by: null, waiting_by_name: null, in_use: true })
    .where('id', '=', id)
    .execute()
  const at = k.clock.now().toISOString()
  await db
    .insertInto('own_field_version')
    .values((e) => ({
      field_id: id,
      no: sql<number>`(select coalesce(max(no), 0) + 1 from own_field_version where field_id = ${id})`,
      definition: e.val(text),
      made_by_name: madeBy,
      passed_by_name: passedBy,
      at,
    }))
    .execute()
  if (calculated(definition) !== (before && calculated(before))) await forgetResults(db, id)
}

const calculated = ({ formula, dated }: OwnFieldDefinition): string => JSON.stringify([formula, dated ?? null])

/**
 * Drops stored results of the old formula, which are recomputed within a minute: those of rules that name the field, and all stored derived
 * values.
 */
async function forgetResults(db: Db, id: number): Promise<void> {
  await sql`delete from match_rule_state s using policy_version v where v.policy_id = s.policy_id and v.rule::text ~ ${`\\m${keyOf(id)}\\M`}`.execute(
    db,
  )
  await sql`update company_match_row set as_of = as_of - 1`.execute(db)
}
