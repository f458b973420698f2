import type { TagMember } from '../../../contract/tag.ts'

/** A chosen company of the dialog; persons are masked as in the list. */
export type LockedCompany = Pick<TagMember, 'id' | 'companyName'>
export type Locked = ReadonlyMap<number, string>

/** The choice after a table page reports its ticked rows; choices on other pages and tabs stay (spec §2). */
export function withPage(locked: Locked, page: readonly LockedCompany[], ticked: readonly number[]): Locked {
  const next = new Map(locked)
  for (const { id, companyName } of page)
    if (ticked.includes(id)) next.set(id, companyName)
    else next.delete(id)
  return next
}

export const without = (locked: Locked, id: number): Locked => new Map([...locked].filter(([one]) => one !== id))

export const companiesOf = (locked: Locked): LockedCompany[] => [...locked].map(([id, companyName]) => ({ id, companyName }))
