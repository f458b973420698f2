import { POLICY_STATE, policyStateLabels } from '../../../contract/policy/codes.ts'
import type { documents } from '../../../contract/policy/documents.ts'
import type { Data, Parsed } from '../../../contract/endpoint.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { AppError, conflict, forbidden, invalidField, refused } from '../../kernel/errors.ts'
import { setFilesPublic } from '../../kernel/files/access.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing, type Tx } from '../change.ts'
import { DOCUMENT, gone } from './documents.ts'
import { documentFlow } from './flow.ts'

export type DocumentMove = keyof typeof documentFlow
type One = { id: number; version?: number | undefined }

/** One move of one document; the UPDATE expects the states it may start from and whose review it is. */
async function move(db: Tx, k: Kernel, call: Call, name: DocumentMove, { id, version }: One, opinion?: string | null) {
  const actor = signedIn(call.actor)
  const { from, to, can } = documentFlow[name]
  if (!actor.permissions.has(can)) throw forbidden()
  const judged = name === 'approve' || name === 'reject'
  const now = k.clock.now().toISOString()
  const moved = await db
    .updateTable('policy_document')
    .set(({ eb, fn, val }) => ({
      version: eb('version', '+', 1),
      updated_at: now,
      ...(to === null ? { deleted: true } : { state: to }),
      ...(to === POLICY_STATE.published ? { publish_time: fn.coalesce('publish_time', val(now)) } : {}),
      ...(name === 'submit' ? { submitted_by: actor.userId } : {}),
      ...(judged ? { review_opinion: opinion ?? null } : {}),
    }))
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where('state', 'in', [...from])
    .$if(version !== undefined, (q) => q.where('version', '=', version!))
    .$if(judged, (q) => q.where('submitted_by', 'is distinct from', actor.userId))
    .returning(['state', 'version', 'file_name'])
    .executeTakeFirst()
  if (!moved) throw await reasonAgainst(db, name, { id, version }, actor)
  await setFilesPublic(db, DOCUMENT, id, to === POLICY_STATE.published)
  await audit(db, call, {
    action: `policyDocument.${name}`,
    objectType: DOCUMENT,
    objectId: id,
    detail: { fileName: moved.file_name, ...(opinion ? { opinion } : {}) },
  })
  return { state: moved.state, version: moved.version }
}

export const moveDocument = (k: Kernel, call: Call, name: DocumentMove, one: One, opinion?: string | null) =>
  changing(k, (db) => move(db, k, call, name, one, opinion))

async function reasonAgainst(db: Tx, name: DocumentMove, { id, version }: One, actor: Actor) {
  const row = await db
    .selectFrom('policy_document')
    .select(['state', 'version', 'submitted_by'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!row) return gone()
  if (version !== undefined && row.version !== version) return conflict()
  const { from, name: word } = documentFlow[name]
  if ((from as readonly number[]).includes(row.state) && row.submitted_by === actor.userId)
    return refused('不能审核自己提交的文件，请由其他同事审核', 'OWN_WORK')
  return refused(`当前状态为“${policyStateLabels[row.state]}”，不能${word}`, 'STATE')
}

/** To the review, or on the shelf at once where the installation asks for none. */
export const publishDocument = (k: Kernel, call: Call, one: One) =>
  moveDocument(k, call, !k.config.POLICY_REVIEW && signedIn(call.actor).permissions.has('policy:publish') ? 'publish' : 'submit', one)

export async function reviewDocument(
  k: Kernel,
  call: Call,
  { reviewState, reviewOpinion, ...one }: Parsed<typeof documents.review>['body'],
) {
  if (reviewState === 'reject' && !reviewOpinion) throw invalidField('reviewOpinion', '请填写审核意见')
  return moveDocument(k, call, reviewState === 'pass' ? 'approve' : 'reject', one, reviewOpinion)
}

export async function removeDocument(k: Kernel, call: Call, one: One): Promise<true> {
  await moveDocument(k, call, 'delete', one)
  return true
}

/** Each for itself: what may not go stays and is named with its reason. */
export function removeDocuments(k: Kernel, call: Call, ids: readonly number[]): Promise<Data<typeof documents.removeSeveral>> {
  return changing(k, async (db) => {
    const rows = await db
      .selectFrom('policy_document')
      .select(['id', 'file_name'])
      .where('id', 'in', [...ids])
      .where('deleted', '=', false)
      .execute()
    const names = new Map(rows.map((row) => [row.id, row.file_name]))
    const all = [...new Set(ids)].sort((a, b) => a - b)
    const refused: { id: number; fileName: string; message: string }[] = []
    for (const id of all) {
      try {
        await move(db, k, call, 'delete', { id })
      } catch (error) {
        // A refusal is raised before anything is written, so the transaction is still whole.
        if (!(error instanceof AppError)) throw error
        refused.push({ id, fileName: names.get(id) ?? '', message: error.message })
      }
    }
    return { deleted: all.length - refused.length, refused }
  })
}
