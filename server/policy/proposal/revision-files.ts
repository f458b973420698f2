import { attachFiles, detachFiles, fileOwner, filesOf, moveFiles } from '../../kernel/files/access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { managesPolicy } from '../manage/managed-access.ts'
import { picturesIn } from '../attachments.ts'
import type { Tx } from '../policy-moves.ts'
import type { RevisionContent } from './revision-content.ts'

const OBJECT = 'policyRevision'

/** Files that only the revision has: for users who may read policies and see this one, until the revision takes effect. */
export const guardRevisionFiles = (k: Kernel): void =>
  fileOwner(k, OBJECT, async (actor, id) => {
    if (!actor.permissions.has('policy:read')) return false
    const row = await k.db.selectFrom('policy_proposal').select('policy_id').where('id', '=', Number(id)).executeTakeFirst()
    return row !== undefined && managesPolicy(k.db, actor, row.policy_id)
  })

/** Attaches uploads to the revision, except those that the policy already has, and detaches those that it no longer names. */
export async function keepRevisionFiles(
  db: Tx,
  actor: Pick<Actor, 'userId'>,
  policyId: number,
  revisionId: number,
  { attachments, content }: Pick<RevisionContent, 'attachments' | 'content'>,
): Promise<void> {
  const ofPolicy = (await filesOf(db, 'policy', policyId)).map((f) => f.filePath)
  const wanted = [...new Set([...attachments.map((a) => a.fileId), ...picturesIn(content)])].filter((key) => !ofPolicy.includes(key))
  await attachFiles(db, actor, wanted, OBJECT, revisionId)
  await letGo(db, revisionId, wanted)
}

async function letGo(db: Tx, revisionId: number, except: readonly string[]): Promise<void> {
  const had = (await filesOf(db, OBJECT, revisionId)).map((f) => f.filePath)
  await detachFiles(
    db,
    had.filter((key) => !except.includes(key)),
    OBJECT,
    revisionId,
  )
}

export const dropRevisionFiles = (db: Tx, revisionId: number): Promise<void> => letGo(db, revisionId, [])

/** Moves the revision's own files to the policy. */
export const handOverFiles = (db: Tx, revisionId: number, policyId: number): Promise<void> =>
  moveFiles(db, { objectType: OBJECT, objectId: revisionId }, { objectType: 'policy', objectId: policyId })

/** Names and sizes of the files of a policy and its revision, by key. */
export async function revisionFiles(db: Parameters<typeof filesOf>[0], policyId: number, revisionId: number) {
  const files = [...(await filesOf(db, 'policy', policyId)), ...(await filesOf(db, OBJECT, revisionId))]
  return new Map(files.map((f) => [f.filePath, { fileId: f.filePath, fileName: f.fileName, size: f.size }]))
}
