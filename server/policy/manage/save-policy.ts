import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { policyLevels, POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { SavePolicy } from '../../../contract/policy/managed-policies.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import { conflict, refused } from '../../kernel/errors.ts'
import { once } from '../../kernel/http/idempotency.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { applyChange, keepFiles } from './policy-revision.ts'
import { changing, lockPolicy, type Tx } from '../policy-moves.ts'
import { carryLabels } from '../label/labels.ts'
import { openProposal } from '../proposal/write.ts'
import { refuseBrokenCases } from '../rule/rule-check.ts'
import { writeSearch } from '../search/search-upkeep.ts'
import { savePolicyRow, type Author } from './policy-columns.ts'
import { refuseForeignSuccessor, refuseUnknownReferences, textOf } from './text.ts'

type Input = z.output<typeof SavePolicy>
export interface Saved {
  id: number
  version: number
  versionNumber: number
}

/** Saves a policy: a draft changes in place; a policy that was published before gets a new version of its rule and text. */
export function savePolicy(k: Kernel, call: Call, input: Input): Promise<Saved> {
  return changing(k, (db) =>
    once(db, call, 'policy.save', input, async () => {
      await refuseForeignSuccessor(db, input)
      await refuseUnknownReferences(db, input.rule)
      if (input.id !== undefined) return change(db, k, call, input, input.id, input.version!)
      const saved = await add(db, k, call, input)
      const detail = { title: input.policyTitle, versionNumber: saved.versionNumber }
      await audit(db, call, { action: 'policy.add', objectType: 'policy', objectId: saved.id, detail })
      return saved
    }),
  )
}

const authorOf = (actor: Actor): Author => ({ id: actor.userId, name: actor.name })

/** Where a policy applies when it does not say: the whole country, or the county that runs the site. */
export const usualPlace = (k: Kernel, level: string): string | null =>
  level === policyLevels.national[0] ? null : (siteArea(k.config) ?? null)

async function add(db: Tx, k: Kernel, call: Call, p: Input): Promise<Saved> {
  const code = `p${today(k.clock).replaceAll('-', '')}-${randomBytes(5).toString('hex')}`
  const id = await savePolicyRow(db, {
    ...textOf(k, { ...p, areaCode: p.areaCode === undefined ? usualPlace(k, p.level) : p.areaCode }, code),
    code,
    state: POLICY_STATE.draft,
    publishTime: null,
    effectiveFrom: p.effectiveFrom ?? null,
    effectiveTo: null,
    versionNote: p.versionNote || null,
    author: authorOf(signedIn(call.actor)),
    at: k.clock.now(),
  })
  await keepFiles(db, authorOf(signedIn(call.actor)), id, p, false)
  if (p.labelIds?.length) {
    await carryLabels(db, id, p.labelIds)
    await writeSearch(db, [id])
  }
  return { id, version: 1, versionNumber: 1 }
}

async function change(db: Tx, k: Kernel, call: Call, p: Input, id: number, version: number): Promise<Saved> {
  const old = await lockPolicy(db, k, call, id)
  if (old.version !== version) throw conflict('该政策已被他人修改，请刷新后重试')
  if (await openProposal(db, id, 'revision')) throw refused('该政策有一份未完成的修订，请在修订中修改，或先放弃修订', 'REVISION')
  if (old.review && old.state === POLICY_STATE.published) throw refused('已上架的政策请通过修订修改，审核通过后生效', 'REVISION')
  await refuseBrokenCases(k, db, id, textOf(k, p, old.code).rule)
  return applyChange(db, k, call, authorOf(signedIn(call.actor)), old, p, 'edit')
}
