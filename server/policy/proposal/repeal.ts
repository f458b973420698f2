import type { z } from 'zod'
import type { SaveRepeal } from '../../../contract/policy/proposals.ts'
import { signedIn } from '../../kernel/actor.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing } from '../policy-moves.ts'
import { holdPolicy, moveProposal, type Moved } from './move.ts'
import { refuseRepeal } from './repeal-effect.ts'
import type { RepealContent } from './proposal-row.ts'
import { writeProposal } from './write.ts'

/** Writes a repeal and submits it for review; where the installation requires none and the author may publish, it takes effect at once. */
export const saveRepeal = (k: Kernel, call: Call, input: z.output<typeof SaveRepeal>): Promise<Moved> =>
  changing(k, async (db) => {
    const policy = await holdPolicy(db, call, input.policyId)
    const content: RepealContent = { repealedById: input.repealedById ?? null, basis: input.basis || null }
    await refuseRepeal(db, k, policy, { content })
    const actor = signedIn(call.actor)
    const { id, version } = await writeProposal(db, k, call, policy.id, 'repeal', input.version, {
      content,
      effectiveOn: input.repealedOn,
      detail: { code: policy.code, effectiveOn: input.repealedOn },
    })
    const direct = !k.config.POLICY_REVIEW && actor.permissions.has('policy:publish')
    return moveProposal(db, k, call, direct ? 'publish' : 'submit', { id, version })
  })
