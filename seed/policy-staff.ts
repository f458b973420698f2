import sharp from 'sharp'
import { CAROUSEL_STATE } from '../contract/policy/carousel.ts'
import { AUDIENCE_GROUP, type HomeType } from '../contract/policy/home.ts'
import type { Db } from '../server/kernel/db/index.ts'
import { keepMade, withTemporary } from '../server/kernel/files/files.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addHomeParts, writeSearch } from '../server/policy/index.ts'
import { addOnce } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const FOLDER = { icon: '', folder: '政策管理' } as const
/** The staff side of policies: permissions by role, and menus. */
const staffSide: Parameters<typeof addOnce>[2] = {
  rights: { editor: ['policy:label', 'carousel:manage', 'home:manage'], leader: ['policy:review'] },
  menus: [
    { ...FOLDER, name: '政策审核管理', url: '/work/policycheckmanage', roles: ['editor', 'leader'] },
    { ...FOLDER, name: '政策超市管理', url: '/work/policymarketmanage', roles: ['editor'] },
    { ...FOLDER, name: '政策文件管理', url: '/work/policyfilemanage', roles: ['editor', 'leader'] },
    { ...FOLDER, name: '政策轮播图管理', url: '/work/policycarousel', roles: ['editor'] },
    { ...FOLDER, name: '政策标签', url: '/work/zcLabel', roles: ['editor'] },
    { ...FOLDER, name: '政策首页数据配置', url: '/work/policyHomeDataConfig', roles: ['editor'] },
  ],
}

type HomeRow = [type: HomeType, code: string, label: string, value: string]
const home: readonly HomeRow[] = [
  ['section', 'entries', '快捷入口', ''],
  ['section', 'closing', '本县正在申报', ''],
  ['section', 'carousel', '轮播图', ''],
  ['section', 'figures', '政策数据', ''],
  ['section', 'hotPolicy', '推荐政策', ''],
  ['section', 'newest', '最新政策', ''],
  ['section', 'hot', '热门政策', ''],
  ['figure', 'policyTotal', '在库政策', '项'],
  ['figure', 'openTotal', '正在申报', '项'],
  ['figure', 'closingTotal', '一周内截止', '项'],
  ['figure', 'departmentTotal', '发文部门', '个'],
  ['figure', 'amountTotal', '单项最高支持', '万元'],
  ['entry', 'search', '查政策｜按部门、行业、截止时间查', '/page/policysearch'],
  ['entry', 'calculator', '算政策｜3 分钟算一算能享受哪些', '/page/policyserver/calculator'],
  ['entry', 'declare', '报项目｜在线申报，随时续填', '/page/policymarket/index'],
  ['entry', 'appeal', '提诉求｜问题有人办、有回音', '/page/appeal'],
  ['hotWord', 'hnte', '高新技术企业', ''],
  ['hotWord', 'upgrade', '技术改造', ''],
  ['hotWord', 'jobs', '稳岗', ''],
  ['hotWord', 'interest', '贷款贴息', ''],
]

/** Two levels: the subject of a policy, and its audience. */
const labels: readonly [group: string, names: readonly string[]][] = [
  ['政策主题', ['科技创新', '技术改造', '数字化转型', '绿色发展', '人才引育', '稳岗就业', '融资支持', '税费减免', '市场开拓', '培育升规']],
  [AUDIENCE_GROUP, ['高新技术企业', '科技型中小企业', '专精特新企业', '小微企业', '初创企业']],
]
/** Words in a title or summary by which a demo policy gets a label. */
const signs: Readonly<Record<string, RegExp>> = {
  科技创新: /研发|科技|创新|首台|首版/,
  技术改造: /技术改造|技改|设备/,
  数字化转型: /数字化|智能|上云|软件|两化/,
  绿色发展: /绿色|清洁|节能|低碳/,
  人才引育: /人才|引才|博士/,
  稳岗就业: /稳岗|就业|失业|社保/,
  融资支持: /贷款|贴息|担保|融资|租赁/,
  税费减免: /税|减免|加计/,
  市场开拓: /展会|展位|市场/,
  培育升规: /上规|小升规|规上|梯度/,
  高新技术企业: /高新技术企业/,
  科技型中小企业: /科技型中小企业/,
  专精特新企业: /专精特新|小巨人/,
  小微企业: /小微|小型微利/,
  初创企业: /创业|初创/,
}

async function homeValues(db: Db): Promise<void> {
  await db
    .insertInto('policy_home_value')
    .values(home.map(([dict_type, code, label, value], sort) => ({ dict_type, code, label, value, sort: sort + 1 })))
    .onConflict((c) => c.columns(['dict_type', 'code']).doNothing())
    .execute()
}

async function labelTree(db: Db): Promise<void> {
  if (await db.selectFrom('policy_label').select('id').limit(1).executeTakeFirst()) return
  for (const [sort, [group, names]] of labels.entries()) {
    const { id } = await db
      .insertInto('policy_label')
      .values({ name: group, sort: sort + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('policy_label')
      .values(names.map((name, place) => ({ parent_id: id, name, sort: place + 1 })))
      .execute()
  }
}

async function labelDemoPolicies(db: Db): Promise<void> {
  const known = await db.selectFrom('policy_label').select(['id', 'name']).where('parent_id', 'is not', null).execute()
  const policies = await db.selectFrom('policy').select(['id', 'title', 'summary']).where('origin', '!=', 'own').execute()
  const carried = policies.flatMap((p) =>
    known.flatMap((l) => (signs[l.name]?.test(`${p.title}${p.summary}`) ? [{ policy_id: p.id, label_id: l.id }] : [])),
  )
  if (carried.length > 0)
    await db
      .insertInto('policy_label_of')
      .values(carried)
      .onConflict((c) => c.doNothing())
      .execute()
  await writeSearch(db, [...new Set(carried.map(({ policy_id }) => policy_id))])
}

/** Hills and a river in the colours of the site, without words, because those are in the title. */
const picture = (hills: readonly string[]) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300" viewBox="0 90 1200 300">
  <rect width="1200" height="400" fill="#e8f0f8"/><circle cx="930" cy="168" r="44" fill="#c96f12"/>
  ${hills.map((d, i) => `<path d="${d}" fill="${['#9dbbd9', '#4f86bd', '#0f4c92'][i]}"/>`).join('')}
  <path d="M0 352 Q300 330 600 356 T1200 348 V400 H0 Z" fill="#0c3c73"/></svg>`)
const slides = [
  {
    title: '回答几个问题，算一算能享受哪些政策',
    alt: '远山与溪流的示意图',
    url: '/page/policyserver/calculator',
    hills: [
      'M0 260 L180 150 L340 240 L560 120 L800 260 L1000 180 L1200 270 V400 H0 Z',
      'M0 310 L240 220 L460 300 L700 210 L940 300 L1200 240 V400 H0 Z',
      'M0 350 L320 290 L640 345 L900 285 L1200 340 V400 H0 Z',
    ],
  },
  {
    title: '正在申报的政策，先看截止时间',
    alt: '梯田与溪流的示意图',
    url: '/page/policysearch?sort=deadline',
    hills: [
      'M0 220 Q300 140 600 210 T1200 190 V400 H0 Z',
      'M0 270 Q300 210 600 272 T1200 250 V400 H0 Z',
      'M0 320 Q300 280 600 326 T1200 304 V400 H0 Z',
    ],
  },
]
/** Two unpublished slides to try, because the home page starts with open applications, not with a picture. */
async function demoSlides(k: Kernel): Promise<void> {
  // Removes slides of an interrupted start.
  await k.db.deleteFrom('carousel').where('image_key', '=', '').execute()
  for (const [place, { hills, ...slide }] of slides.entries()) {
    if (await k.db.selectFrom('carousel').select('id').where('title', '=', slide.title).executeTakeFirst()) continue
    const { id } = await k.db
      .insertInto('carousel')
      .values({ ...slide, image_key: '', position: 'home', sort: place + 1, state: CAROUSEL_STATE.unpublished })
      .returning('id')
      .executeTakeFirstOrThrow()
    const image = await withTemporary(k, async (path) => {
      await sharp(picture(hills)).webp({ quality: 82 }).toFile(path)
      return keepMade(k, path, {
        name: `${slide.title}.webp`,
        mime: 'image/webp',
        ownerId: null,
        bizType: 'carousel',
        objectType: 'carousel',
        objectId: String(id),
      })
    })
    await k.db.updateTable('carousel').set({ image_key: image.filePath }).where('id', '=', id).execute()
  }
}

const once = (name: string, demoOnly: boolean, work: (db: Db) => Promise<void>): Seed => ({
  name,
  demoOnly,
  run: (k: Kernel) => seedOnce(k, name, () => k.db.transaction().execute(work)),
})

/** Separate names, so that older databases get them too. */
export const policyStaffSeeds: Seed[] = [
  { name: 'policy staff rights', demoOnly: false, run: (k) => addOnce(k, 'policy staff rights', staffSide) },
  once('policy home values', false, homeValues),
  // At every start, so that domains added later are included.
  { name: 'parts of the home page', demoOnly: false, run: (k) => addHomeParts(k.db, k) },
  once('policy labels', false, labelTree),
  once('policy labels of demo', true, labelDemoPolicies),
  { name: 'policy carousel of demo', demoOnly: true, run: (k) => seedOnce(k, 'policy carousel of demo', () => demoSlides(k)) },
]
