import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'

export const gone = () => notFound('该申请不存在或已被删除')
export const from = (db: Db) => db.selectFrom('rights_change as x').selectAll('x')
export type Row = Awaited<ReturnType<ReturnType<typeof from>['execute']>>[number]
export const isOpen = ({ state }: Row) => state === changeCodes.code.waiting || state === changeCodes.code.scheduled

/** Changes that this officer may decide, because somebody else requested them. */
export const byOthers = (userId: number) => (e: ExpressionBuilder<Database & { x: Database['rights_change'] }, 'x'>) =>
  e.or([e('x.proposed_by', 'is', null), e('x.proposed_by', '!=', userId)])

export async function locked(db: Db, id: number): Promise<Row> {
  const row = await from(db).where('x.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  return row
}
