/** No schema library in here: public pages show verdicts too. */
export const verdicts = {
  match: '符合',
  near: '差一点',
  unknown: '待补信息',
  nomatch: '不符合',
  closed: '已截止',
  notYet: '未生效',
} as const
export type Verdict = keyof typeof verdicts

/** The support mode of what a company takes by its own tax return. */
export const TAX = '税收优惠'
