import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addMenus, addPeople, addRights, addRole } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const rights = {
  front: ['appeal:read', 'appeal:dispatch', 'appeal:examine', 'appeal:manage', 'export:run'],
  dept: ['appeal:read', 'appeal:deal'],
  leader: ['appeal:read', 'appeal:examine'],
} as const

const DESK = 'appealDesk'
const screens = ['/work/adminAppeal', '/work/appealsSources', '/work/assessAppeal', '/work/assessAppealList']

/** The usual office of a type, by its code; other types go to the service centre. */
const offices: Readonly<Record<string, string>> = {
  '10': 'jxj',
  '11': 'zgj',
  '12': 'rsj',
  '1203': 'rcb',
  '13': 'jrb',
  '14': 'kjj',
  '15': 'swj',
  '1503': 'czj',
  '16': 'jxj',
  '17': 'fgj',
  '1702': 'hbj',
  '18': 'hbj',
  '19': 'swj2',
  '1904': 'rsj',
  '20': 'scj',
  '21': 'scj',
  '22': 'jxj',
}
/** Working days, and the days before the end on which the office is warned. */
const limits: Readonly<Record<string, readonly [days: number, warn: number]>> = {
  '10': [10, 2],
  '1001': [5, 1],
  '1003': [15, 3],
  '11': [20, 3],
  '1103': [30, 5],
  '12': [15, 3],
  '1206': [10, 2],
  '13': [15, 3],
  '1306': [20, 3],
  '14': [15, 3],
  '15': [15, 3],
  '16': [10, 2],
  '1601': [5, 1],
  '1602': [5, 1],
  '17': [15, 3],
  '18': [15, 3],
  '19': [10, 2],
  '20': [20, 3],
  '21': [5, 1],
  '22': [15, 3],
}

/** Types of appeals from the dictionary `appealType`; afterwards the table is authoritative. The id is the number of the code. */
async function types(db: Db): Promise<void> {
  const words = await db
    .selectFrom('dict_value')
    .select(['value', 'label', 'parent', 'sort'])
    .where('dict_type', '=', 'appealType')
    .where('enabled', '=', true)
    .orderBy('parent', (o) => o.asc().nullsFirst())
    .orderBy('sort')
    .execute()
  const office = new Map((await db.selectFrom('office').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  const rows = words
    .filter(({ value }) => /^\d{2,4}$/.test(value))
    .map(({ value, label, parent, sort }) => ({
      id: Number(value),
      parent_id: parent === null ? null : Number(parent),
      name: label,
      code: value,
      sort,
      office_id: office.get(offices[value] ?? (parent === null ? 'qfzx' : '')) ?? null,
    }))
  if (rows.length === 0) return
  await db
    .insertInto('appeal_type')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  await db
    .insertInto('appeal_limit')
    .values(
      Object.entries(limits)
        .filter(([code]) => known.has(Number(code)))
        .map(([code, [work_days, warn_days]]) => ({ type_id: Number(code), work_days, warn_days })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
}

/** 诉求受理: only the desk of appeals. */
const role = (db: Db) => addRole(db, { code: DESK, name: '诉求受理人员', rights: rights.front, menus: ['/work/operator', ...screens] })

/** Editors of policies get the screen of appeals without a policy, also in older data folders. */
async function editorsSeeGaps({ db }: Kernel): Promise<void> {
  await db
    .insertInto('role_menu')
    .columns(['role_id', 'menu_id'])
    .expression(
      db
        .selectFrom('role as r')
        .innerJoin('menu as m', (j) => j.on('m.url', '=', '/work/appealsSources'))
        .where('r.code', '=', 'editor')
        .select(['r.id', 'm.id as menu_id']),
    )
    .onConflict((c) => c.doNothing())
    .execute()
}

/** A second person at the desk, because who answers never examines. */
const people = [{ userName: 'appeal1', name: '诉求受理员 乔敏', roles: [DESK], officeCode: 'qfzx' }]

export const appealDeskSeeds: readonly Seed[] = [
  {
    name: 'appeal desk',
    demoOnly: false,
    run: async (k) => {
      await seedOnce(k, 'appeal types', () => k.db.transaction().execute(types))
      await addRights(k, 'appeal rights', rights)
      await addRights(k, 'appeal gap rights', { front: ['appeal:gap'], leader: ['appeal:gap'], editor: ['appeal:gap'] })
      await addMenus(k, 'appeal menus', [
        { name: '诉求管理', url: '/work/adminAppeal', icon: 'consult', roles: ['front', 'dept', 'leader'] },
        { name: '诉求来源分析', url: '/work/appealsSources', icon: 'consult', roles: ['front', 'leader', 'editor'] },
        { name: '诉求评价统计', url: '/work/assessAppeal', icon: 'consult', roles: ['front', 'leader'] },
        { name: '诉求评价列表', url: '/work/assessAppealList', icon: 'consult', roles: ['front', 'leader'] },
        { name: '我的诉求', url: '/work/myAppeal', icon: 'consult', roles: ['enterprise', 'individual'] },
      ])
    },
  },
  {
    name: 'appeal desk role',
    demoOnly: false,
    run: async (k) => {
      await seedOnce(k, 'appeal desk role', () => k.db.transaction().execute(role))
      await addRights(k, 'appeal desk gap right', { [DESK]: ['appeal:gap'] })
      await seedOnce(k, 'appeal gaps menu', () => editorsSeeGaps(k))
    },
  },
  { name: 'second at the desk', demoOnly: true, run: (k) => addPeople(k, 'second at the desk', people) },
]
