import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { OpenChange } from '../../../contract/identity/rights-effect.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { from } from './rows.ts'

const open = [changeCodes.code.waiting, changeCodes.code.scheduled] as const

/** Requests that wait for review or for their start, about a person's roles or a role's rights: saving these directly makes them void. */
export async function openChanges(k: Kernel, about: { userId: number } | { roleId: number }): Promise<OpenChange[]> {
  const rows = await from(k.db)
    .where('x.state', 'in', open)
    .where('x.resource', 'is', null)
    .$if('userId' in about, (q) => q.where('x.user_id', '=', 'userId' in about ? about.userId : 0))
    .$if('roleId' in about, (q) => q.where('x.role_id', '=', 'roleId' in about ? about.roleId : 0))
    .orderBy('x.id')
    .execute()
  return rows.map((row) => ({
    proposedBy: row.proposed_by_name,
    proposeTime: row.proposed_at,
    startTime: row.starts_at,
    approved: row.state === changeCodes.code.scheduled,
  }))
}
