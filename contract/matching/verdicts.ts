/** No schema library, because public pages show verdicts too. */
export const verdicts = {
  match: '符合',
  near: '差一点',
  unknown: '待补信息',
  nomatch: '不符合',
  closed: '已截止',
  notYet: '未生效',
} as const
export type Verdict = keyof typeof verdicts

/** Support mode of benefits that a company takes in its own tax return. */
const TAX = '税收优惠'
/** Whether a policy only reduces taxes; one that also gives a qualification must be applied for. */
export const isTax = ({ supportModes }: { supportModes: readonly string[] }): boolean =>
  supportModes.length > 0 && supportModes.every((mode) => mode === TAX)
