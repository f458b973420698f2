import { isExamining, reviewSteps, type ReviewStepConfig } from '../../contract/declaration.ts'
import type { Db } from '../kernel/db/index.ts'
import type { DeclarationRecord } from './queries.ts'
import { examiningStates, signsByOffice } from './flow.ts'
import { holders } from './whose-turn.ts'

/** For projects with 决定与审核不得同一人: users who signed an examining step in this round, in their own or another's name; they may not decide. */
export async function barredFrom(
  db: Db,
  rows: readonly Pick<DeclarationRecord, 'id' | 'round' | 'state' | 'separate_decision'>[],
): Promise<Map<number, number[]>> {
  const deciding = rows.filter((r) => r.separate_decision && r.state === reviewSteps.decide.state)
  const barred = new Map<number, number[]>()
  if (deciding.length === 0) return barred
  const logged = await db
    .selectFrom('declaration_log')
    .select(['declaration_id', 'round', 'actor_id', 'behalf_of'])
    .where(
      'declaration_id',
      'in',
      deciding.map((r) => r.id),
    )
    .where('from_state', 'in', examiningStates)
    .where('move', 'in', ['pass', 'countersign'])
    .where('revoked_at', 'is', null)
    .execute()
  for (const row of deciding)
    barred.set(
      row.id,
      logged
        .filter((l) => l.declaration_id === row.id && l.round === row.round)
        .flatMap((l) => [l.actor_id, ...(l.behalf_of ? [l.behalf_of] : [])]),
    )
  return barred
}

const needed = (step: ReviewStepConfig): number => (step.mode === 'two' ? 2 : 1)

/** Who is missing so that different people can examine and decide; null: nobody, or the project lacks one of the two steps. */
export async function missingDecider(db: Db, steps: readonly ReviewStepConfig[]): Promise<string | null> {
  const decide = steps.find((s) => s.step === 'decide')
  if (!decide) return null
  for (const step of steps.filter((s) => isExamining(s.step))) {
    const missing = await missingBeside(db, step, decide)
    if (missing) return missing
  }
  return null
}

async function missingBeside(db: Db, review: ReviewStepConfig, decide: ReviewStepConfig): Promise<string | null> {
  // Where offices sign at both steps, each shared office needs two people.
  const shared = signsByOffice(review) && signsByOffice(decide) ? (decide.officeIds ?? []).filter((o) => review.officeIds?.includes(o)) : []
  for (const office of shared) {
    const fault = await short(db, [office], [office], 1, 1)
    if (fault) return fault
  }
  const officesOf = (s: ReviewStepConfig) => s.officeIds ?? (s.officeId === null ? null : [s.officeId])
  return short(db, officesOf(review), officesOf(decide), needed(review), needed(decide))
}

async function short(db: Db, review: number[] | null, decide: number[] | null, first: number, second: number): Promise<string | null> {
  const people = async (offices: number[] | null) => holders(db, 'declaration:review', offices).select('u.name').execute()
  const [one, two] = [await people(review), await people(decide)]
  const all = [...new Map([...one, ...two].map((u) => [u.id, u.name])).values()]
  const lacking = Math.max(first - one.length, second - two.length, first + second - all.length)
  if (lacking <= 0) return null
  const who = all.length === 0 ? '没有人' : `只有 ${all.join('、')} ${['', '一', '两', '三'][all.length] ?? all.length}人`
  return `审核和决定环节目前${who}，还缺${['', '一', '两', '三'][lacking] ?? lacking}名有审核权的人员`
}
