/** What a benefit says that is settled for each company by itself (一事一议); the same words on every screen. */
export const NEGOTIATED = '一事一议，金额由主管部门议定'

const WITHOUT_AMOUNT: ReadonlySet<string> = new Set(['honor', 'ref', 'negotiated'])
/** Whether an amount follows from the rule: an honour has none, another policy says its own, and 一事一议 is settled by people. */
export const isPriced = ({ kind }: { kind: string }): boolean => !WITHOUT_AMOUNT.has(kind)
