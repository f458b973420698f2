import pg from 'pg'
import { withoutIndexes } from './fill.ts'

/** Number of open demands; the others are closed. */
export const OPEN_DEMANDS = 5000

const STREETS = `(array['339999001', '339999002', '339999003', '339999100', '339999101', '339999102', '339999200'])`
/** Values that differ between neighbours: sizes, prices and choices change at different rates, and every seventh row has gaps. */
const SUPPLY = `jsonb_strip_nulls(jsonb_build_object(
  'nature', (array['01', '03', '04', '06'])[1 + n % 4], 'structure', (array['01', '02', '03', '05'])[1 + n / 4 % 4], 'trade', (array['1', '1', '3', '2', '6'])[1 + n % 5],
  'rentArea', 300 + n * 37 % 9000, 'minArea', case when n % 3 = 0 then 200 + n % 7 * 50 end, 'totalArea', 12000, 'floorHeight', 4.5 + n % 12 * 0.5,
  'loadBearing', case when n % 7 > 0 then 500 + n % 11 * 150 end, 'craneTon', case when n % 4 = 0 then 5 + n % 3 * 5 end, 'powerCapacity', 200 + n % 9 * 100,
  'fireGrade', case when n % 6 > 0 then (array['B', 'C', 'D', 'E'])[1 + n % 4] end, 'facilities', to_jsonb((array['01', '04', '08', '11'])[1:1 + n % 4]),
  'rentPrice', case when n % 5 <> 3 then round(8 + n * 13 % 1500 / 100.0, 2) end, 'propertyFee', 0.8, 'availableDate', to_char(now() + n % 120 * interval '1 day', 'YYYY-MM-DD')))`
const DEMAND = `jsonb_strip_nulls(jsonb_build_object(
  'trade', case when n % 8 = 7 then '5' else '4' end, 'areaMin', 400 + n * 41 % 6000, 'areaMax', (400 + n * 41 % 6000) * 2, 'rentMax', case when n % 8 < 7 then 9 + n % 14 end,
  'floorHeightMin', 4.5 + n % 5, 'loadBearingMin', 500 + n % 6 * 200, 'craneTonMin', case when n % 5 = 0 then 5 end, 'powerCapacityMin', 200 + n % 4 * 150,
  'fireGrade', (array['C', 'D', 'E'])[1 + n % 3], 'facilities', case when n % 2 = 0 then '["01"]'::jsonb end, 'needDate', to_char(now() + (30 + n % 120) * interval '1 day', 'YYYY-MM-DD')))`

/** `total` listed workshops and as many demands, of which 5,000 are open, over the whole county and fifty owners. */
export async function fillMarket(url: string, total: number): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await withoutIndexes(db, 'market_item', async () => {
      for (const [kind, facts, open] of [
        ['workshopInfo', SUPPLY, total],
        ['workshopDemand', DEMAND, OPEN_DEMANDS],
      ] as const)
        await db.query(
          `with base as materialized (select *, row_number() over (order by id) - 1 as place, count(*) over () as many from market_item where kind = '${kind}' and state = 1),
            owners as (select array_agg(id order by id) as ids from (select id from company order by id limit 50) c)
          insert into market_item (state, kind, title, street_ids, address, lng, lat, description, purpose, facts, contact, phone, phone_index, origin, company_id,
              fresh_at, matched_at, view_num, publish_time, search, search_form, created_at, updated_at)
            select case when n <= $2 then 1 else 3 end, '${kind}', b.title || ' ' || n, ${kind === 'workshopInfo' ? `array[${STREETS}[1 + n % 7]]` : `case when n % 3 = 0 then '{}'::text[] else array[${STREETS}[1 + n % 7], ${STREETS}[1 + n / 7 % 7]] end`},
              b.address, ${kind === 'workshopInfo' ? '119.95 + n::bigint * 7919 % 40000 / 100000.0, 28.95 + n::bigint * 104729 % 35000 / 100000.0' : 'null, null'}, b.description, b.purpose, ${facts},
              b.contact, b.phone, b.phone_index, 'company', o.ids[1 + n % array_length(o.ids, 1)], now() - n % 40 * interval '1 day', null, n % 400,
              now() - n * interval '4 minutes', b.search, b.search_form, now() - n * interval '5 minutes', now() - n * interval '1 second'
            from generate_series(1, $1::int) n join base b on b.place = n % b.many cross join owners o`,
          [total, open],
        )
    })
    await db.query('update market_item set matched_at = updated_at where matched_at is null')
    await db.query('vacuum (analyze)')
  } finally {
    await db.end()
  }
}
