import { stepName, type ReviewDetail } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { contextOf } from './contexts.ts'
import { decide, partyOf, stepAt } from './flow.ts'
import type { DeclarationRecord } from './queries.ts'
import { signerAt, signersOf } from './signing.ts'

/**
 * How the present step is signed: which offices have signed, whose turn it is, and in whose name this reader would sign; null when no
 * signature is due.
 */
export async function signingOf({ db, clock }: Kernel, actor: Actor, row: DeclarationRecord): Promise<ReviewDetail['signing']> {
  const context = await contextOf(db, row)
  const { steps, passedBy } = context
  const step = stepAt(steps, row.state)
  if (!step) return null
  const found = signerAt(await signersOf(db, actor, clock.now(), [row.id]), actor, context)
  const signer = found === 'signed' || found === 'later' ? null : found
  const ids = step.officeIds ?? []
  const names = ids.length ? await db.selectFrom('office').select(['id', 'name']).where('id', 'in', ids).execute() : []
  return {
    stepName: stepName(step),
    mode: step.mode,
    behalf: signer?.behalf?.name ?? null,
    last: signer !== null && decide(steps, { state: row.state, passedBy }, 'pass', partyOf(step, signer))?.move === 'pass',
    offices: ids.map((id, at) => ({
      id,
      name: names.find((o) => o.id === id)?.name ?? '',
      signed: passedBy.includes(id),
      due: !passedBy.includes(id) && (step.mode !== 'ordered' || at === passedBy.length),
    })),
  }
}
