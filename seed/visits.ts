import { sql } from 'kysely'
import type { Kernel } from '../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const DAYS = 90
/** Visits of a working day; a weekend day has a third. */
const A_DAY = 60
const pages = [
  ['/page/home', '首页'],
  ['/page/policysearch', '政策查询'],
  ['/page/policymarket', '政策超市'],
  ['/page/policyserver', '政策服务'],
  ['/page/policyserver/calculator', '政策计算器'],
  ['/page/appeal', '诉求服务'],
  ['/page/companyCode', '企业码核验'],
  ['/page/aboutus', '关于我们'],
] as const

/**
 * Visits of the demo's last 90 days, in one statement; the same on every start. Earlier pages of the list are visited more, and two of three
 * visitors are not logged in. No staff: which rights they use is read from their visits. Addresses are of a network for examples (RFC 5737).
 */
const visits = (k: Kernel) =>
  sql`insert into visit_log (at, user_id, user_type, router_name, page_title, ip)
    select d.day + interval '8 hours' + ((n * 7919 + d.back * 104729) % 39600) * interval '1 second',
      u.id, u.type, p.router, p.title, '203.0.113.' || (1 + (n * 31 + d.back * 17) % 254)
    from (select back, date_trunc('day', ${k.clock.now()}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
        - back * interval '1 day' as day from generate_series(1, ${DAYS}::int) back) d
    cross join generate_series(1, ${A_DAY}::int) n
    join (select router, title, place - 1 as place from unnest(${pages.map(([router]) => router)}::text[], ${pages.map(([, title]) => title)}::text[])
        with ordinality as x(router, title, place)) p
      on p.place = least((n * 13 + d.back * 7) % ${pages.length}::int, (n * 5 + d.back * 3) % ${pages.length}::int)
    left join (select id, type, row_number() over (order by id) - 1 as place, count(*) over () as num from sys_user
        where type in ('QY', 'GR')) u
      on n % 3 = 0 and u.place = (n / 3 + d.back) % u.num
    where n <= case when extract(isodow from d.day at time zone 'Asia/Shanghai') > 5 then ${A_DAY / 3}::int else ${A_DAY}::int end
    order by 1`.execute(k.db)

export const visitSeed: Seed = {
  name: 'demo visits',
  demoOnly: true,
  run: (k) => seedOnce(k, 'demo visits', async () => void (await visits(k))),
}
