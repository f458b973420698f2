const rounded = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 })
const exact = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 10 })

/** An amount in 万元 from a rule or forecast: rounded to 元, without trailing zeros. */
export const money = (wan: number): string => `${rounded.format(wan)} 万元`
/** An amount in 万元 from a payment or list: exact to 分. */
export const wan = (amount: number): string => `${exact.format(amount)} 万元`
