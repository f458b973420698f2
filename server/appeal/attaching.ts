import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { AppError, invalidField } from '../kernel/errors.ts'
import { attachFiles } from '../kernel/files/access.ts'

/** Attaches the files of a form to its record. A file of somebody else, or one that has expired, is reported at its field. */
export async function attachAt(
  field: string,
  db: Db,
  actor: Pick<Actor, 'userId'>,
  keys: readonly string[],
  objectType: string,
  objectId: number,
): Promise<void> {
  try {
    await attachFiles(db, actor, keys, objectType, objectId)
  } catch (error) {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? invalidField(field, error.message) : error
  }
}
