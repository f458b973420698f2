export interface RolesGiven {
  roleIds: readonly number[]
  terms: readonly { roleId: number; from: string; to: string }[]
}

/** The roles that count on that day. */
export const rolesOn = (day: string, { roleIds, terms }: RolesGiven): number[] => [
  ...roleIds,
  ...terms.filter(({ from, to }) => from <= day && to >= day).map(({ roleId }) => roleId),
]

/** The roles that count on that day or begin later: what somebody decides about before it acts. */
export const rolesFrom = (day: string, { roleIds, terms }: RolesGiven): number[] => [
  ...new Set([...roleIds, ...terms.filter(({ to }) => to >= day).map(({ roleId }) => roleId)]),
]

/** The sets of roles that run together on some day from this one on: terms that never meet are in no set together. */
export function rolesTogether(day: string, given: RolesGiven): number[][] {
  const days = [day, ...given.terms.map(({ from }) => from).filter((from) => from > day)]
  return [...new Set(days)].toSorted().map((one) => rolesOn(one, given))
}
