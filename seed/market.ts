import sharp from 'sharp'
import type { Attributes } from '../contract/market/attributes.ts'
import { marketStates, type MarketKind, type Origin } from '../contract/market/states.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { addDays, today } from '../server/kernel/clock.ts'
import type { Db } from '../server/kernel/db/index.ts'
import { keepMade, withTemporary } from '../server/kernel/files/files.ts'
import { note } from '../server/kernel/flow-log.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { countyOf } from '../server/market/county.ts'
import { marketFlow } from '../server/market/flow.ts'
import { namesFor, type Names } from '../server/market/names.ts'
import { searchColumns } from '../server/market/words.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'
import { contactOf, ownNames } from './own-people.ts'

const DAY = 86_400_000
const { pending, passed, refused, down } = marketStates.code
const people = ['林小满', '沈知秋', '顾望舒', '江予安', '苏念慈', '程砚', '陆听澜', '许清和', '温如言', '叶知微']
const parks = ['云溪智造产业园', '临江科创园', '东渡物流园']
const roads = ['云栖路', '松涛路', '智造大道', '兴业路', '溪西路', '望江路', '青禾大道', '创新路']
const surnames = ['星河', '远山', '清江', '禾木', '松果', '长风', '若谷', '知行']

interface Owner {
  origin: Origin
  company: number | null
  user: number | null
  userName?: string
  by: number | null
}
interface World {
  k: Kernel
  db: Db
  names: Names
  owners: Owner[]
  reviewer: number | null
  now: number
}
interface Given {
  kind: MarketKind
  title: string
  street: string[]
  address?: string
  place?: [number, number] | null
  purpose?: string
  description?: string
  facts: Attributes
  owner: Owner
  state: number
  /** days since the last confirmation and since registration */
  fresh: number
  age: number
  opinion?: string
}
/** A pseudo-random number by index, the same in every seeding. */
const roll = (n: number, below: number): number => Math.floor(Math.abs(Math.sin(n * 12.9898 + 4.1) * 43758.5453) * 1000) % below
const pick = <T>(all: readonly T[], n: number): T => all[roll(n, all.length)]!

async function put({ k, db, names, reviewer, now }: World, n: number, g: Given): Promise<number> {
  const other = { name: pick(people, n), phone: `1380000${String(1000 + n).padStart(4, '0')}` }
  const contact = contactOf(k, g.owner.userName, other)
  const at = (days: number) => new Date(now - days * DAY)
  const shown = {
    kind: g.kind,
    title: g.title,
    street_ids: g.street,
    address: g.address ?? '',
    purpose: g.purpose ?? '',
    description: g.description ?? '',
  }
  const isOpen = g.state === passed || g.state === down
  const views = isOpen ? 20 + roll(n, 300) : 0
  const { id, version } = await db
    .insertInto('market_item')
    .values({
      ...shown,
      state: g.state,
      lng: g.place?.[0] ?? null,
      lat: g.place?.[1] ?? null,
      facts: JSON.stringify(g.facts),
      contact: contact.name,
      phone: contact.phone,
      phone_index: contact.index,
      origin: g.owner.origin,
      company_id: g.owner.company,
      user_id: g.owner.user,
      created_by: g.owner.by,
      submitted_by: g.owner.by,
      reviewed_by: g.state === pending ? null : reviewer,
      review_opinion: g.opinion ?? null,
      fresh_at: at(g.fresh),
      publish_time: isOpen ? at(g.age - 1) : null,
      view_num: views,
      created_at: at(g.age),
      updated_at: at(g.fresh),
      matched_at: at(g.fresh),
      ...searchColumns(names, { ...shown, facts: g.facts }),
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  // The counter goes on from here; without its row the first visitor would set the number to 1.
  await db.insertInto('market_view').values({ item_id: id, view_num: views }).execute()
  const call = systemCall('seed')
  const { title, address } = shown
  const log = (move: string, from: number | null, to: number, by: string, reason?: string) => {
    const words = move === 'approve' ? { payload: { title, address } } : {}
    return note(db, call, marketFlow, { id, version, move, from, to, by, reason: reason ?? null, ...words })
  }
  await log('create', null, pending, '登记人（示例）')
  if (isOpen || g.state === down) await log('approve', pending, passed, '要素专员 池砚')
  if (g.state === refused) await log('reject', pending, refused, '要素专员 池砚', g.opinion)
  if (g.state === down) await log('takeDown', passed, down, '登记人（示例）', '已成交')
  return id
}

/** A point within a street, between its middle and its border. */
function placeIn(k: Kernel, code: string, n: number): [number, number] | null {
  const ring = countyOf(k).streets.find((street) => street.code === code)?.ring
  if (!ring) return null
  const middle = ring.reduce<[number, number]>((sum, [lng, lat]) => [sum[0] + lng / ring.length, sum[1] + lat / ring.length], [0, 0])
  const corner = ring[roll(n, ring.length)]!
  const share = 0.2 + roll(n + 7, 50) / 100
  const round = (x: number) => Math.round(x * 1e5) / 1e5
  return [round(middle[0] + (corner[0] - middle[0]) * share), round(middle[1] + (corner[1] - middle[1]) * share)]
}
const streets = ['339999001', '339999002', '339999003', '339999100', '339999101', '339999102', '339999200']
const stateOf = (n: number): number => (n % 12 === 5 ? pending : n % 12 === 9 ? refused : n % 12 === 11 ? down : passed)
/** Six items at the three limits of confirmation. */
const freshOf = (n: number): number => ([26, 26, 32, 32, 46, 46][n - 12] ?? roll(n, 20)) as number

const BEARINGS = [500, 800, 1000, 1500, 2000]
async function workshops(w: World): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < 60; n++) {
    const area = 600 + roll(n, 60) * 150
    const split = n % 3 !== 0
    // The last five are registered twice.
    const twin = n >= 55 ? n - 55 : n
    const street = streets[twin % 7]!
    const inPark = twin % 4 === 0
    const trade = pick(['1', '1', '1', '3', '2', '6'], twin + 5)
    const facts: Attributes = {
      nature: pick(['01', '01', '06', '03', '04'], twin),
      structure: pick(['01', '02', '03', '05'], twin + 3),
      trade,
      totalArea: area + roll(twin, 8) * 500,
      rentArea: area,
      ...(split ? { minArea: Math.max(200, Math.round(area / 4 / 50) * 50) } : {}),
      floors: 1 + roll(twin, 5),
      floor: pick(['0', '1', '2', '3', '9'], twin + 11),
      floorHeight: pick([4.5, 5, 6, 7.5, 8, 9, 12], twin + 2),
      ...(twin % 6 === 1 ? {} : { loadBearing: pick(BEARINGS, twin + 1) }),
      ...(twin % 3 === 0 ? { craneTon: pick([5, 10, 16, 20], twin) } : {}),
      elevatorTon: pick([1, 2, 3, 5], twin + 4),
      powerCapacity: pick([200, 315, 500, 800, 1250], twin + 6),
      ...(twin % 5 === 2 ? {} : { fireGrade: pick(['B', 'C', 'C', 'D', 'E'], twin + 8) }),
      facilities: ['01', '04', '11', '13'].slice(0, 1 + roll(twin, 4)).concat(twin % 2 ? ['08'] : ['09', '10']),
      ...(trade === '2' ? {} : { rentPrice: 9 + roll(twin, 130) / 10 }),
      ...(trade === '2' || trade === '3' ? { salePrice: 2600 + roll(twin, 20) * 80 } : {}),
      propertyFee: pick([0.5, 0.8, 1, 1.5], twin),
      certificate: twin % 7 !== 3,
      availableDate: addDays(today(w.k.clock), roll(twin, 90)),
    }
    const place = placeIn(w.k, street, twin)
    const park = inPark ? parks[twin % 3]! : `${pick(surnames, twin)}工业区`
    ids.push(
      await put(w, n, {
        kind: 'workshopInfo',
        title: `${park} ${pick(['标准厂房', '标准厂房', '单层钢结构厂房', '仓储厂房', '研发厂房'], twin)} ${area} ㎡${n >= 55 ? '（再次登记）' : ''}`,
        street: [street],
        address: `${pick(roads, twin)} ${10 + roll(twin, 180)} 号`,
        place,
        description: '<p>通水通电，货车可以直接到门口，周边有公交站和员工食堂。可以预约看房。</p>',
        facts,
        owner: inPark ? w.owners[0]! : w.owners[1 + (twin % (w.owners.length - 1))]!,
        state: n >= 55 ? pending : stateOf(n),
        fresh: freshOf(n),
        age: 60 + roll(n, 60),
        ...(stateOf(n) === refused && n < 55 ? { opinion: '地址不完整，请补充门牌号和不动产权证情况' } : {}),
      }),
    )
  }
  return ids
}

async function parcels(w: World): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < 40; n++) {
    const street = streets[n % 7]!
    const area = 10 + roll(n + 20, 120)
    ids.push(
      await put(w, 100 + n, {
        kind: 'landInfo',
        title: `${['云溪', '临江', '东渡', '松岭', '石塘', '梅岭', '青禾'][n % 7]}工业地块 ${String(n + 1).padStart(2, '0')} 号（${area} 亩）`,
        street: [street],
        address: `${pick(roads, n + 40)}与${pick(roads, n + 45)}交叉口${pick(['东南', '西北', '东北', '西南'], n)}侧`,
        place: placeIn(w.k, street, n + 200),
        description: '<p>净地出让，周边道路、供水、供电、通信已接通，具体规划条件以出让公告为准。</p>',
        facts: {
          landArea: area,
          landNature: pick(['01', '01', '02', '04', '05'], n),
          supplyMode: pick(['01', '02', '03', '04'], n + 1),
          rightStatus: '01',
          devLevel: pick(['02', '03', '04'], n),
          plotRatioMin: 1,
          plotRatioMax: pick([1.5, 2, 2.5, 3], n),
          buildingDensity: pick([40, 50, 60], n),
          heightLimit: pick([24, 36, 50], n),
          greenRatio: pick([10, 15, 20], n),
          investIntensity: pick([300, 350, 400, 500], n),
          taxPerMu: pick([20, 25, 30, 35], n),
          years: pick([20, 30, 50], n),
          price: 28 + roll(n, 40) * 0.5,
          ...(n % 3 === 0 ? { industry: pick(['34', '35', '38', '39'], n) } : {}),
        },
        owner: n % 4 === 3 ? w.owners[1 + (n % (w.owners.length - 1))]! : w.owners[0]!,
        state: stateOf(n + 3),
        fresh: roll(n, 24),
        age: 40 + roll(n, 100),
        ...(stateOf(n + 3) === refused ? { opinion: '请补充用地权属证明' } : {}),
      }),
    )
  }
  return ids
}

const uses = ['数控机床装配', '精密零部件加工', '食品冷链仓储', '智能仪表生产', '针织成衣加工', '新材料中试', '电商仓配', '医疗器械组装']
async function demands(w: World): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < 40; n++) {
    const min = 400 + roll(n + 60, 30) * 100
    ids.push(
      await put(w, 200 + n, {
        kind: 'workshopDemand',
        title: `求租${pick(uses, n)}用房 ${min} ㎡以上`,
        street: n % 3 === 0 ? [] : [streets[n % 7]!, streets[(n + 2) % 7]!],
        purpose: `${pick(uses, n)}，约 ${20 + roll(n, 80)} 人，需要货车进出。`,
        facts: {
          trade: n % 8 === 7 ? '5' : '4',
          areaMin: min,
          areaMax: min * 2,
          ...(n % 8 === 7 ? {} : { rentMax: 14 + roll(n, 10) }),
          floorHeightMin: pick([4.5, 5, 6], n),
          loadBearingMin: pick([500, 800, 1000], n),
          ...(n % 4 === 0 ? { craneTonMin: 5 } : {}),
          powerCapacityMin: pick([200, 315], n),
          fireGrade: pick(['C', 'D', 'E'], n),
          ...(n % 2 ? { facilities: ['01'] } : {}),
          needDate: addDays(today(w.k.clock), 30 + roll(n, 120)),
        },
        owner: w.owners[1 + (n % (w.owners.length - 1))]!,
        state: stateOf(n + 6),
        fresh: roll(n, 24),
        age: 30 + roll(n, 60),
        ...(stateOf(n + 6) === refused ? { opinion: '请写清楚用途' } : {}),
      }),
    )
  }
  for (let n = 0; n < 20; n++) {
    const min = 10 + roll(n + 90, 40)
    ids.push(
      await put(w, 300 + n, {
        kind: 'landDemand',
        title: `${pick(uses, n + 9)}项目用地 ${min} 亩`,
        street: n % 2 ? [] : [streets[n % 7]!],
        purpose: `新建${pick(uses, n + 9)}项目，分两期建设。`,
        facts: {
          landNature: ['01', '02'].slice(0, 1 + (n % 2)),
          areaMin: min,
          areaMax: min + 40,
          priceMax: 36 + roll(n, 12),
          taxPerMu: pick([25, 30, 40], n),
          investIntensity: pick([350, 400, 500], n),
        },
        owner: w.owners[1 + (n % (w.owners.length - 1))]!,
        state: stateOf(n + 1),
        fresh: roll(n, 24),
        age: 30 + roll(n, 60),
        ...(stateOf(n + 1) === refused ? { opinion: '请补充投资规模' } : {}),
      }),
    )
  }
  return ids
}

/** Thirty contact requests and twelve visits. */
async function dealings({ k, db, owners, now }: World, ids: readonly number[]): Promise<void> {
  const seekers = owners.filter(({ user }) => user !== null)
  const listed = await db
    .selectFrom('market_item')
    .select(['id', 'company_id', 'user_id', 'contact', 'phone'])
    .where('id', 'in', [...ids])
    .where('state', '=', passed)
    .orderBy('id')
    .execute()
  let asked = 0
  for (const [n, item] of listed.entries()) {
    const seeker = seekers[n % seekers.length]!
    if (asked >= 30 || (item.company_id !== null && item.company_id === seeker.company) || item.user_id === seeker.user) continue
    const at = new Date(now - (1 + roll(n, 20)) * DAY)
    const { name, phone } = contactOf(k, seeker.userName, { name: pick(people, n + 3), phone: `1390000${String(2000 + n)}` })
    await db
      .insertInto('market_contact')
      .values({
        item_id: item.id,
        user_id: seeker.user,
        company_id: seeker.company,
        name,
        phone,
        given_name: item.contact,
        given_phone: item.phone,
        message: pick(['想了解能否分割出租', '想看一下现场，方便时请回电', '请问最早什么时候可以入驻', '能否提供不动产权证复印件'], n),
        answered_at: n % 3 ? new Date(at.getTime() + (2 + roll(n, 30)) * 3_600_000) : null,
        created_at: at,
      })
      .execute()
    await db
      .updateTable('market_item')
      .set((e) => ({ contact_num: e('contact_num', '+', 1) }))
      .where('id', '=', item.id)
      .execute()
    asked++
  }
  for (let n = 0; n < 12; n++) {
    const item = listed[n * 2]!
    const seeker = seekers[(n + 1) % seekers.length]!
    const day = n < 6 ? -(3 + n) : 3 + n
    const start = new Date(Math.floor((now + day * DAY) / DAY) * DAY + 6 * 3_600_000)
    const slots = await db
      .insertInto('market_slot')
      .values([0, 1, 2].map((place) => ({ item_id: item.id, start_at: new Date(start.getTime() + place * 1_800_000) })))
      .returning('id')
      .execute()
    if (item.user_id === seeker.user || (item.company_id !== null && item.company_id === seeker.company)) continue
    const { name, phone } = contactOf(k, seeker.userName, { name: pick(people, n), phone: `1390000${String(3000 + n)}` })
    await db
      .insertInto('market_visit')
      .values({
        slot_id: slots[0]!.id,
        item_id: item.id,
        user_id: seeker.user,
        company_id: seeker.company,
        name,
        phone,
        state: n < 6 ? 2 : 0,
        outcome: n < 6 ? pick(['有意向，等报价', '面积不合适', '已签约'], n) : '',
      })
      .execute()
  }
}

/** A drawn plan instead of a photograph of a real place. */
const plan = (area: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500">
  <rect width="800" height="500" fill="#f7f5f0"/><g fill="none" stroke="#0f4c92" stroke-width="4">
  <rect x="80" y="80" width="640" height="320"/><path d="M300 80 V400 M300 240 H720 M80 300 H300"/></g>
  <g stroke="#9dbbd9" stroke-width="2"><path d="M80 430 H720 M80 420 V440 M720 420 V440 M740 80 V400 M730 80 H750 M730 400 H750"/></g>
  <g font-family="Noto Sans CJK SC, sans-serif" font-size="26" fill="#1f2d3d"><text x="400" y="470" text-anchor="middle">示意图 ${area}</text></g></svg>`)
async function pictures(k: Kernel, ids: readonly number[]): Promise<void> {
  const rows = await k.db
    .selectFrom('market_item')
    .select(['id', 'area', 'state'])
    .where('id', 'in', [...ids])
    .where('state', '=', passed)
    .orderBy('id')
    .limit(24)
    .execute()
  for (const { id, area } of rows) {
    const file = await withTemporary(k, async (path) => {
      await sharp(plan(`${Number(area)} ㎡`))
        .webp({ quality: 82 })
        .toFile(path)
      return keepMade(k, path, {
        name: '平面示意图.webp',
        mime: 'image/webp',
        ownerId: null,
        bizType: 'market',
        objectType: 'market',
        objectId: String(id),
      })
    })
    await k.db.updateTable('file').set({ visibility: 'public' }).where('key', '=', file.filePath).execute()
    await k.db
      .updateTable('market_item')
      .set({ images: [file.filePath] })
      .where('id', '=', id)
      .execute()
  }
}

async function enter(k: Kernel): Promise<number[]> {
  return k.db.transaction().execute(async (db) => {
    const users = await db
      .selectFrom('sys_user')
      .select(['id', 'user_name', 'company_id'])
      .where('user_name', 'in', [...ownNames, 'market1', 'market2'])
      .execute()
    const of = (name: string) => users.find(({ user_name }) => user_name === name)
    const companies = await db.selectFrom('company').select('id').where('name', 'like', '%（示例）').orderBy('id').limit(10).execute()
    const own = ownNames.flatMap((name): Owner[] => {
      const user = of(name)
      if (!user) return []
      return [
        { origin: user.company_id === null ? 'person' : 'company', company: user.company_id, user: user.id, userName: name, by: user.id },
      ]
    })
    const owners: Owner[] = [
      { origin: 'gov', company: null, user: null, by: of('market2')?.id ?? null },
      ...own,
      ...companies.slice(2, 9).map(({ id }): Owner => ({ origin: 'company', company: id, user: null, by: null })),
    ]
    const names = await namesFor(db, ['landInfo', 'workshopInfo', 'landDemand', 'workshopDemand'])
    const world: World = { k, db, names, owners, reviewer: of('market1')?.id ?? null, now: k.clock.now().getTime() }
    const shops = await workshops(world)
    const land = await parcels(world)
    await demands(world)
    await dealings(world, [...shops, ...land])
    return shops
  })
}

/** The market of the demo county on the day of seeding. */
export const marketSeed: Seed = {
  name: 'market',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'market', async () => {
      const before = await k.db.selectFrom('market_item').select('id').where('kind', '=', 'workshopInfo').execute()
      const ids = before.length > 0 ? before.map(({ id }) => id) : await enter(k)
      await pictures(k, ids)
    }),
}
