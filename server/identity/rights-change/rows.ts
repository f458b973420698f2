import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'

export const gone = () => notFound('该申请不存在或已被删除')
export const from = (db: Db) => db.selectFrom('rights_change as x').selectAll('x')
export type Row = Awaited<ReturnType<ReturnType<typeof from>['execute']>>[number]
export const isOpen = ({ state }: Row) => state === changeCodes.code.waiting || state === changeCodes.code.scheduled

export async function locked(db: Db, id: number): Promise<Row> {
  const row = await from(db).where('x.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  return row
}
