import type { z } from 'zod'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { SaveRevision } from '../../../contract/policy/proposals.ts'
import { signedIn } from '../../kernel/actor.ts'
import { conflict, invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../policy-moves.ts'
import { keepRevisionFiles } from './revision-files.ts'
import { checkRevision } from './revision-effect.ts'
import { holdPolicy } from './move.ts'
import type { RevisionContent } from './revision-content.ts'
import { openProposal, writeProposal } from './write.ts'

/** Saves the revision of a published policy; the public keeps reading the current version. */
export const saveRevision = (k: Kernel, call: Call, input: z.output<typeof SaveRevision>): Promise<{ id: number; version: number }> =>
  k.db.transaction().execute(async (db) => {
    const { id: policyId, version, revisionVersion, ...content } = input
    if (policyId === undefined) throw invalidField('id', '缺少政策编号')
    const policy = await holdPolicy(db, call, policyId)
    if (!(await openProposal(db, policyId, 'revision'))) await refuseBeginning(db, k, policy, version!)
    await checkRevision(db, k, policy, content)
    const effectiveOn = content.effectiveFrom ?? null
    const written = await writeProposal(db, k, call, policyId, 'revision', revisionVersion, {
      content: content satisfies RevisionContent,
      effectiveOn,
      detail: { code: policy.code, title: content.policyTitle, effectiveOn },
    })
    await keepRevisionFiles(db, signedIn(call.actor), policyId, written.id, content)
    return written
  })

async function refuseBeginning(db: Tx, k: Kernel, policy: { id: number; state: number }, version: number): Promise<void> {
  if (!k.config.POLICY_REVIEW) throw refused('本平台的政策修改不经审核，请直接编辑', 'NO_REVIEW')
  if (policy.state !== POLICY_STATE.published) throw refused('只有已上架的政策需要修订，其他状态请直接编辑', 'STATE')
  const row = await db.selectFrom('policy').select('version').where('id', '=', policy.id).executeTakeFirstOrThrow()
  if (row.version !== version) throw conflict('该政策已被他人修改，请刷新后重试')
}
