import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, type Browser, type Page } from './test.ts'
import { node, root, withOwnNode } from '../scripts/bootstrap.mjs'
import { freePort } from '../scripts/free-port.ts'
import { codeAt } from '../server/identity/second-factor/totp.ts'
import { tickAll } from './policy/tick-all.ts'
import { chooseOption } from './select.ts'
import { compiled } from './seed.mjs'

// The start of a county: an empty production database, three kinds of administrators from the command line, and everything else on screens,
// with the captcha puzzle instead of a fixed captcha, and with the second factor that production requires of administrators.
const FIRST = 'Kaitong#2026'
const OWN = 'Ziji#2027ying'
const INVENTED = /云溪|示例|demo-|example\.gov/
const TITLE = '清源县设备上云补助办法'

let base = ''
let server: ChildProcess
let dataDir: string

const env = () => ({
  NODE_ENV: 'production',
  DEMO: '0',
  DEMO_CAPTCHA: '',
  DATA_DIR: dataDir,
  SECRET_KEY: 'fresh-county-0123456789-abcdefghijklmnopq',
  PUBLIC_URL: base,
  PORT: new URL(base).port,
  ADMIN_PORT: '0',
  SITE_NAME: '清源县企业综合服务平台',
  LOG_LEVEL: 'warn',
  ...compiled,
  FIRST_PASSWORD: FIRST,
})

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qifu-county-'))
  base = `http://127.0.0.1:${await freePort()}`
  for (const [user, name, role] of [
    ['guanli', '系统管理员', 'sysadmin'],
    ['anquan1', '安全管理员甲', 'secadmin'],
    ['anquan2', '安全管理员乙', 'secadmin'],
    ['shenji', '审计管理员', 'auditor'],
  ] as const) {
    const words = ['scripts/user.ts', 'create', '--user', user, '--name', name, '--roles', role, '--password-env', 'FIRST_PASSWORD']
    const [code] = await once(spawn(node, words, { cwd: root, env: withOwnNode(env()), stdio: 'inherit' }), 'exit')
    expect(code).toBe(0)
  }
  server = spawn(node, ['server/main.ts'], { cwd: root, env: withOwnNode(env()), stdio: 'inherit' })
  for (let i = 0; i < 600 && !(await fetch(`${base}/page/home`).catch(() => undefined))?.ok; i++) await sleep(200)
})
test.afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true })
})

const pageOf = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: base })).newPage()
  return page
}
async function typeIn(page: Page, userName: string, password: string): Promise<void> {
  await page.goto('/login?redirect=%2Fwork%2Faccount')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: /自动验证|看不清|无法识别/ }).click()
  await expect(page.getByText(/已通过验证/)).toBeVisible()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
/** A user with a password given by somebody else must change it at once. */
async function newPassword(page: Page, given: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await expect(dialog.getByText('您的密码由系统管理员设定，请先修改密码，再办理业务')).toBeVisible()
  await expect(page.getByText('修改之后用新密码重新登录')).toBeVisible()
  await dialog.getByLabel('旧密码').fill(given)
  await dialog.getByLabel('新密码').fill(OWN)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/login|\/page\/home/)
}
/** The first log-in of an administrator, who binds an app on the way. */
async function administrator(browser: Browser, userName: string): Promise<Page> {
  const page = await pageOf(browser)
  await typeIn(page, userName, FIRST)
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: '动态验证码' }).fill(codeAt(secret, new Date()))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: '我已保存' }).click()
  await page.waitForURL(/\/work\//)
  return page
}
async function colleague(browser: Browser, userName: string, given: string): Promise<Page> {
  const page = await pageOf(browser)
  await typeIn(page, userName, given)
  await newPassword(page, given)
  await typeIn(page, userName, OWN)
  await page.waitForURL(/\/work\//)
  return page
}
const choose = (page: Page, box: string, option: string) => chooseOption(page.getByRole('combobox', { name: box }), option)

test('a fresh county is set up on screens, from an empty production database to its first published policy', async ({ browser }) => {
  const visitor = await pageOf(browser)
  await test.step('the empty site names no office or person that does not exist', async () => {
    for (const path of ['/page/home', '/page/policymarket/index', '/page/aboutus', '/login', '/rss.xml', '/sitemap.xml']) {
      const answer = await visitor.request.get(path)
      expect(answer.ok(), path).toBe(true)
      expect((await answer.text()).match(INVENTED)?.[0], path).toBeUndefined()
    }
    await visitor.goto('/page/home')
    await expect(visitor.getByText('清源县企业综合服务平台').first()).toBeVisible()
  })

  const passwords = new Map<string, string>()
  await test.step('the system administrator adds an office and two colleagues', async () => {
    const admin = await administrator(browser, 'guanli')
    await admin.goto('/work/Office')
    await admin
      .getByRole('button', { name: /^新增部门|^新增$/ })
      .first()
      .click()
    const office = admin.getByRole('dialog', { name: '新增部门' })
    await office.getByLabel('部门名称').fill('清源县数据局')
    await office.getByLabel('部门代码').fill('sjj')
    await office.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(admin.getByRole('row').filter({ hasText: '清源县数据局' })).toBeVisible()
    await admin.goto('/work/user')
    for (const [userName, name] of [
      ['bianji', '李编'],
      ['shenhe', '王审'],
    ] as const) {
      await admin.getByRole('button', { name: '新增用户' }).click()
      const dialog = admin.getByRole('dialog', { name: '新增用户' })
      await dialog.getByLabel('用户名').fill(userName)
      await dialog.getByLabel('姓名').fill(name)
      await dialog.getByRole('combobox', { name: '部门' }).fill('数据局')
      await admin.locator('.ant-select-dropdown:visible').getByText('清源县数据局').click()
      await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
      const shown = admin.getByRole('dialog', { name: '密码只显示这一次' })
      passwords.set(userName, (await shown.locator('code').textContent())!)
      await shown.getByRole('button', { name: '已记下' }).click()
    }
  })

  await test.step('one security officer gives the editor the role; the other must approve the role of the reviewer', async () => {
    const first = await administrator(browser, 'anquan1')
    const give = async (userName: string, name: string, role: string) => {
      await first.goto(`/work/user?name=${userName}`)
      await first.getByRole('button', { name: `授予角色：${name}` }).click()
      const dialog = first.getByRole('dialog', { name: `“${name}”的角色` })
      await dialog.getByRole('checkbox', { name: role, exact: true }).check()
      return dialog
    }
    const editor = await give('bianji', '李编', '政策编辑')
    await editor.getByRole('button', { name: /^保\s?存$/ }).click()
    await expect(first.getByRole('row').filter({ hasText: 'bianji' })).toContainText('政策编辑')
    const reviewer = await give('shenhe', '王审', '领导')
    await reviewer.getByRole('button', { name: '提交另一人复核' }).click()
    const asking = first.getByRole('dialog', { name: '提交权限变更' })
    await asking.getByLabel('原因').fill('负责政策审核')
    await asking.getByRole('button', { name: /^提\s?交$/ }).click()
    await expect(first.getByText('已提交，待另一名安全管理员复核')).toBeVisible()
    const second = await administrator(browser, 'anquan2')
    await second.goto('/work/role?tab=changes')
    await second.getByRole('button', { name: /^复核/ }).click()
    await second
      .getByRole('dialog')
      .getByRole('button', { name: /^复\s?核$/ })
      .click()
    const decide = second.getByRole('dialog', { name: /^复核“/ })
    await decide.getByRole('radio', { name: '同意' }).check()
    await decide.getByRole('button', { name: /^同\s?意$/ }).click()
    await expect(second.getByText('已同意，随即生效')).toBeVisible()
  })

  const row = (page: Page) => page.getByRole('row', { name: new RegExp(TITLE) })
  await test.step('the editor changes the first password, writes the policy and submits it', async () => {
    const editor = await colleague(browser, 'bianji', passwords.get('bianji')!)
    await editor.goto('/work/policyserveradmin?id=new')
    await editor.getByLabel('政策标题').fill(TITLE)
    const units = editor.getByRole('group', { name: '发文单位' })
    await units.getByRole('button', { name: '新增' }).click()
    await units.getByRole('textbox', { name: '第 1 行 单位名称' }).fill('清源县数据局')
    await units.getByRole('button', { name: '保存 第 1 行' }).click()
    await choose(editor, '政策级别', '区县级')
    await choose(editor, '支持方式', '资金补助')
    await editor.keyboard.press('Escape')
    await editor.getByLabel('一句话摘要').fill('设备接入云平台的，按投入的一成补助。')
    await editor.getByRole('textbox', { name: /正文$/ }).click()
    await editor.keyboard.type('第一条 支持设备上云的制造企业，按投入的一成补助，最高 20 万元。')
    await editor.getByRole('button', { name: '添加条件', exact: true }).click()
    await choose(editor, '企业信息', '职工总数')
    await editor.getByRole('textbox', { name: '值', exact: true }).first().fill('20')
    await choose(editor, '依据的条款', '第一条')
    await editor.getByRole('button', { name: '保存', exact: true }).click()
    await expect(editor.getByText('已新增，可在列表中提交审核')).toBeVisible()
    await editor.goto('/work/policyserveradmin')
    await row(editor)
      .getByRole('button', { name: /^提交审核/ })
      .click()
    await editor.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
    await expect(row(editor).getByText('待审核')).toBeVisible()
  })

  await test.step('the reviewer approves it', async () => {
    const reviewer = await colleague(browser, 'shenhe', passwords.get('shenhe')!)
    await reviewer.goto('/work/policycheckmanage')
    await row(reviewer).getByRole('button', { name: /^审核/ }).click()
    await tickAll(reviewer)
    await reviewer.getByRole('button', { name: '审核', exact: true }).click()
    const dialog = reviewer.getByRole('dialog', { name: '审核政策' })
    await dialog.getByRole('radio', { name: '审核通过' }).check()
    await dialog.getByRole('textbox').fill('同意')
    await dialog.getByRole('button', { name: '审核通过' }).click()
    await expect(reviewer.getByText('已通过并上架')).toBeVisible()
  })

  await test.step('everybody can read it', async () => {
    await visitor.goto('/page/home')
    await visitor.getByRole('link', { name: TITLE }).first().click()
    await expect(visitor.getByText('按投入的一成补助，最高 20 万元').first()).toBeVisible()
    await visitor.goto(`/page/policymarket/index?q=${encodeURIComponent('设备上云')}`)
    await expect(visitor.getByText(TITLE).first()).toBeVisible()
  })
})
