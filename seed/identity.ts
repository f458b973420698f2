import { hashPassword } from '../server/kernel/access/password.ts'
import { DEMO_PASSWORD } from '../server/identity/demo-accounts.ts'
import { createUser, type NewUser } from '../server/identity/users.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { withPastLogins } from './audits.ts'
import type { Seed } from './index.ts'

const offices: [code: string, name: string][] = [
  ['bgs', '县政府办公室'],
  ['fgj', '县发展和改革局'],
  ['jxj', '县经济和信息化局'],
  ['kjj', '县科技局'],
  ['czj', '县财政局'],
  ['rsj', '县人力资源和社会保障局'],
  ['swj', '县商务局'],
  ['scj', '县市场监督管理局'],
  ['swj2', '县税务局'],
  ['zgj', '县自然资源和规划局'],
  ['hbj', '市生态环境局县分局'],
  ['jrb', '县政府金融工作中心'],
  ['rcb', '县委人才工作领导小组办公室'],
  ['qfzx', '县企业综合服务中心'],
]

interface RoleRow {
  code: string
  name: string
  group?: string
  permissions: string
}
const roles: RoleRow[] = [
  { code: 'enterprise', name: '企业用户', permissions: '' },
  { code: 'individual', name: '个人用户', permissions: '' },
  {
    code: 'front',
    name: '受理人员',
    permissions: 'declaration:read declaration:accept consult:read consult:answer company:read',
  },
  { code: 'dept', name: '部门审核人员', permissions: 'declaration:read declaration:review consult:read company:read' },
  {
    code: 'editor',
    name: '政策编辑',
    permissions:
      'policy:read policy:edit policy:publish consult:read consult:answer project:manage matching:reverse company:read export:run',
  },
  { code: 'leader', name: '领导', permissions: 'policy:read declaration:read company:read insight:read' },
  { code: 'sysadmin', name: '系统管理员', group: 'admin', permissions: 'user:manage menu:manage dict:manage office:manage log:read' },
  { code: 'secadmin', name: '安全管理员', group: 'admin', permissions: 'role:manage user:unlock' },
  { code: 'auditor', name: '审计管理员', group: 'admin', permissions: 'audit:read' },
]

interface MenuRow {
  name: string
  url?: string
  icon?: string
  desc?: string
  roles: string
  children?: MenuRow[]
  hidden?: true
  disabled?: true
}
const staff = 'front dept editor leader'
const menus: MenuRow[] = [
  { name: '企业工作台', url: '/work/enterprise', icon: 'home', roles: 'enterprise' },
  { name: '个人工作台', url: '/work/personal', icon: 'home', roles: 'individual' },
  { name: '运营工作台', url: '/work/operator', icon: 'home', roles: `${staff} sysadmin secadmin auditor` },
  { name: '企业档案', url: '/work/enterpriseArchive', icon: 'archive', roles: 'enterprise' },
  { name: '我的政策', url: '/work/mypolicy', icon: 'policy', roles: 'enterprise' },
  { name: '我的项目', url: '/work/myProject', icon: 'project', roles: 'enterprise' },
  { name: '我的咨询', url: '/work/myconsult', icon: 'consult', roles: 'enterprise individual' },
  { name: '申报受理', url: '/work/checkmanage', icon: 'check', roles: 'front leader' },
  { name: '部门审核', url: '/work/govcheckmanage', icon: 'check', roles: 'dept leader' },
  {
    name: '政策管理',
    icon: 'policy',
    roles: '',
    children: [
      { name: '政策服务管理', url: '/work/policyserveradmin', roles: 'editor leader' },
      { name: '项目管理', url: '/work/projectmanage', roles: 'editor' },
    ],
  },
  { name: '政策咨询管理', url: '/work/policyconsult', icon: 'consult', roles: 'front dept editor' },
  { name: '企业列表', url: '/work/EnterprisesList', icon: 'company', roles: staff },
  {
    name: '系统管理',
    icon: 'setting',
    roles: '',
    children: [
      { name: '用户管理', url: '/work/user', roles: 'sysadmin secadmin' },
      { name: '角色管理', url: '/work/role', roles: 'secadmin' },
      { name: '菜单管理', url: '/work/menu', roles: 'sysadmin' },
      { name: '首页菜单管理', url: '/work/homemenu', roles: 'sysadmin' },
      { name: '部门管理', url: '/work/Office', roles: 'sysadmin' },
      { name: '字典管理', url: '/work/dictionary', roles: 'sysadmin' },
      { name: '平台管理', url: '/work/platform', roles: 'sysadmin' },
      { name: '日志管理', url: '/work/logmanage', roles: 'sysadmin auditor' },
    ],
  },
  {
    name: '国家政务服务平台',
    url: 'https://www.gjzwfw.gov.cn/',
    icon: 'link',
    desc: '打开国家政务服务平台',
    roles: 'enterprise individual',
  },
  { name: '呼叫中心', url: '/ecall', icon: 'phone', roles: 'front', hidden: true },
  { name: '在线客服', url: '/work/chatService', icon: 'chat', desc: '功能建设中', roles: 'front', disabled: true },
]

interface LinkRow {
  position: 'menu' | 'quick' | 'gov'
  name: string
  url: string
  signed?: true
  hidden?: true
  disabled?: true
  event_label?: string
}
const links: LinkRow[] = [
  { position: 'menu', name: '首页', url: '/page/home' },
  { position: 'menu', name: '政策服务', url: '/page/policyserver' },
  { position: 'menu', name: '企业诉求', url: '/page/appeal' },
  { position: 'menu', name: '供需市场', url: '/page/sdmarket' },
  { position: 'menu', name: '法律服务', url: '/page/commercialLaw', event_label: '商事法律服务' },
  { position: 'menu', name: '关于我们', url: '/page/aboutus' },
  { position: 'menu', name: '质量服务', url: '/page/quality', hidden: true },
  { position: 'menu', name: '金融服务', url: '/page/financialService', hidden: true },
  { position: 'menu', name: '科技服务', url: '/page/techService', hidden: true },
  { position: 'menu', name: '人才服务', url: 'https://rencai.example.gov.cn/', hidden: true, disabled: true },
  { position: 'menu', name: '会展服务', url: 'https://huizhan.example.gov.cn/', hidden: true, disabled: true },
  { position: 'menu', name: '环境监测', url: 'https://huanjing.example.gov.cn/', hidden: true, disabled: true },
  { position: 'quick', name: '政策超市', url: '/page/policymarket/index' },
  { position: 'quick', name: '政策计算器', url: '/page/policyserver/calculator' },
  { position: 'quick', name: '热门政策', url: '/page/policyserverhotList' },
  { position: 'quick', name: '培训宣传', url: '/page/propaganda' },
  { position: 'quick', name: '科技服务', url: '/page/techService' },
  { position: 'quick', name: '行业资讯', url: '/page/industryinfo' },
  { position: 'gov', name: '中国政府网', url: 'https://www.gov.cn/' },
  { position: 'gov', name: '工业和信息化部', url: 'https://www.miit.gov.cn/' },
  { position: 'gov', name: '国家企业信用公示', url: 'https://www.gsxt.gov.cn/', signed: true },
  { position: 'gov', name: '国家政务服务平台', url: 'https://www.gjzwfw.gov.cn/', signed: true },
]

/** Fictional hosts stand for platforms of the demo county. */
const isInvented = (url: string) => /^https:\/\/[a-z]+\.example\./.test(url)

type DemoUser = Omit<NewUser, 'passwordHash'>
export { DEMO_PASSWORD }
const demoUsers: DemoUser[] = [
  { userName: 'qy1', name: '云溪县星澜精密轴承有限公司（示例）', type: 'QY', roles: ['enterprise'], accountId: 'demo-qy1' },
  { userName: 'qy2', name: '云溪县鹿鸣数控机床有限公司（示例）', type: 'QY', roles: ['enterprise'], accountId: 'demo-qy2' },
  { userName: 'gr1', name: '周小溪（示例）', type: 'GR', roles: ['individual'], accountId: 'demo-gr1' },
  { userName: 'front1', name: '受理员 方芸', type: 'YYF', roles: ['front'], officeCode: 'qfzx' },
  { userName: 'dept1', name: '审核员 江诚', type: 'YYF', roles: ['dept'], officeCode: 'jxj' },
  { userName: 'dept2', name: '审核员 柯岚', type: 'YYF', roles: ['dept'], officeCode: 'kjj' },
  { userName: 'editor1', name: '政策编辑 文清', type: 'YYF', roles: ['editor'], officeCode: 'jxj' },
  { userName: 'leader1', name: '领导 于川', type: 'YYF', roles: ['leader'], officeCode: 'jxj' },
  { userName: 'admin1', name: '系统管理员', type: 'YYF', roles: ['sysadmin'], officeCode: 'qfzx' },
  { userName: 'security1', name: '安全管理员', type: 'YYF', roles: ['secadmin'], officeCode: 'qfzx' },
  { userName: 'audit1', name: '审计管理员', type: 'YYF', roles: ['auditor'], officeCode: 'qfzx' },
]

async function reference(k: Kernel): Promise<void> {
  await k.db.transaction().execute(async (db) => {
    if (await db.selectFrom('role').select('id').executeTakeFirst()) return
    await db
      .insertInto('office')
      .values(offices.map(([code, name], sort) => ({ code, name, sort })))
      .execute()
    const roleId = new Map<string, number>()
    for (const { code, name, group, permissions } of roles) {
      const { id } = await db
        .insertInto('role')
        .values({ code, name, exclusive_group: group ?? null })
        .returning('id')
        .executeTakeFirstOrThrow()
      roleId.set(code, id)
      const codes = permissions.split(' ').filter(Boolean)
      if (codes.length > 0)
        await db
          .insertInto('role_permission')
          .values(codes.map((permission) => ({ role_id: id, permission })))
          .execute()
    }
    await addMenus(db, menus, null, roleId)
    await db
      .insertInto('link')
      .values(links.filter(({ url }) => k.config.DEMO || !isInvented(url)).map((link, sort) => ({ ...link, sort })))
      .execute()
  })
}

async function addMenus(db: Db, rows: readonly MenuRow[], parentId: number | null, roleId: ReadonlyMap<string, number>): Promise<void> {
  for (const [sort, row] of rows.entries()) {
    const { id } = await db
      .insertInto('menu')
      .values({
        parent_id: parentId,
        name: row.name,
        url: row.url ?? '',
        icon: row.icon ?? '',
        description: row.desc ?? '',
        sort: sort + 1,
        hidden: row.hidden ?? false,
        disabled: row.disabled ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const codes = row.roles.split(' ').filter(Boolean)
    if (codes.length > 0)
      await db
        .insertInto('role_menu')
        .values(codes.map((code) => ({ role_id: roleId.get(code)!, menu_id: id })))
        .execute()
    await addMenus(db, row.children ?? [], id, roleId)
  }
}

async function demo(k: Kernel): Promise<void> {
  if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', 'qy1').executeTakeFirst()) return
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(DEMO_PASSWORD)))
  await k.db.transaction().execute((db) =>
    withPastLogins(db, k.clock.now(), async () => {
      const accounts = []
      for (const [i, user] of demoUsers.entries())
        accounts.push({ ...user, id: await createUser(db, systemCall('seed'), { ...user, passwordHash: hashes[i]! }, k.clock.now()) })
      return accounts
    }),
  )
}

export const identitySeeds: Seed[] = [
  { name: 'identity', demoOnly: false, run: reference },
  { name: 'demo accounts', demoOnly: true, run: demo },
]
