import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { Db } from '../../kernel/db/index.ts'
import { refused } from '../../kernel/errors.ts'

const { waiting, scheduled } = changeCodes.code

/**
 * Refuses to delete a role while an open or scheduled change is about it, or an approved one will give it to somebody. Of an open request that
 * would give it, the reviewer is told that it is void.
 */
export async function refuseInChange(db: Db, roleId: number): Promise<void> {
  const open = await db
    .selectFrom('rights_change')
    .select(['title', 'role_id', 'after'])
    .where((e) =>
      e.or([
        e.and([e('role_id', '=', roleId), e('state', 'in', [waiting, scheduled])]),
        e.and([e('user_id', 'is not', null), e('state', '=', scheduled)]),
      ]),
    )
    .orderBy('id')
    .execute()
  if (open.some(({ role_id }) => role_id === roleId)) throw refused('该角色有一项变更申请在等复核或等生效，请先办完或撤回', 'IN_USE')
  const giving = open.find(
    ({ after }) => 'roleIds' in after && (after.roleIds.includes(roleId) || after.terms.some((term) => term.roleId === roleId)),
  )
  if (giving) throw refused(`已同意、等生效的变更“${giving.title}”将授予该角色，请先撤回或驳回`, 'IN_USE')
}
