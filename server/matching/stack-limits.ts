import { inFen, inWan } from '../../contract/money.ts'
import type { z } from 'zod'
import type { StackLimitBody } from '../../contract/matching/limits.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import { Freshness } from '../kernel/answers/freshness.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { crossing, type StackLimit } from './engine/index.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { perKernel } from '../kernel/per-kernel.ts'

const keptOf = perKernel(() => new Freshness())

/** The limits in force, at most a few seconds old. */
export const currentLimits = (k: Kernel): Promise<StackLimit[]> => keptOf(k).get('all', () => enabledLimits(k.db))

async function enabledLimits(db: Db, except = 0): Promise<StackLimit[]> {
  const rows = await db
    .selectFrom('stack_limit')
    .select(['id', 'name', 'kind', 'codes', 'most', 'amount', 'per_year'])
    .where('enabled', '=', true)
    .where('id', '<>', except)
    .orderBy('id')
    .execute()
  return rows.map((row) => limitOf(`limit-${row.id}`, { ...row, perYear: row.per_year }))
}

function limitOf(
  id: string,
  row: { name: string; kind: StackLimit['kind']; codes: string[]; most: number; amount: number | null; perYear: boolean },
): StackLimit {
  const { name, kind, codes: members, most, amount, perYear } = row
  return kind === 'exclude' ? { id, name, kind, members, most } : { id, name, kind, members, fen: amount ?? 0, perYear }
}

export async function listLimits(k: Kernel, asked: { page: number; pageSize: number }) {
  const { total, rows } = await pageOf(
    k.db.selectFrom('stack_limit as l'),
    asked,
    (page) => page.orderBy('l.id'),
    (page) =>
      page.selectAll('l').select((e) =>
        e
          .selectFrom('policy as p')
          .select((c) => c.fn<string[]>('array_agg', ['p.title']).as('titles'))
          .where((c) => c('p.code', '=', c.fn.any('l.codes')))
          .as('titles'),
      ),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      kind: row.kind,
      codes: row.codes,
      policyTitles: row.titles ?? [],
      most: row.most,
      amount: inWan(row.amount),
      perYear: row.per_year,
      basis: row.basis,
      enabled: row.enabled,
      updateTime: row.updated_at,
    })),
  }
}

/** Refuses unknown policies, a used name, and ceilings that cross others: the payment of a set could then not be computed exactly. */
export async function saveLimit(k: Kernel, call: Call, body: z.output<typeof StackLimitBody>) {
  const codes = [...new Set(body.codes)]
  const amount = body.kind === 'exclude' ? null : inFen(body.amount ?? 0)
  const saved = await k.db.transaction().execute(async (db) => {
    const known = await db.selectFrom('policy').select('code').where('code', 'in', codes).execute()
    const unknown = codes.find((code) => !known.some((row) => row.code === code))
    if (unknown) throw invalidField('codes', `没有这项政策：${unknown}`)
    const others = await enabledLimits(db, body.id)
    const crossed = body.enabled ? crossing([...others, limitOf('new', { ...body, codes, amount })]) : undefined
    if (crossed) throw invalidField('codes', `政策范围与“${crossed[0]}”交叉：两个限额应一个包含另一个，或互不相干`)
    const same = await db.selectFrom('stack_limit').select('id').where('name', '=', body.name).executeTakeFirst()
    if (same && same.id !== body.id) throw invalidField('name', '已有同名规则')
    const row = {
      name: body.name,
      kind: body.kind,
      codes,
      most: body.kind === 'exclude' ? body.most : 1,
      amount,
      per_year: body.kind !== 'exclude' && body.perYear,
      basis: body.basis,
      enabled: body.enabled,
      updated_at: k.clock.now(),
    }
    const done = body.id === undefined ? await insert(db, row) : await update(db, body.id, body.version, row)
    await audit(db, call, {
      action: body.id === undefined ? 'stackLimit.add' : 'stackLimit.change',
      objectType: 'stack_limit',
      objectId: done.id,
      detail: { name: row.name, kind: row.kind, codes, amount, perYear: row.per_year, enabled: row.enabled },
    })
    return done
  })
  keptOf(k).clear()
  return saved
}

type Row = Parameters<ReturnType<typeof inserting>['values']>[0]
const inserting = (db: Db) => db.insertInto('stack_limit')
const insert = (db: Db, row: Row) => inserting(db).values(row).returning(['id', 'version']).executeTakeFirstOrThrow()

async function update(db: Db, id: number, version: number | undefined, row: object) {
  const changed = await db
    .updateTable('stack_limit')
    .set((e) => ({ ...row, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version ?? 0)
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (changed) return changed
  if (await db.selectFrom('stack_limit').select('id').where('id', '=', id).executeTakeFirst()) throw conflict()
  throw notFound()
}

export async function deleteLimit(k: Kernel, call: Call, id: number): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const gone = await db.deleteFrom('stack_limit').where('id', '=', id).returning(['id', 'name']).executeTakeFirst()
    if (!gone) throw notFound()
    await audit(db, call, { action: 'stackLimit.delete', objectType: 'stack_limit', objectId: id, detail: { name: gone.name } })
  })
  keptOf(k).clear()
  return true
}
