import { detailTables } from '../../../contract/matching/score-details.ts'
import { financeFields } from '../../../contract/matching/finance.ts'
import type { ScoreInput, ScoreQuestion, ScoreSheet } from '../../../contract/matching/hightech.ts'
import { noteSitting, officialSourceOf, provenanceOf, type Provenance } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { asQuestion, engine, fieldOf, type ScoreScheme } from '../catalogue.ts'
import type { ScoreItem } from '../engine/index.ts'
import { scoredCompany } from './company.ts'
import { detailRows } from './details.ts'
import { passText, scaleOf } from './scale.ts'
import { configOfPolicy } from './schemes.ts'

type Known = Record<string, Provenance>
type Rows = Awaited<ReturnType<typeof detailRows>>

/** The raw fields of each item, which are missing when nothing is known. */
export function inputsOf(scheme: ScoreScheme, day: string): Map<string, string[]> {
  return new Map(engine.score(scheme.id, {}, day).items.map((item) => [`${item.group}.${item.id}`, item.missing]))
}

/** Facts that evidence rows count can only be changed through these rows. */
export const countedFields = (rows: Rows): Set<string> =>
  new Set(detailTables.filter((t) => rows.some((r) => r.table_id === t.id)).flatMap((t) => t.fields))

function inputOf(key: string, known: Known, counted: ReadonlySet<string>): ScoreInput {
  const field = fieldOf(key)!
  const fact = known[key]
  return {
    ...asQuestion(field),
    value: fact?.value ?? null,
    source: fact?.source ?? null,
    asOf: fact?.asOf ?? null,
    editable: officialSourceOf(key) === null && !counted.has(key),
  }
}

function typeOf(item: ScoreItem, keys: readonly string[], table: string | undefined): ScoreQuestion['type'] {
  if (table) return 'table'
  if (item.type === 'choice') return 'radio'
  if (keys.some((key) => fieldOf(key)?.type === 'multiEnum')) return 'checkbox'
  return keys.length > 0 && keys.every((key) => financeFields.has(key)) ? 'finance' : 'number'
}

/** The score table as a page to fill in: questions with the archive's values, points by item, and the result. */
export async function scoreSheet(
  k: Kernel,
  call: Call,
  actor: Actor,
  asked: { policyId: number; companyId?: number | undefined },
): Promise<ScoreSheet> {
  const { id, policyId, scheme } = await configOfPolicy(k, asked.policyId)
  const { companyId, name, own } = await scoredCompany(k, actor, asked.companyId)
  if (!own) await noteSitting(k, call, actor, companyId, 'company.score.read')
  const known = await provenanceOf(k.db, companyId)
  const rows = await detailRows(k.db, companyId)
  const day = today(k.clock)
  const facts = Object.fromEntries(Object.entries(known).map(([key, { value }]) => [key, value]))
  const overrides = new Set(scheme.groups.flatMap((g) => (g.override ? [g.override] : [])))
  const result = engine.score(scheme.id, facts, day)
  // Points by item are shown even when a direct score replaces the group's.
  const byItem = engine.score(scheme.id, Object.fromEntries(Object.entries(facts).filter(([key]) => !overrides.has(key))), day)
  const scored = new Map(byItem.items.map((item) => [`${item.group}.${item.id}`, item]))
  const inputs = inputsOf(scheme, day)
  const counted = countedFields(rows)

  const questions = scheme.groups.flatMap((group) =>
    group.items.map((item): Omit<ScoreQuestion, 'order'> => {
      const at = `${group.id}.${item.id}`
      const keys = inputs.get(at) ?? []
      const points = scored.get(at)
      const table = item.type === 'choice' ? undefined : detailTables.find((t) => keys.some((key) => t.fields.includes(key)))
      return {
        id: at,
        group: group.id,
        title: item.label ?? group.label,
        type: typeOf(item, keys, table?.id),
        maxScore: item.max ?? group.max,
        bonus: item.bonus === true,
        points: { min: points?.min ?? 0, max: points?.max ?? 0 },
        reason: points?.reason ?? null,
        missing: (points?.missing ?? []).map((key) => fieldOf(key)?.label ?? key),
        inputs: keys.map((key) => inputOf(key, known, counted)),
        scale: scaleOf(item),
        ...(table
          ? {
              table: {
                tableId: table.id,
                label: table.label,
                counted: table.counted,
                columns: table.columns,
                rows: rows
                  .filter((r) => r.table_id === table.id)
                  .map((r) => ({ ...r.cells, id: r.id }) as { id: number } & Record<string, string>),
              },
            }
          : {}),
      }
    }),
  )
  return {
    configId: id,
    scheme: scheme.id,
    policyId,
    companyId,
    companyName: name,
    title: scheme.title,
    docNo: scheme.docNo,
    passLine: passText(scheme.passRule),
    note: scheme.note ?? null,
    status: result.status,
    score: result.scoreMin,
    scoreMin: result.scoreMin,
    scoreMax: result.scoreMax,
    full: scheme.max,
    reason: result.reason ?? null,
    asOf: day,
    groups: scheme.groups.map((g) => {
      const [min, high] = result.groups[g.id] ?? [0, 0]
      return { id: g.id, label: g.label, max: g.max, min, high, override: g.override ? inputOf(g.override, known, counted) : null }
    }),
    questions: questions.map((q, i) => ({ ...q, order: i + 1 })),
  }
}
