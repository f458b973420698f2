import { stat } from 'node:fs/promises'
import type { EvidenceKind } from '../../contract/declaration/process.ts'
import { keepMade, removeFiles } from '../kernel/files/files.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { detachFiles } from '../kernel/files/access.ts'

const OBJECT = 'company_evidence'

export interface VaultPaper {
  companyId: number
  name: string
  kind: EvidenceKind
  number: string
  issuedOn: string
  note: string
  /** a finished file, which the store takes over */
  path: string
  fileName: string
  mime: string
}

/**
 * Puts a paper that the platform issued into the company's vault, ready for declarations; each number is stored once. Call it outside any
 * transaction.
 */
export async function keepInVault(k: Kernel, paper: VaultPaper): Promise<void> {
  const there = (db: Db) =>
    db.selectFrom('company_evidence').select('id').where('company_id', '=', paper.companyId).where('number', '=', paper.number)
  if (await there(k.db).executeTakeFirst()) return
  const { size } = await stat(paper.path)
  const file = await keepMade(k, paper.path, { name: paper.fileName, mime: paper.mime, ownerId: null, bizType: 'evidence' })
  const kept = await k.db.transaction().execute(async (db) => {
    await db.selectFrom('company').select('id').where('id', '=', paper.companyId).forUpdate().executeTakeFirst()
    if (await there(db).executeTakeFirst()) return false
    const at = k.clock.now()
    const { id } = await db
      .insertInto('company_evidence')
      .values({
        company_id: paper.companyId,
        name: paper.name.slice(0, 80),
        kind: paper.kind,
        number: paper.number,
        file_key: file.filePath,
        file_name: file.fileName,
        file_size: size,
        issued_on: paper.issuedOn,
        note: paper.note.slice(0, 200),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('file')
      .set({ object_type: OBJECT, object_id: String(id) })
      .where('key', '=', file.filePath)
      .execute()
    return true
  })
  if (!kept) await removeFiles(k, [file.filePath])
}

/** Removes a paper that is no longer valid; declarations that copied it keep their copies. */
export async function takeFromVault(db: Db, companyId: number, number: string): Promise<void> {
  const gone = await db
    .deleteFrom('company_evidence')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .where('created_by', 'is', null)
    .returning(['id', 'file_key'])
    .execute()
  for (const { id, file_key } of gone) await detachFiles(db, [file_key], OBJECT, id)
}
