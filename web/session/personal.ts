/**
 * The keys under which pages store personal data in the browser. This is the only list: the session clears all of it (ADR 0185), and other
 * keys may hold no personal data.
 */
export const personalKeys = {
  /** in this tab */
  feedback: 'feedback',
  consult: (policyId: number) => `consult:${policyId}`,
  calculator: 'calculator',
  /** the next link of the keys for what a form stores before the server has answered */
  draftChain: 'draft-chain',
  /** the unsent text about one offer of the market */
  market: (of: string): MarketWords => `market:${of}`,
  /** in this browser */
  marketSeen: 'qifu:market-seen',
  calculatorKept: 'qifu:calculator',
  draftCopy: (of: string) => `draft:${of}`,
  /** what a form stored before the server had answered */
  draftEarly: (of: string) => `draft:early:${of}`,
  /** when a form was sent; no content */
  draftSent: (of: string) => `draft:sent:${of}`,
  formPreview: 'qifu:form-preview',
  /** passes that were scanned while offline */
  scans: (activityId: number) => `qifu:scans:${activityId}`,
} as const

/** The next link of a tab's chain of keys, under `draftChain`. */
export interface TabChain {
  person: number
  salt: string
  step: number
  link: string
}

/** A key of the list above, for code that stores text under it. */
export type MarketWords = `market:${string}`
const inTab = [/^feedback$/, /^consult:/, /^calculator$/, /^market:/, /^draft-chain$/]
/** Copies of drafts are encrypted for their account: they stay while the account may return. */
const sealed = /^draft:/
const inBrowser = [/^qifu:form-preview$/, /^qifu:calculator$/, /^qifu:scans:/, /^qifu:market-seen$/]

type Named = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }
type Taken = readonly (readonly [Named, string, string])[]

const matching = (of: Named, patterns: readonly RegExp[]): Taken =>
  of
    .keys()
    .filter((key) => patterns.some((pattern) => pattern.test(key)))
    .map((key) => [of, key, of.getItem(key) ?? ''] as const)

/** Clears personal data; returns it, so that the same user can get it back. `forGood`: copies of drafts as well. */
export function takePersonal(tab: Named, browser: Named, { forGood }: { forGood: boolean }): Taken {
  const taken = [...matching(tab, inTab), ...matching(browser, forGood ? [...inBrowser, sealed] : inBrowser)]
  for (const [of, key] of taken) of.removeItem(key)
  return taken
}
export const putBack = (taken: Taken): void => {
  for (const [of, key, text] of taken) of.setItem(key, text)
}
