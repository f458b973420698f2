import type { UserRow } from './users.ts'

/** A role with its dates, such as 部门审核人员（至 2026-12-01）. */
export const roleWords = ({ name, from, to, planned }: UserRow['roles'][number]): string =>
  to === null ? name : planned ? `${name}（${from} 起至 ${to}）` : `${name}（至 ${to}）`
