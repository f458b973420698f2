import { ADVERTS_SHOWN, advertCodes } from '../../contract/site/adverts.ts'

export interface Slot {
  id: number
  title: string
  sort: number
  state: number
  from_date: string | null
  to_date: string | null
}
const isIn = ({ from_date, to_date }: Slot, day: string) => (!from_date || from_date <= day) && (!to_date || to_date >= day)

/**
 * What publishing a slot does to the others of its place, judged on the first day on which it is shown: only the first ADVERTS_SHOWN in
 * their order are. `all` holds every slot of the place.
 */
export function effectOfPublishing(all: readonly Slot[], own: Slot, today: string): { notShown: boolean; displaces: string | null } {
  const day = firstDay(own, today)
  if (!isIn(own, day)) return { notShown: false, displaces: null }
  const others = all
    .filter((one) => one.id !== own.id && one.state === advertCodes.code.published && isIn(one, day))
    .toSorted((a, b) => a.sort - b.sort || a.id - b.id)
  const before = others.filter((one) => one.sort < own.sort || (one.sort === own.sort && one.id < own.id)).length
  const notShown = before >= ADVERTS_SHOWN
  const last = others[ADVERTS_SHOWN - 1]
  return { notShown, displaces: !notShown && own.state !== advertCodes.code.published && last ? last.title : null }
}

/** The slots that visitors see on a day, in their order. */
const shownOn = (all: readonly Slot[], day: string): Slot[] =>
  all
    .filter((one) => one.state === advertCodes.code.published && isIn(one, day))
    .toSorted((a, b) => a.sort - b.sort || a.id - b.id)
    .slice(0, ADVERTS_SHOWN)

/** The slots that a change takes from the home page on a day, besides those whose own days end; `changed` holds the same slots after it. */
export function displacedBy(all: readonly Slot[], changed: readonly Slot[], day: string): Slot[] {
  const after = new Set(shownOn(changed, day).map(({ id }) => id))
  return shownOn(all, day).filter(({ id }) => !after.has(id) && changed.some((one) => one.id === id && isIn(one, day)))
}

/** The first day from today on which a slot is in its days. */
export const firstDay = ({ from_date }: Pick<Slot, 'from_date'>, today: string): string =>
  from_date && from_date > today ? from_date : today
