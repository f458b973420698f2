const rounded = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 })
const exact = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 10 })

/** 万元 of a rule or a forecast, as people write it: to the 元, no trailing zeros. */
export const money = (wan: number): string => `${rounded.format(wan)} 万元`
/** 万元 of a payment or a list: to the 分, nothing is rounded away. */
export const wan = (amount: number): string => `${exact.format(amount)} 万元`
