import { appeal } from '../../contract/appeal.ts'
import { USER_TYPE_ENTERPRISE } from '../../contract/constants.ts'
import { market } from '../../contract/market/dealing.ts'
import { marketGroups } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'

export interface FirstValues {
  values: Record<string, unknown>
  /** what the form says about its first values */
  note: string | null
}

/** What a company's archive says about a new demand, if the company has given consent. */
async function fromArchive(kind: MarketKind, type: string | undefined): Promise<Record<string, unknown> | null> {
  if (marketKinds[kind].side === 'supply' || type !== USER_TYPE_ENTERPRISE) return null
  const known = await call(market.prefill, { query: {} }, { silent: true }).catch(() => null)
  if (!known || (known.purpose === '' && known.streetIds.length === 0)) return null
  const { industry, ...more } = known
  return { ...more, ...(kind === 'landDemand' && industry ? { industry } : {}) }
}

/** What the user's own appeal says. Its content is left out: an item is public, an appeal is not (ADR 0846). */
async function fromAppeal(kind: MarketKind, id: number | null): Promise<Record<string, unknown> | null> {
  if (id === null) return null
  const [found, options] = await Promise.all([
    call(appeal.findById, { query: { id } }, { silent: true }).catch(() => null),
    call(marketGroups[kind].enums, { query: {} }, { silent: true }).catch(() => null),
  ])
  if (!found?.market.includes(kind)) return null
  const { title, contact, phone, streetId } = found
  const inCounty = options?.streetId?.some(({ value }) => value === streetId)
  return { title, contactPerson: contact, contactPhone: phone, ...(inCounty ? { streetIds: [streetId] } : {}) }
}

/** The first values of a new item: what the appeal says from which it is registered, and for a demand the company's archive. */
export async function firstValues(kind: MarketKind, type: string | undefined, appealId: number | null): Promise<FirstValues> {
  const [archive, said] = await Promise.all([fromArchive(kind, type), fromAppeal(kind, appealId)])
  // A demand has no pictures, and the server refuses unknown keys.
  const empty = marketKinds[kind].side === 'supply' ? { streetIds: [], images: [] } : { streetIds: [] }
  const notes = [
    said && '标题、联系人等已按诉求填好，请改成适合公开的说法。',
    archive && '意向镇街、产业和用途已按企业档案填好，可以修改；只用于这张表，保存前不会提交。',
  ].filter(Boolean)
  return { values: { ...empty, ...archive, ...said }, note: notes.length > 0 ? notes.join('') : null }
}
