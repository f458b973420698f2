import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addOnce, addPeople, addRole } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const OPERATOR = 'operator'

/** 运营人员 (P045): text messages and the content of the site; companies and tags only to choose recipients. */
const role = (db: Db) =>
  addRole(db, {
    code: OPERATOR,
    name: '运营人员',
    rights: ['sms:read', 'sms:manage', 'sms:review', 'site:manage', 'company:read', 'tag:read'],
    menus: ['/work/operator'],
  })

/** Two accounts, because one writes and the other approves. */
const people = [
  { userName: 'op1', name: '运营员 叶蓁', roles: [OPERATOR], officeCode: 'qfzx' },
  { userName: 'op2', name: '运营员 宋闻', roles: [OPERATOR], officeCode: 'qfzx' },
]

const templates = [
  ['座谈会通知', 'notice', '{企业名称}：定于{日期}{时间}在{地点}召开{事项}，请派人参加，联系电话{电话}。'],
  ['政策申报提醒', 'notice', '{企业名称}：{事项}的申报将于{日期}截止，请在企业综合服务平台办理，咨询电话{电话}。'],
  ['材料补正提醒', 'notice', '{姓名}您好，贵单位的{事项}需要补正材料，请于{日期}前登录平台查看。'],
  ['现场走访预约', 'notice', '{企业名称}：{部门}拟于{日期}到贵单位走访，如需改期请致电{电话}。'],
  ['节假日服务安排', 'notice', '{姓名}您好，{日期}服务窗口暂停办理，网上办理照常，急事请致电{电话}。'],
  ['培训活动推介', 'promotion', '{部门}将于{日期}在{地点}举办{事项}，名额有限，欢迎报名，电话{电话}。'],
] as const

/** Templates written by op1 and approved by op2. */
async function demoTemplates({ db }: Kernel): Promise<void> {
  const [author, reviewer] = await Promise.all(
    people.map(({ userName }) => db.selectFrom('sys_user').select(['id', 'name']).where('user_name', '=', userName).executeTakeFirst()),
  )
  if (!author || !reviewer) return
  await db
    .insertInto('sms_template')
    .values(
      templates.map(([name, purpose, content]) => ({
        name,
        purpose,
        content,
        state: 2,
        created_by: author.id,
        created_by_name: author.name,
        reviewed_by: reviewer.id,
        reviewed_by_name: reviewer.name,
      })),
    )
    .execute()
}

export const operatorSeeds: readonly Seed[] = [
  { name: 'operator role', demoOnly: false, run: (k) => seedOnce(k, 'operator role', () => k.db.transaction().execute(role)) },
  {
    name: 'text messages',
    demoOnly: false,
    run: (k) =>
      addOnce(k, 'text messages', {
        menus: [
          { name: '短信模板', url: '/work/smsTemp', icon: 'chat', roles: [OPERATOR] },
          { name: '短信发送', url: '/work/smsSend', icon: 'chat', roles: [OPERATOR] },
        ],
      }),
  },
  {
    name: 'site content',
    demoOnly: false,
    run: (k) =>
      addOnce(k, 'site content', {
        rights: { sysadmin: ['link:manage'] },
        menus: [
          { name: '推广管理', url: '/work/popularize', icon: 'star', roles: [OPERATOR] },
          { name: '首页基础数据', url: '/work/homeBasicData', icon: 'archive', roles: [OPERATOR] },
          { name: '亲清新商数据', url: '/work/qqxsData', icon: 'archive', roles: [OPERATOR] },
          { name: '浙里办应用信息', url: '/work/appleZlbInfo', icon: 'archive', roles: [OPERATOR] },
          { name: '关于我们管理', url: '/work/aboutUs', icon: 'home', roles: [OPERATOR] },
        ],
      }),
  },
  {
    name: 'content that grows old',
    demoOnly: false,
    run: (k) =>
      addOnce(k, 'content that grows old', {
        menus: [{ name: '内容更新', url: '/work/staleness', icon: 'bell', roles: [OPERATOR, 'editor', 'front', 'leader', 'sysadmin'] }],
      }),
  },
  { name: 'operators', demoOnly: true, run: (k) => addPeople(k, 'operators', people) },
  { name: 'demo text messages', demoOnly: true, run: (k) => seedOnce(k, 'demo text messages', () => demoTemplates(k)) },
]
