/**
 * What pages keep in the browser of what somebody typed or was told, by name. The one list: the session clears all of it (ADR 0185), and a key
 * that is not here may hold nothing of a person.
 */
export const personalKeys = {
  /** of this tab */
  feedback: 'feedback',
  consult: (policyId: number) => `consult:${policyId}`,
  calculator: 'calculator',
  /** what is being asked or reported of one offer of the market */
  market: (of: string): MarketWords => `market:${of}`,
  /** of this browser */
  marketSeen: 'qifu:market-seen',
  calculatorKept: 'qifu:calculator',
  draftCopy: (of: string) => `draft:${of}`,
  formPreview: 'qifu:form-preview',
  /** passes that were scanned while the network was away */
  scans: (activityId: number) => `qifu:scans:${activityId}`,
} as const

/** A key of the list above, for who keeps words under it. */
export type MarketWords = `market:${string}`
const inTab = [/^feedback$/, /^consult:/, /^calculator$/, /^market:/]
/** Copies of drafts are sealed for their account: they stay where the account may come back. */
const sealed = /^draft:/
const inBrowser = [/^qifu:form-preview$/, /^qifu:calculator$/, /^qifu:scans:/, /^qifu:market-seen$/]

type Named = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }
type Taken = readonly (readonly [Named, string, string])[]

const matching = (of: Named, patterns: readonly RegExp[]): Taken =>
  of
    .keys()
    .filter((key) => patterns.some((pattern) => pattern.test(key)))
    .map((key) => [of, key, of.getItem(key) ?? ''] as const)

/** Clears what is personal; answers what it was, for the same person to get it back. `forGood`: copies of drafts as well. */
export function takePersonal(tab: Named, browser: Named, { forGood }: { forGood: boolean }): Taken {
  const taken = [...matching(tab, inTab), ...matching(browser, forGood ? [...inBrowser, sealed] : inBrowser)]
  for (const [of, key] of taken) of.removeItem(key)
  return taken
}
export const putBack = (taken: Taken): void => {
  for (const [of, key, text] of taken) of.setItem(key, text)
}
