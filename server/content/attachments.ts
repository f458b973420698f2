import type { StoredAttachment } from '../../db/tables/content.ts'
import type { Db } from '../kernel/db/index.ts'
import { filesOf } from '../kernel/files/access.ts'

/** The files of a record that the form lists, in the form's order, in the shape that the record stores. */
export async function attachmentsOf(db: Db, objectType: string, id: number, listed: readonly string[]): Promise<StoredAttachment[]> {
  const stored = new Map((await filesOf(db, objectType, id)).map((file) => [file.filePath, file]))
  return listed.flatMap((fileId) => {
    const file = stored.get(fileId)
    return file ? [{ fileId, fileName: file.fileName, size: file.size }] : []
  })
}
