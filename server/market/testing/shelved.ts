import type { Attributes } from '../../../contract/market/attributes.ts'
import type { MarketKind } from '../../../contract/market/states.ts'
import { Shelved } from '../match/shelved.ts'

/** An item as it stands on the shelf. */
export const shelvedFor = (
  kind: MarketKind,
  id: number,
  facts: Attributes,
  more: Partial<ConstructorParameters<typeof Shelved>[0]> = {},
): Shelved =>
  new Shelved({
    id,
    kind,
    title: '厂房',
    street_ids: ['339999001'],
    facts,
    area: null,
    price: null,
    lng: null,
    lat: null,
    fresh_at: '2026-06-01T00:00:00.000Z',
    publish_time: null,
    view_num: 0,
    state: 1,
    deleted: false,
    version: 1,
    ...more,
  })
