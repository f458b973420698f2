import type { RowResourceKey } from '../../../contract/row-rules.ts'

/** The pages on which a record of each kind has an address of its own. */
const pages: Readonly<Record<RowResourceKey, readonly string[]>> = {
  policy: ['/work/policyserveradmin', '/work/policycheckmanage', '/page/policyserverdetail', '/page/policyserverdectail'],
  consult: ['/work/policyconsult'],
  declaration: ['/work/checkmanage', '/work/govcheckmanage', '/work/declaremanage'],
  project: ['/work/projectmanage', '/page/policyserverdetail'],
  allowance: ['/work/subsidies'],
  direct: ['/work/directList', '/work/directLists'],
  company: ['/work/EnterprisesList', '/work/enterpriseArchives', '/work/CorporatePortrait', '/work/entInfoMaintain'],
  tag: ['/work/labmanag', '/work/qyLabel'],
  appeal: ['/work/adminAppeal', '/work/assessAppealList'],
  call: ['/ecall'],
  feedback: ['/work/feedback'],
  training: ['/work/trainActive', '/page/propagandaDetails'],
  market: ['/work/adminShop', '/work/adminLand', '/work/appealShop', '/work/MgtDemand', '/page/sdmarketdetail1', '/page/sdmarketdetail2'],
}

/**
 * The record of a kind that a text names: an id, or the address of one of its pages with an id; null for no text, undefined when there is none
 * in it, 'other' for the address of another page.
 */
export function recordIn(text: string, kind: RowResourceKey): number | null | undefined | 'other' {
  const said = text.trim()
  if (said === '') return null
  const page = /(?:^|\/\/[^/?#]*)(\/[^?#]*)/.exec(said)?.[1]
  if (page !== undefined && !pages[kind].some((own) => page === own || page.startsWith(`${own}/`))) return 'other'
  const found = /^[1-9]\d{0,14}$/.exec(said)?.[0] ?? /[?&]id=([1-9]\d{0,14})(?=&|#|$)/.exec(said)?.[1]
  return found === undefined ? undefined : Number(found)
}
