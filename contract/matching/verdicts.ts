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
const TAX = '税收优惠'
/** A tax that is simply paid less of; what also gives a qualification is applied for. */
export const isTax = ({ supportModes }: { supportModes: readonly string[] }): boolean =>
  supportModes.length > 0 && supportModes.every((mode) => mode === TAX)
