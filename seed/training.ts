import { randomBytes } from 'node:crypto'
import { UNIT_TYPE_COOPERATING, UNIT_TYPE_HOST, UNIT_TYPE_ORGANISER } from '../contract/constants.ts'
import type { activityTypes } from '../contract/training/states.ts'
import type { StoredQuestion } from '../contract/training/questions.ts'
import { activityFacts } from '../contract/training/states.ts'
import { sealPii } from '../server/kernel/access/pii.ts'
import { dateOf } from '../server/kernel/clock.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { nextOfYear, severalOfYear } from '../server/kernel/numbering.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'
import { contactOf, ownNames } from './own-people.ts'
import { pastEvents, plannedEvents } from './training-past.ts'
import { agenda, places } from './training-places.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const { draft, submitted, passed, refused, cancelled } = activityFacts.code
const people = ['林小满', '沈知秋', '顾望舒', '江予安', '苏念慈', '程砚', '陆听澜', '许清和', '温如言', '叶知微']

interface Event {
  title: string
  type: (typeof activityTypes)[number]
  /** days from the seeding to the start; duration in hours */
  start: number
  hours: number
  /** days from the seeding to the start and end of enrolment; default end: the start */
  enrol?: readonly [from: number, to: number]
  state?: number
  seats?: number
  enrolled?: number
  /** enrolments on the waiting list, when all seats are taken */
  waiting?: number
  questions?: readonly Omit<StoredQuestion, 'key'>[]
  attended?: number
  evaluated?: number
  place?: string
  online?: true
  /** words in the title of its policy */
  about?: string
  /** days from the seeding to the start before the delay */
  was?: number
}
/** Every status occurs on the day of seeding, and no coming activity is over a week later. */
const events: readonly Event[] = [
  {
    title: '惠企政策申报实务培训（第三期）',
    type: '培训',
    start: 21,
    hours: 3,
    enrol: [-3, 18],
    seats: 60,
    enrolled: 34,
    questions: [
      { label: '是否需要午餐', type: 'boolean', required: false, options: [] },
      { label: '最想听的内容', type: 'multiEnum', required: false, options: ['申报流程', '材料准备', '政策叠加', '兑付'] },
    ],
    place: '县企业综合服务中心二楼报告厅',
  },
  {
    title: '高新技术企业认定辅导讲座',
    about: '高新技术企业',
    type: '讲座',
    start: 16,
    hours: 3,
    enrol: [-5, 14],
    seats: 20,
    enrolled: 20,
    waiting: 45,
    place: '县科技局三楼会议室',
  },
  {
    title: '专精特新企业融资对接会',
    about: '专精特新',
    type: '对接会',
    start: 25,
    hours: 4,
    enrol: [-2, 22],
    seats: 40,
    enrolled: 11,
    questions: [{ label: '意向融资额度', type: 'enum', required: true, options: ['100 万元以内', '100—500 万元', '500 万元以上'] }],
    place: '云溪开发区创业大厦',
  },
  { title: '数字化改造案例沙龙', type: '沙龙', start: 28, hours: 2, enrol: [9, 26], seats: 30, place: '云溪开发区创业大厦' },
  { title: '研发费用加计扣除线上答疑', type: '讲座', start: 30, hours: 2, enrol: [10, 29], seats: 200, online: true },
  {
    title: '安全生产负责人培训',
    type: '培训',
    start: 12,
    hours: 6,
    enrol: [-20, -1],
    seats: 50,
    enrolled: 42,
    place: '县应急管理局培训教室',
  },
  {
    title: '外贸企业合规经营讲座',
    type: '讲座',
    start: 15,
    hours: 3,
    enrol: [-15, 10],
    seats: 16,
    enrolled: 16,
    place: '县商务局一楼会议室',
  },
  {
    title: '技术改造项目路演',
    type: '路演',
    start: -0.2,
    hours: 200,
    enrol: [-20, -1],
    seats: 40,
    enrolled: 28,
    attended: 12,
    place: '县企业综合服务中心二楼报告厅',
  },
  {
    title: '新入规企业统计培训',
    type: '培训',
    start: -6,
    hours: 4,
    enrol: [-25, -7],
    seats: 40,
    enrolled: 26,
    attended: 22,
    evaluated: 9,
    place: '县统计局会议室',
  },
  {
    title: '知识产权质押融资沙龙',
    type: '沙龙',
    start: -9,
    hours: 2,
    enrol: [-25, -10],
    seats: 30,
    enrolled: 18,
    attended: 15,
    evaluated: 15,
    place: '云溪开发区创业大厦',
  },
  {
    title: '绿色工厂创建培训',
    type: '培训',
    start: -40,
    hours: 5,
    enrol: [-60, -42],
    seats: 50,
    enrolled: 33,
    attended: 30,
    evaluated: 21,
    place: '县经信局四楼会议室',
  },
  {
    title: '首台套申报路演',
    type: '路演',
    start: -75,
    hours: 3,
    enrol: [-95, -77],
    seats: 30,
    enrolled: 21,
    attended: 18,
    evaluated: 12,
    place: '县经信局四楼会议室',
  },
  {
    title: '招才引智对接会',
    type: '对接会',
    start: 33,
    hours: 4,
    enrol: [-6, 31],
    seats: 80,
    enrolled: 25,
    was: 10,
    place: '县人力资源市场',
  },
  {
    title: '冬季用能保障通气会',
    type: '讲座',
    start: 14,
    hours: 2,
    enrol: [-8, 12],
    seats: 50,
    enrolled: 9,
    state: cancelled,
    place: '县发改局会议室',
  },
  {
    title: '中小企业财务负责人培训',
    type: '培训',
    start: 40,
    hours: 6,
    enrol: [15, 38],
    seats: 50,
    state: submitted,
    place: '县财政局培训教室',
  },
  {
    title: '数据安全与个人信息保护讲座',
    type: '讲座',
    start: 45,
    hours: 3,
    enrol: [20, 43],
    seats: 60,
    state: refused,
    place: '县企业综合服务中心二楼报告厅',
  },
  { title: '春季园区招商路演', type: '路演', start: 90, hours: 4, enrol: [50, 85], seats: 60, state: draft, place: '云溪开发区创业大厦' },
]
const all: readonly Event[] = [...events, ...pastEvents, ...plannedEvents]
/** Participants of these two have certificates. */
const certified = new Set(['绿色工厂创建培训', '首台套申报路演'])
const planTitles = ['惠企政策宣讲', '企业家素质提升', '数字化转型专题', '安全生产专题', '科技创新专题', '融资服务专题']

async function plans(k: Kernel, db: Db, owner: number): Promise<number> {
  const now = k.clock.now().getTime()
  const office = await db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirstOrThrow()
  const year = Number(dateOf(k.clock.now()).slice(0, 4))
  let current = 0
  for (const [i, title] of planTitles.entries())
    for (const back of [1, 0]) {
      const isDraft = back === 0 && i === planTitles.length - 1
      const start = now + (back === 1 ? -400 : i === 4 ? 30 : -60) * DAY
      const { id } = await db
        .insertInto('train_plan')
        .values({
          state: isDraft ? 0 : 1,
          plan_no: await nextOfYear(db, 'PX', year - back),
          title: `${year - back}年度${title}计划`,
          year: year - back,
          office_id: office.id,
          start_at: new Date(start),
          end_at: new Date(start + 300 * DAY),
          target: '本县规上企业、专精特新企业和初创企业',
          budget: (6 + i * 2) * 1_000_000,
          created_by: owner,
          created_at: new Date(start - 20 * DAY),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (back === 0 && i === 0) current = id
    }
  return current
}

/** The answers of the `n`th person; different persons give different answers. */
function answersOf(k: Kernel, { questions }: Event, n: number): string | null {
  if (!questions) return null
  return sealPii(
    k,
    JSON.stringify(
      questions.map(({ label, options }) => ({ label, words: options.length > 0 ? options[n % options.length] : n % 2 ? '否' : '是' })),
    ),
  )
}

async function enrolments(
  k: Kernel,
  db: Db,
  id: number,
  event: Event,
  companies: readonly number[],
  users: readonly { id: number; user_name: string; company_id: number | null }[],
) {
  const now = k.clock.now().getTime()
  const seated = event.enrolled ?? 0
  const rows = Array.from({ length: seated + (event.waiting ?? 0) }, (_, n) => {
    const phone = `154${String(20_000_000 + id * 500 + n).padStart(8, '0')}`
    const attended = n < (event.attended ?? 0)
    const evaluated = n < (event.evaluated ?? 0)
    const own = users[n]
    const contact = contactOf(k, own?.user_name, { name: people[n % people.length]!, phone })
    return {
      activity_id: id,
      user_id: own?.id ?? null,
      company_id: own ? own.company_id : companies[n % companies.length]!,
      contact: contact.name,
      phone: contact.phone,
      phone_index: contact.index,
      state: attended ? 1 : 0,
      wait_no: n < seated ? null : n - seated + 1,
      answers: answersOf(k, event, n),
      checked_at: attended ? new Date(now + event.start * DAY) : null,
      score: evaluated ? 5 - (n % 3) : null,
      evaluate_content: evaluated && n % 2 === 0 ? '讲得清楚，材料也实用。' : null,
      evaluated_at: evaluated ? new Date(now + event.start * DAY + 5 * HOUR) : null,
      created_at: new Date(now + (event.enrol?.[0] ?? 0) * DAY + n * HOUR),
    }
  })
  return rows.length === 0 ? [] : db.insertInto('train_enrol').values(rows).returning(['id', 'user_id', 'company_id', 'contact']).execute()
}

const policyOf = async (db: Db, about: string | undefined): Promise<number | null> =>
  about === undefined
    ? null
    : ((
        await db
          .selectFrom('policy')
          .select('id')
          .where('title', 'like', `%${about}%`)
          .where('state', '=', 2)
          .where('deleted', '=', false)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
      )?.id ?? null)

async function certificates(
  k: Kernel,
  db: Db,
  { id, event, start, owner }: { id: number; event: Event; start: Date; owner: number },
  people: Awaited<ReturnType<typeof enrolments>>,
): Promise<void> {
  const names = new Map((await db.selectFrom('company').select(['id', 'name']).execute()).map((row) => [row.id, row.name]))
  const numbers = await severalOfYear(db, 'PXZS', Number(dateOf(start).slice(0, 4)), people.length)
  await db
    .insertInto('train_certificate')
    .values(
      people.map((one, n) => ({
        activity_id: id,
        enrol_id: one.id,
        user_id: one.user_id,
        company_id: one.company_id,
        company_name: one.company_id === null ? null : (names.get(one.company_id) ?? null),
        contact: one.contact,
        number: numbers[n]!,
        code: randomBytes(16).toString('hex'),
        title: event.title,
        type: event.type,
        host: '云溪县经济和信息化局（示例）',
        start_at: start,
        end_at: new Date(start.getTime() + event.hours * HOUR),
        place: event.place ?? '',
        half_hours: event.hours * 2,
        issued_at: new Date(start.getTime() + 2 * DAY),
        issued_by: owner,
      })),
    )
    .execute()
}

async function fill(k: Kernel, db: Db): Promise<void> {
  const now = k.clock.now().getTime()
  // Whole days start at nine in the morning, Shanghai time; activities that start today keep their hour.
  const nine = Math.floor((now + 8 * HOUR) / DAY) * DAY + HOUR
  const moment = (days: number) => (Number.isInteger(days) ? nine + days * DAY : now + days * DAY)
  const at = (days: number) => new Date(moment(days))
  const editor = await db.selectFrom('sys_user').select('id').where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
  const planId = await plans(k, db, editor.id)
  const companies = (
    await db
      .selectFrom('company')
      .select('id')
      .where('id', 'not in', (q) =>
        q.selectFrom('sys_user').select('company_id').where('company_id', 'is not', null).$castTo<{ company_id: number }>(),
      )
      .orderBy('id')
      .limit(40)
      .execute()
  ).map(({ id }) => id)
  const users = await db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'company_id'])
    .where('user_name', 'in', ownNames)
    .orderBy('id')
    .execute()
  for (const [i, event] of all.entries()) {
    const state = event.state ?? passed
    const scores = Array.from({ length: event.evaluated ?? 0 }, (_, n) => 5 - (n % 3)).reduce((a, b) => a + b, 0)
    const { id } = await db
      .insertInto('train_activity')
      .values({
        state,
        plan_id: i % 2 === 0 ? planId : null,
        policy_id: await policyOf(db, event.about),
        title: event.title,
        type: event.type,
        summary: `面向本县企业的${event.type}，免费参加，名额 ${event.seats ?? 50} 人。`,
        content: `<p>本次活动面向本县企业，由县经信局组织，免费参加。</p><h2>主要内容</h2><ul><li>政策要点与常见问题</li><li>材料准备与申报流程</li><li>现场答疑</li></ul><p>请提前十分钟到场签到；不能参加请及时取消报名，把名额留给其他企业。</p>`,
        enrol_start: at(event.enrol?.[0] ?? event.start - 20),
        enrol_end: at(event.enrol?.[1] ?? event.start),
        start_at: at(event.start),
        end_at: new Date(moment(event.start) + event.hours * HOUR),
        delayed_from: event.was === undefined ? null : at(event.was),
        reason: event.was !== undefined ? '场地调整' : state === cancelled ? '与全县工作会议时间冲突' : null,
        place: event.place ?? '',
        ...places[event.place ?? ''],
        agenda: JSON.stringify(event.questions || event.about ? agenda : []),
        online: event.online ?? false,
        live_url: event.online ? 'https://live.example.gov.cn/yunxi' : null,
        max_num: event.seats ?? 50,
        wait_list: i !== 6,
        units: JSON.stringify([
          { unitType: UNIT_TYPE_HOST, unitName: '云溪县经济和信息化局（示例）', unitContact: '程砚', unitPhone: '0570-12345' },
          {
            unitType: UNIT_TYPE_ORGANISER,
            unitName: '云溪县企业综合服务中心（示例）',
            unitAbbre: '服务中心',
            unitContact: '',
            unitPhone: '0570-12345',
          },
          ...(i % 3 === 0
            ? [{ unitType: UNIT_TYPE_COOPERATING, unitName: '云溪开发区管委会（示例）', unitContact: '', unitPhone: '' }]
            : []),
        ]),
        questions: JSON.stringify((event.questions ?? []).map((one, q) => ({ key: `q${q + 1}`, ...one }))),
        enrol_num: event.enrolled ?? 0,
        wait_num: event.waiting ?? 0,
        attend_num: event.attended ?? 0,
        evaluate_num: event.evaluated ?? 0,
        score_sum: scores,
        published_at: state === passed || state === cancelled ? at(Math.min(-1, (event.enrol?.[0] ?? 0) - 2)) : null,
        review_opinion: state === refused ? '请补充主讲人和授课大纲。' : null,
        created_by: editor.id,
        submitted_by: state === draft ? null : editor.id,
        created_at: at(Math.min(-100 + i, event.start - 30)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await enrolments(k, db, id, event, companies, i % 4 === 3 ? [] : users)
    if (certified.has(event.title))
      await certificates(k, db, { id, event, start: at(event.start), owner: editor.id }, made.slice(0, event.attended))
  }
}

export const trainingSeed: Seed = {
  name: 'training',
  demoOnly: true,
  run: (k) => seedOnce(k, 'training activities', () => k.db.transaction().execute((db) => fill(k, db))),
}
