import { attachFiles, detachFiles, fileOwner, filesOf, setFilesPublic } from '../kernel/files/access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { managesPolicy } from './manage/managed-access.ts'
import type { Tx } from './policy-moves.ts'

const OBJECT = 'policy'
export interface Attachment {
  fileId: string
  fileName: string
  size: number
}

/** Files of an unpublished policy: for users who may read policies and see this one. Files of a published policy are public. */
export const guardFiles = (k: Kernel): void =>
  fileOwner(k, OBJECT, async (actor, id) => actor.permissions.has('policy:read') && (await managesPolicy(k.db, actor, Number(id))))

/** The keys of the pictures in a rich text. */
export const picturesIn = (html: string): string[] =>
  [...html.matchAll(/<(?:img|video)\s[^<>]*>/g)].flatMap(([tag]) => {
    const source = / src="([^"]*)"/.exec(tag)?.[1]?.split('/files/download?')[1] ?? ''
    return /filePath=([0-9a-f]{32})/.exec(source)?.[1] ?? []
  })

/** Attaches files and pictures to the policy and detaches those that it no longer names. Names and sizes are those of the stored files. */
export async function keepAttachments(
  db: Tx,
  actor: Pick<Actor, 'userId'>,
  policyId: number,
  attachments: readonly { fileId: string }[],
  content: string,
  isPublic: boolean,
): Promise<Attachment[]> {
  const listed = attachments.map((a) => a.fileId)
  const wanted = [...new Set([...listed, ...picturesIn(content)])]
  await attachFiles(db, actor, wanted, OBJECT, policyId)
  const stored = await filesOf(db, OBJECT, policyId)
  await detachFiles(
    db,
    stored.map((f) => f.filePath).filter((key) => !wanted.includes(key)),
    OBJECT,
    policyId,
  )
  await showFiles(db, policyId, isPublic)
  return listed.flatMap((key) =>
    stored.filter((f) => f.filePath === key).map((f) => ({ fileId: f.filePath, fileName: f.fileName, size: f.size })),
  )
}

export const showFiles = (db: Tx, policyId: number, isPublic: boolean): Promise<void> => setFilesPublic(db, OBJECT, policyId, isPublic)
