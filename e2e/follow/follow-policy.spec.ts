import { expect, test, type Page } from '../test.ts'
import { enter, person } from '../session.ts'

/** Makes a call with the session of the page, like the client of the product. */
const call = async (page: Page, method: 'GET' | 'POST', path: string, body?: object) => {
  const token = (await page.context().cookies()).find((c) => c.name === 'token')!.value
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: decodeURIComponent(token) },
    ...(body ? { data: body } : {}),
  })
  return (await answer.json()) as { success: boolean; data: any }
}

/** The editor revises a policy with an easier rule that pays more, and submits it to the reviewer. Returns both ids and the version. */
async function easeRule(editor: Page, code: string): Promise<{ id: number; revision: number; version: number }> {
  const { id } = (await call(editor, 'GET', `/policy/doc/policyDetail?code=${code}`)).data
  const p = (await call(editor, 'GET', `/pol/info/findById?id=${id}`)).data
  const { closable: _, ...rule } = p.rule
  const saved = await call(editor, 'POST', '/pol/revision/save', {
    id,
    version: p.version,
    policyTitle: p.policyTitle,
    policyNo: p.policyNo,
    policyDepName: p.policyDepName,
    level: p.level,
    supportModes: p.supportModeCodes,
    industries: p.industries,
    summary: p.summary,
    content: p.content.replace('20%', '30%'),
    applyFrom: p.applyFrom,
    applyTo: p.applyTo,
    period: p.period,
    materials: p.materials,
    process: p.process,
    origin: p.origin,
    sources: p.sources,
    sourceNote: p.sourceNote,
    versionNote: '放宽对象，提高标准',
    rule: {
      ...rule,
      conditions: { all: rule.conditions.all.slice(0, 1) },
      benefits: [{ kind: 'fixed', name: '贴息', amount: 50, unit: '万元', formula: '定额 50 万元' }],
    },
  })
  expect(saved.success).toBe(true)
  const { id: revision, version } = saved.data as { id: number; version: number }
  expect((await call(editor, 'POST', '/pol/proposal/move', { id: revision, version, action: 'submit' })).success).toBe(true)
  return { id, revision, version: version + 1 }
}

test('a company follows a policy, is notified of a change, and reads what the change means for it', async ({ page, browser }) => {
  await page.goto('/page/policyserverdetail?id=demo-micro-interest')
  await page.getByRole('button', { name: /^☆ 收藏/ }).click()
  await expect(page.getByRole('dialog')).toContainText('请先登录')

  // qy2 has consented; the consent of qy1 is the subject of another journey.
  await enter(page, 'qy2')
  await page.goto('/page/policyserverdetail?id=demo-micro-interest')
  await page.getByRole('button', { name: /^☆ 收藏/ }).click()
  // The star changes at once; the message comes with the server's answer.
  await expect(page.getByText('已收藏，有变化时会告诉您')).toBeVisible()
  await expect(page.getByRole('button', { name: /^★ 已收藏/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^★ 已收藏/ })).toBeVisible()

  await page.goto('/page/policysub')
  await page.getByRole('button', { name: '添加订阅条件' }).click()
  await page.getByLabel('名称').fill('贴息')
  await page.getByLabel('关键词').fill('贷款贴息')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^订阅的政策（\d+）/ })).toBeVisible()
  await expect(page.getByRole('link', { name: '小微企业贷款贴息（示例）' })).toBeVisible()

  const editor = await person(browser, 'editor1')
  const { id, revision, version } = await easeRule(editor, 'demo-micro-interest')
  await editor.close()
  const leader = await person(browser, 'leader1')
  const { data: pair } = await call(leader, 'GET', `/pol/info/reviewPair?id=${id}`)
  const checked = {
    hash: pair.hash,
    sections: pair.sections.filter((s: { changes: number }) => s.changes > 0).map((s: { key: string }) => s.key),
  }
  expect(
    (await call(leader, 'POST', '/pol/proposal/move', { id: revision, version, action: 'approve', opinion: '同意', checked })).success,
  ).toBe(true)
  await leader.close()

  const title = '您收藏的“小微企业贷款贴息（示例）”有修改'
  await expect(async () => {
    await page.goto('/work/notice?kind=policy')
    await expect(page.getByRole('link', { name: title })).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^消息，\d+ 条未读$/ })).toBeVisible()
  await expect(page.getByText('对本企业：由不符合变为符合，金额由无变为 50 万元。')).toBeVisible()

  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`/page/policyserver/compare\\?id=${id}&from=1&to=2`))
  await expect(page.getByText('由不符合变为符合，金额由无变为 50 万元。')).toBeVisible()
  await expect(page.locator('del', { hasText: '20%' }).first()).toBeVisible()
  await expect(page.locator('ins', { hasText: '30%' }).first()).toBeVisible()
})

test('a click before the page is interactive takes effect afterwards', async ({ page }) => {
  await enter(page, 'gr1')
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/page/policyserverdetail?id=demo-export-credit', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^☆ 收藏/ }).click()
  open()
  await expect(page.getByRole('button', { name: /^★ 已收藏/ })).toBeVisible()
})

test('a saved search is filtered by policy labels, of which one must match', async ({ page }) => {
  const name = '标签试验'
  await enter(page, 'gr1')
  await page.goto('/page/policysub')
  await page.getByRole('button', { name: '添加订阅条件' }).click()
  await page.getByLabel('名称').fill(name)
  const label = (text: string) => page.getByRole('button', { name: text, exact: true }).last()
  await label('绿色发展').click()
  await label('稳岗就业').click()
  await page.getByRole('button', { name: '添加', exact: true }).click()
  const kept = page.getByRole('listitem').filter({ hasText: name })
  await expect(kept.getByText(/绿色发展/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: '失业保险稳岗返还' })).toBeVisible()
  await expect(page.getByRole('link', { name: /绿色工厂奖励/ })).toBeVisible()
  await expect(page.getByRole('link', { name: '高新技术企业认定' })).toHaveCount(0)
})

test('a press on a button counts although the labels above arrive before it is released', async ({ page }) => {
  await enter(page, 'gr1')
  let arrive = () => {}
  const gate = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/policy/label/list**', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/page/policysub')
  // The page may wait for the labels, or show the button before: in both cases the first press must count.
  const add = page.getByRole('button', { name: '添加订阅条件' })
  await add.waitFor({ timeout: 3000 }).catch(arrive)
  await add.hover()
  await page.mouse.down()
  arrive()
  await expect(page.getByRole('group', { name: '政策标签' }).getByRole('button', { name: '绿色发展', exact: true })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByLabel('名称')).toBeVisible()
})
