/** The text of a benefit that is decided case by case (一事一议); the same on every screen. */
export const NEGOTIATED = '一事一议，金额由主管部门议定'

const WITHOUT_AMOUNT: ReadonlySet<string> = new Set(['honor', 'ref', 'negotiated'])
/** Whether the rule gives an amount: not for an honour, a reference to another policy, or 一事一议. */
export const isPriced = ({ kind }: { kind: string }): boolean => !WITHOUT_AMOUNT.has(kind)
