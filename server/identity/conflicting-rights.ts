import { gatheredPairs } from '../../contract/domains.ts'
import { permissions, type PermissionCode } from '../../contract/permissions.ts'

type Pair = readonly [PermissionCode, PermissionCode]
/** Pairs of rights that one person should not hold through two roles: one creates what the other decides. */
export const CONFLICTING: readonly Pair[] = [
  ['policy:edit', 'policy:review'],
  ['allowance:manage', 'allowance:review'],
  ['allowance:manage', 'allowance:pay'],
  ['allowance:review', 'allowance:pay'],
  ['direct:manage', 'direct:confirm'],
  ...gatheredPairs,
  ['sms:manage', 'sms:review'],
]

/** Such as “管理补贴”与“拨付补贴”. */
export const pairInWords = ([a, b]: Pair): string => `“${permissions[a].name}”与“${permissions[b].name}”`

const isSpread = (roles: readonly ReadonlySet<string>[], [a, b]: Pair): boolean =>
  roles.some((codes) => codes.has(a)) && roles.some((codes) => codes.has(b)) && !roles.some((codes) => codes.has(a) && codes.has(b))

/** The pairs that somebody would hold through two roles, and did not before; each role is the set of its permissions. */
export const newConflicts = (before: readonly ReadonlySet<string>[], after: readonly ReadonlySet<string>[]): Pair[] =>
  CONFLICTING.filter((pair) => isSpread(after, pair) && !isSpread(before, pair))
