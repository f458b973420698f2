/** Lists that the platform keeps of every company, besides the tables of its archive; empty for a company without entries. */
/** what a company was granted or paid on this platform */
export const SUPPORT = 'support'
/** its confirmed related companies, with the figures of those that consent (relation/group.ts) */
export const RELATIVES = 'relatives'

export const platformLists = [SUPPORT, RELATIVES] as const

/**
 * Event in every process after the commit: `{ ids }` of the companies whose facts changed, at most 500; without ids any company may have
 * changed.
 */
export const FACTS_CHANGED = 'company.facts'
