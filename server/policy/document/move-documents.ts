import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { BatchResult } from '../../../contract/batch.ts'
import type { documents } from '../../../contract/policy/documents.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { signedIn } from '../../kernel/actor.ts'
import { batchOfIds } from '../../kernel/jobs/batch.ts'
import { setFilesPublic } from '../../kernel/files/access.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing } from '../policy-moves.ts'
import { tellOfReview } from '../manage/review-notices.ts'
import { DOCUMENT, documentNames, lockDocument } from './documents.ts'
import { documentFlow, type DocumentMove } from './flow.ts'

const SCREEN = '/work/policyfilemanage'

/** Without a version, the current version is used. */
type One = { id: number; version?: number | undefined }

/** One move of one document; its file is public while the document is published. */
export const moveDocument = (k: Kernel, call: Call, name: DocumentMove, { id, version }: One, reason?: string | null) =>
  changing(k, async (db) => {
    const row = await lockDocument(k, db, signedIn(call.actor), id)
    const moved = await move(db, call, documentFlow, row, {
      move: name,
      version: version ?? row.version,
      reason,
      set: ({ to }) => ({
        ...(name === 'submit' ? { submitted_by: signedIn(call.actor).userId } : {}),
        ...(name === 'approve' || name === 'reject' ? { review_opinion: reason ?? null } : {}),
        ...(to === POLICY_STATE.published ? { publish_time: row.publishTime ?? k.clock.now() } : {}),
      }),
      detail: { fileName: row.fileName },
    })
    await tellOfReview(db, k, call, {
      thing: `document:${id}`,
      title: `政策文件“${row.fileName}”`,
      submittedBy: row.submittedBy,
      move: name,
      waits: moved.state === POLICY_STATE.pending && name !== 'delete',
      waited: row.state === POLICY_STATE.pending,
      opinion: reason,
      links: { review: SCREEN, own: SCREEN },
    })
    await setFilesPublic(db, DOCUMENT, id, moved.state === POLICY_STATE.published)
    return moved
  })

/** Submits for review, or publishes at once when the installation requires no review. */
export const publishDocument = (k: Kernel, call: Call, one: One) =>
  moveDocument(k, call, !k.config.POLICY_REVIEW && signedIn(call.actor).permissions.has('policy:publish') ? 'publish' : 'submit', one)

export const reviewDocument = (k: Kernel, call: Call, { reviewState, reviewOpinion, ...one }: Parsed<typeof documents.review>['body']) =>
  moveDocument(k, call, reviewState === 'pass' ? 'approve' : 'reject', one, reviewOpinion)

export async function removeDocument(k: Kernel, call: Call, one: One): Promise<true> {
  await moveDocument(k, call, 'delete', one)
  return true
}

export const removeDocuments = (k: Kernel, call: Call, ids: readonly number[]): Promise<BatchResult> =>
  batchOfIds(
    ids,
    (all) => documentNames(k.db, signedIn(call.actor), all),
    (id) => moveDocument(k, call, 'delete', { id }),
  )
