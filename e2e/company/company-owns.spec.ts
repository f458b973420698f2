import { expect, site, test, type Page } from '../test.ts'
import { demoLogin } from '../../scripts/demo-login.ts'
import { CAPTCHA, enter, PASSWORD, person } from '../session.ts'

const COMPANY = '云溪县星澜精密轴承有限公司（示例）'
const CODE = '91339999MAEF12007U'

const consent = (page: Page, authStatus: '01' | '02') =>
  page.evaluate(async (status) => {
    const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
    await fetch(`/ent/company/info/setEntExpansionInfoAuth?authStatus=${status}`, { headers: { authorization: decodeURIComponent(token) } })
  }, authStatus)

async function share(page: Page): Promise<string> {
  await page.goto('/page/policyserver/simulation?archive=1')
  await page.getByRole('button', { name: '分享' }).click()
  await page.getByRole('checkbox', { name: /同时分享企业档案/ }).check()
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = new URL(await page.getByLabel(/^链接/).inputValue())
  return link.pathname + link.search
}

test('a company shares a simulation with its archive, ends the link, and ends all links by withdrawing its consent', async ({
  browser,
}) => {
  const owner = await person(browser, 'qy1')
  await owner.goto('/work/enterpriseArchive')
  await consent(owner, '02')
  const first = await share(owner)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(first)
  await expect(stranger.getByRole('region', { name: '模拟结果' })).toContainText('可享')

  await owner.goto('/work/enterpriseArchive')
  await owner.getByText(/^模拟分享链接（\d+）$/).click()
  const row = owner.getByRole('row', { name: new RegExp(COMPANY.slice(0, 6)) })
  await expect(row).toContainText('含企业档案数据')
  await row.getByRole('button', { name: '终止' }).click()
  await owner.getByRole('button', { name: '终止链接' }).click()
  await expect(owner.getByText('链接已终止')).toBeVisible()
  await expect(owner.getByText('没有以贵企业名义生成、仍然有效的模拟分享链接。')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('alert').filter({ hasText: '链接不存在或已过期' })).toBeVisible()

  const second = await share(owner)
  await owner.goto('/work/enterpriseArchive')
  await owner.getByRole('button', { name: '撤回授权' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: '撤回授权' }).click()
  await expect(owner.getByText('已撤回授权')).toBeVisible()
  await stranger.goto(second)
  await expect(stranger.getByRole('alert').filter({ hasText: '链接不存在或已过期' })).toBeVisible()
  await stranger.context().close()
})

test('a person acting for a company cannot decide for it; the company is notified and ends the binding', async ({ browser, request }) => {
  const as = async (userName: string) => {
    const { token } = await demoLogin(site.url, userName, { password: PASSWORD, captcha: CAPTCHA })
    return { authorization: token }
  }
  const me = await as('gr1')
  const bound = await (await request.get('/personal/company/list?state=1', { headers: me })).json()
  if (!bound.data.list.some((one: { code: string }) => one.code === CODE)) {
    const file = { name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
    const proof = await (await request.post('/files/upload', { headers: me, multipart: { file } })).json()
    const data = { code: CODE, position: '财务负责人', proofFiles: [proof.data] }
    const asked = await (await request.post('/personal/company/save', { headers: me, data })).json()
    await request.post('/personal/company/examine', {
      headers: await as('front1'),
      data: { id: asked.data.id, version: 1, examineState: 1 },
    })
  }
  const owner = await person(browser, 'qy1')
  await owner.goto('/work/enterpriseArchive')
  await consent(owner, '02')

  const page = await (await browser.newContext()).newPage()
  await enter(page, 'gr1')
  await page.goto('/work/personalCompany')
  await page.getByRole('button', { name: `切换到该企业：${COMPANY}` }).click()
  await page.waitForURL('**/work/enterprise')
  await page.goto('/work/enterpriseArchive')
  await expect(page.getByText('授权与撤回由企业自己的账号办理。')).toBeVisible()
  await expect(page.getByRole('button', { name: '撤回授权' })).toHaveCount(0)
  await page.getByRole('button', { name: '查看授权书' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '同意授权' })).toHaveCount(0)
  const link = await share(page)

  await owner.goto('/work/notice')
  await expect(owner.getByText(/已绑定贵企业，可以贵企业的身份办事/).first()).toBeVisible()
  await owner.goto('/work/personalCompany')
  await owner
    .getByRole('button', { name: /解除绑定/ })
    .first()
    .click()
  await expect(owner.getByText(/其以该企业名义所做的模拟、测算和分享链接随即失效/)).toBeVisible()
  await owner.getByRole('button', { name: '解除绑定', exact: true }).last().click()
  await expect(owner.getByText('已解除绑定')).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('alert').filter({ hasText: '链接不存在或已过期' })).toBeVisible()
  // The person's open page leaves the company by itself; a page opened afterwards shows nothing of the company.
  const after = await page.context().newPage()
  await after.goto('/work/enterpriseArchive')
  await expect(after.getByRole('heading', { name: COMPANY })).toHaveCount(0)
})
