import type { TagMember } from '../../../contract/tag.ts'

/** A company that was chosen in the dialog; persons as the list shows them, masked. */
export type LockedCompany = Pick<TagMember, 'id' | 'companyName'>
export type Locked = ReadonlyMap<number, string>

/** The choice after one page of a table says which of its rows are ticked; what stands on other pages and tabs stays (spec §2). */
export function withPage(locked: Locked, page: readonly LockedCompany[], ticked: readonly number[]): Locked {
  const next = new Map(locked)
  for (const { id, companyName } of page)
    if (ticked.includes(id)) next.set(id, companyName)
    else next.delete(id)
  return next
}

export const without = (locked: Locked, id: number): Locked => new Map([...locked].filter(([one]) => one !== id))

export const companiesOf = (locked: Locked): LockedCompany[] => [...locked].map(([id, companyName]) => ({ id, companyName }))
