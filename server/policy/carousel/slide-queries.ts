import { sql } from 'kysely'
import { CAROUSEL_SHOWN, CAROUSEL_STATE, carouselStateLabels, type carousel, type Slide } from '../../../contract/policy/carousel.ts'
import type { OrderEnds } from '../../../contract/order-ends.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { allowedOn } from './flow.ts'
import { orderEndsOf } from '../../kernel/lists/order-ends.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

const { published } = CAROUSEL_STATE
export const gone = () => notFound('该轮播图不存在或已被删除')

const COLUMNS = [
  'id',
  'title',
  'alt',
  'image_key',
  'url',
  'position',
  'sort',
  'show_from',
  'show_to',
  'state',
  'publish_time',
  'version',
] as const
interface Row {
  id: number
  title: string
  alt: string
  image_key: string
  url: string | null
  position: 'home' | 'policy' | 'tech'
  sort: number
  show_from: string | null
  show_to: string | null
  state: number
  publish_time: string | null
  version: number
}
const slideOf = (row: Row, actor: Actor | null, ends?: OrderEnds): Slide => ({
  id: row.id,
  title: row.title,
  alt: row.alt,
  image: row.image_key,
  url: row.url,
  position: row.position,
  order: row.sort,
  showFrom: row.show_from,
  showTo: row.show_to,
  state: row.state,
  stateName: carouselStateLabels[row.state] ?? '',
  publishTime: row.publish_time,
  version: row.version,
  ...(actor?.permissions.has('carousel:manage') ? { allowed: allowedOn(actor, row) } : {}),
  ...(ends ? { ends } : {}),
})

/** Visitors get the published slides whose period includes today, at most eight per place. Managers of slides get all. */
export async function listSlides(k: Kernel, call: Call, { position, state, shown, page, pageSize }: Parsed<typeof carousel.list>['query']) {
  const onlyShown = shown === 1 || !call.actor?.permissions.has('carousel:manage')
  const day = today(k.clock)
  const found = k.db
    .selectFrom('carousel')
    .where('deleted', '=', false)
    .$if(position !== undefined, (q) => q.where('position', '=', position!))
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(onlyShown, (q) =>
      q
        .where('state', '=', published)
        .where(({ eb }) => eb.or([eb('show_from', 'is', null), eb('show_from', '<=', day)]))
        .where(({ eb }) => eb.or([eb('show_to', 'is', null), eb('show_to', '>=', day)])),
    )
  const { total, rows } = await pageOf(
    found,
    { page, pageSize },
    (q) => q.orderBy('position').orderBy('sort').orderBy('id'),
    (q) => q.select(COLUMNS),
  )
  const ends = onlyShown
    ? null
    : await orderEndsOf(k.db, { table: 'carousel', level: ['position'], among: sql<boolean>`not o.deleted` }, rows)
  return {
    total,
    list: (onlyShown && position ? rows.slice(0, CAROUSEL_SHOWN) : rows).map((row) => slideOf(row, call.actor, ends?.get(row.id))),
  }
}

export async function findSlide(k: Kernel, actor: Actor, id: number): Promise<Slide> {
  const row = await k.db.selectFrom('carousel').select(COLUMNS).where('id', '=', id).where('deleted', '=', false).executeTakeFirst()
  if (!row) throw gone()
  return slideOf(row, actor)
}
