/** Lists that the platform itself keeps of every company, beside the tables of its archive: a company of which it knows none has an empty one. */
/** what a company was granted or paid on this platform */
export const SUPPORT = 'support'
/** its confirmed related companies, with the figures of those that consent (relation/group.ts) */
export const RELATIVES = 'relatives'

export const platformLists = [SUPPORT, RELATIVES] as const

/** Heard in every process after the commit: `{ ids }` of the companies whose facts changed, at most 500; without ids: assume all. */
export const FACTS_CHANGED = 'company.facts'
