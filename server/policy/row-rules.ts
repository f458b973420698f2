import { ManagedExport } from '../../contract/policy/managed-policies.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersRows } from '../kernel/access/row-sources.ts'
import { consultCount } from './consult/consult-queries.ts'
import { managedCount } from './manage/managed-queries.ts'

/** Registers which fields row rules can use for policies and consultations. */
export function offerPolicyRows(k: Kernel): void {
  const department = async () =>
    (await k.db.selectFrom('policy_department').select(['id', 'name']).orderBy('sort').orderBy('id').execute()).map(({ id, name }) => ({
      value: String(id),
      label: name,
    }))
  offersRows(k, 'consult', {
    options: { department },
    count: (actor, id) =>
      consultCount(k.db, { seenBy: actor, page: 1, pageSize: 1, sort: '-consultTime', ...(id === undefined ? {} : { ids: [id] }) }),
  })
  offersRows(k, 'policy', {
    options: { department },
    count: (actor, id) => managedCount(k.db, ManagedExport.parse(id === undefined ? {} : { ids: [id] }), actor),
  })
}
