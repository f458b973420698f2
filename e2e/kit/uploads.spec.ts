import { expect, test, type Page } from '../test.ts'
import { graveFaults } from '../axe.ts'
import { enter } from '../session.ts'

// Tests uploads, the editor and the dialogs of the kit on /demo, with a user's actions.
const open = async (page: Page, part: 'files' | 'form' | 'editor' | 'marks' | 'dialogs' | 'preview') => {
  await page.goto(`/demo?part=${part}`)
  await expect(page.locator(`#${part}`).locator('button, input').first()).toBeAttached()
}
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
/** A real video of half a second, recorded by this browser. */
const recorded = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = document.body.appendChild(document.createElement('canvas'))
    const pen = canvas.getContext('2d')!
    const kind = ['video/mp4;codecs=avc1.42E01E', 'video/mp4;codecs=vp9', 'video/mp4'].find((type) => MediaRecorder.isTypeSupported(type))
    if (!kind) throw new Error('this browser records no mp4')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: kind })
    const parts: Blob[] = []
    recorder.ondataavailable = (e) => parts.push(e.data)
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let i = 0; i < 15; i++) {
      pen.fillStyle = `hsl(${i * 24} 60% 50%)`
      pen.fillRect(0, 0, canvas.width, canvas.height)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    recorder.stop()
    await ended
    canvas.remove()
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

test('a second picture replaces the single one; several files and Word files are checked (V023, V024, V029, M049, M050, M119)', async ({
  page,
}) => {
  await enter(page, 'editor1')
  await open(page, 'files')
  const single = page.locator('#files').getByRole('region', { name: '单张图片' })
  const big = Buffer.alloc(10 * 1024 * 1024)
  await single.getByLabel('上传封面').setInputFiles({ name: '大图.png', mimeType: 'image/png', buffer: big })
  // The message appears briefly, and at the field until another file is chosen.
  await expect(page.getByText('图片大于10M!', { exact: true })).toBeVisible()
  await expect(single.getByText('大图.png：图片大于10M!')).toBeVisible()
  await expect(single.getByLabel('上传封面')).toHaveAccessibleDescription('大图.png：图片大于10M!')
  await expect(single.getByRole('alert')).toHaveCount(0)
  await single.getByLabel('上传封面').setInputFiles(picture('一.png'))
  await expect(single.getByRole('img', { name: '一.png' })).toBeVisible()
  await expect(single.getByText('图片大于10M!')).toHaveCount(0)
  await single.getByLabel('上传封面').setInputFiles(picture('二.png'))
  await expect(single.getByRole('img', { name: '二.png' })).toBeVisible()
  await expect(single.getByRole('listitem')).toHaveCount(1)
  await page.locator('#files').getByLabel('上传多个文件').setInputFiles({ name: '图纸.pdf', mimeType: 'application/pdf', buffer: big })
  await expect(page.getByText('文件大于10M!', { exact: true })).toBeVisible()
  await page
    .locator('#files')
    .getByLabel('上传 Word 文件')
    .setInputFiles({ name: 'a.doc', mimeType: 'application/msword', buffer: Buffer.from('x') })
  await expect(page.getByText('请上传.docx类型的文件').last()).toBeVisible()
})

test('slides are sorted with the keyboard, and saving waits until all are uploaded (V026, M052)', async ({ page }) => {
  await enter(page, 'editor1')
  await open(page, 'files')
  const part = page.locator('#files').getByRole('region', { name: '轮播图' })
  const input = part.getByLabel('上传轮播图')
  await input.setInputFiles([picture('甲.png'), picture('乙.png')])
  await expect(part.getByText('上传成功')).toHaveCount(2)
  await part.getByRole('button', { name: '下移 甲.png' }).focus()
  await page.keyboard.press('Enter')
  await expect(part.getByRole('button', { name: '上移 甲.png' })).toBeFocused()
  await part.getByRole('button', { name: '保存轮播图' }).click()
  await expect(page.getByText('已保存：乙.png、甲.png')).toBeVisible()
  await page.route('**/files/upload', (route) => route.abort())
  await input.setInputFiles(picture('丙.png'))
  await expect(part.getByRole('button', { name: '重试 丙.png' })).toBeVisible()
  await part.getByRole('button', { name: '保存轮播图' }).click()
  await expect(page.getByText('请等待所有图片上传成功。如果出现网络问题，请刷新页面并重新上传！')).toBeVisible()
  await page.unroute('**/files/upload')
  await part.getByRole('button', { name: '重试 丙.png' }).click()
  await expect(part.getByText('上传成功')).toHaveCount(3)
  await part.getByRole('button', { name: '保存轮播图' }).click()
  await expect(page.getByText('已保存：乙.png、甲.png、丙.png')).toBeVisible()
})

test('a video is inserted into a text and plays; a file that is not a video is refused with the reason (M090)', async ({ page }) => {
  await enter(page, 'editor1')
  await open(page, 'form')
  const form = page.locator('#form')
  const input = form.getByLabel('插入视频').last()
  const alert = page.getByRole('dialog', { name: '提示' })
  const close = async () => {
    await alert.getByRole('button', { name: '确定' }).click()
    await expect(alert).toBeHidden()
  }
  await expect(form.getByRole('toolbar', { name: '格式' }).getByRole('button', { name: '插入视频' })).toBeVisible()
  await input.setInputFiles({ name: '演示.mov', mimeType: 'video/quicktime', buffer: Buffer.from('x') })
  await expect(alert).toContainText('请上传.mp4类型的文件')
  await close()
  await input.setInputFiles({ name: '演示.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') })
  await expect(alert).toContainText('视频上传失败')
  await expect(alert).toContainText('请上传.mp4类型的文件')
  await close()
  await page.route('**/files/upload', (route) => route.abort())
  await input.setInputFiles({ name: '演示.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') })
  await expect(alert).toContainText('视频上传失败')
  await close()
  await page.unroute('**/files/upload')
  await input.setInputFiles({ name: '车间演示.mp4', mimeType: 'video/mp4', buffer: await recorded(page) })
  const video = form.locator('video[aria-label="车间演示.mp4"]')
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.readyState)).toBeGreaterThanOrEqual(1)
  expect(await video.evaluate((v: HTMLVideoElement) => [v.controls, v.videoWidth > 0])).toEqual([true, true])
})

test('a failed upload says so; an editor whose script fails to load shows the reason and can be loaded again (M089, M091)', async ({
  page,
}) => {
  await enter(page, 'editor1')
  await page.route('**/rich-text-editor-*.js', (route) => route.abort())
  await open(page, 'form')
  const form = page.locator('#form')
  const why = form.getByRole('alert').filter({ hasText: /import|fetch/i })
  await expect(page.getByRole('alert').filter({ hasText: '错误：' })).toContainText(/import|fetch/i)
  await expect(why.first()).toBeVisible()
  await page.unroute('**/rich-text-editor-*.js')
  await why.first().getByRole('button', { name: '重试' }).click()
  await expect(form.getByRole('toolbar', { name: '格式' }).first()).toBeVisible()

  await page.route('**/files/upload', (route) => route.fulfill({ json: { success: true, data: {} } }))
  await open(page, 'files')
  await page
    .locator('#files')
    .getByLabel('上传多个文件')
    .setInputFiles({ name: '图纸.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await expect(page.locator('#files').getByText(/上传失败$/)).toBeVisible()
})

test('a long text is edited in a taller editor, with 8 to 36 pt and line heights of 1 to 5 (K057, K058, K059, K060, K061, K062)', async ({
  page,
}) => {
  await open(page, 'editor')
  const part = page.locator('#editor')
  const text = part.getByRole('textbox', { name: '长文' })
  await expect(text).toBeVisible()
  expect(await text.evaluate((el) => el.parentElement!.getBoundingClientRect().height)).toBe(550)
  await text.click()
  await page.keyboard.press('Control+A')
  for (const [label, first, last] of [
    ['字号', '8pt', '36pt'],
    ['行高', '1', '5'],
  ] as const) {
    const select = part.getByRole('combobox', { name: label })
    await select.click()
    await expect(page.getByTitle(first, { exact: true })).toBeVisible()
    await select.press('ArrowUp')
    await select.press('Enter')
    await expect(part.locator('.ant-select-content', { hasText: last })).toBeVisible()
  }
  await expect(part.getByLabel('将保存的内容')).toContainText('font-size: 36pt; line-height: 5')
  expect(await graveFaults(page, '#editor')).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a value from a trusted source shows the source and the date', async ({ page }) => {
  await open(page, 'marks')
  await expect(page.getByTitle('市场监管局，数据日期 2026-11-01')).toHaveText('市场监管局2026-11-01')
})

test('users who must log in are told so, each with the right text (V040, V041, V042, M059, M060, M085, M086, M087, M088)', async ({
  page,
}) => {
  await open(page, 'dialogs')
  const part = page.locator('#dialogs')
  await part.getByRole('button', { name: '企业才能办的事' }).click()
  const dialog = page.getByRole('dialog', { name: '提示' })
  await expect(dialog).toContainText('请先使用企业账号登录')
  await dialog.getByRole('button', { name: '暂不' }).click()
  await expect(dialog).toBeHidden()
  await part.getByRole('button', { name: '登录后才能办的事' }).click()
  await expect(dialog).toContainText('请先登录')
  await expect(dialog.getByRole('button', { name: '去登录' })).toBeVisible()
  await page.keyboard.press('Escape')
  await part.getByRole('button', { name: '登录后才能咨询' }).click()
  await expect(dialog).toContainText('请先登录')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await part.getByRole('button', { name: '企业才能办的事' }).click()
  await dialog.getByRole('button', { name: '去登录' }).click()
  await expect(page).not.toHaveURL(/\/demo\?part=dialogs$/)
})

test('a password change requires the old one and follows the rule (V001, V002, V003, M032, M033, M034, M106)', async ({ page }) => {
  await open(page, 'dialogs')
  await page.locator('#dialogs').getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入旧密码')).toBeVisible()
  await expect(dialog.getByText('请输入新密码')).toBeVisible()
  await expect(dialog.getByLabel('旧密码')).toBeFocused()
  await dialog.getByLabel('旧密码').fill('Qifu@2026')
  await dialog.getByLabel('新密码').fill('12345678!')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('不符合密码复杂度，密码至少8位且包含数字，字母和特殊符号')).toBeVisible()
})

test('feedback is refused at its fields and keeps the input; the front desk answers it (V005–V011, M036, M037, M038)', async ({
  page,
  browser,
}) => {
  const title = `表格打不开 ${Date.now() % 100000}`
  await page.goto('/page/home')
  const button = page.getByRole('contentinfo').getByRole('button', { name: '意见反馈' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: '意见反馈' })
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByText('请输入标题')).toBeVisible()
  await expect(dialog.getByText('请输入留言')).toHaveCount(3)
  await expect(dialog.getByText('请输入正确的手机号')).toBeVisible()
  await expect(dialog.getByLabel('标题')).toBeFocused()
  expect(await graveFaults(page, 'dialog')).toEqual([])
  await dialog.getByLabel('标题').fill(title)
  await dialog.getByLabel('留言', { exact: true }).fill('下载的申报表打不开。')
  await page.keyboard.press('Escape')
  await button.click()
  await expect(dialog.getByLabel('标题')).toHaveValue(title)
  await dialog.getByLabel('所在单位').fill('个人')
  await dialog.getByLabel('称呼').fill('周小溪')
  await dialog.getByLabel('手机号').fill('15412345678')
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('提交成功，感谢您的留言')).toBeVisible()
  await expect(dialog).toBeHidden()

  const desk = await (await browser.newContext()).newPage()
  await enter(desk, 'front1')
  await desk.goto('/work/feedback?state=0')
  await desk
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('button', { name: /^查看/ })
    .click()
  const message = desk.getByRole('dialog', { name: title })
  await expect(message).toContainText('154****5678')
  await message.getByRole('button', { name: '提交答复' }).click()
  await expect(message.getByRole('alert')).toHaveText('请输入答复或处理情况')
  await message.getByLabel('答复或处理情况').fill('已电话答复，换了新的表格。')
  await message.getByRole('button', { name: '提交答复' }).click()
  await expect(desk.getByText('已记录')).toBeVisible()
  await expect(desk.getByRole('row', { name: new RegExp(title) })).toHaveCount(0)
  await desk.context().close()
})

test('several slides are added to the carousel at once, each with its own text', async ({ page }) => {
  await enter(page, 'editor1')
  await page.goto('/work/policycarousel')
  await page.getByRole('button', { name: '批量新增' }).click()
  const dialog = page.getByRole('dialog', { name: '批量新增轮播图' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: '请上传图片' })).toBeVisible()
  await dialog.getByText('政策服务').click()
  await dialog.getByLabel('上传轮播图').setInputFiles([picture('秋季申报.png'), picture('惠企活动.png')])
  await expect(dialog.getByLabel('惠企活动.png 标题')).toHaveValue('惠企活动')
  await dialog.getByLabel('秋季申报.png 图片说明').fill('秋季申报开始')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请输入图片说明')).toBeVisible()
  await dialog.getByLabel('惠企活动.png 图片说明').fill('惠企活动进园区')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已新增 2 张，发布后展示')).toBeVisible()
  await page.goto('/work/policycarousel?position=policy')
  await expect(page.getByRole('cell', { name: '秋季申报', exact: true }).first()).toBeVisible()
})

test('these parts have no serious accessibility fault and no sideways scroll at 1440 and 375 px and in elder mode', async ({ page }) => {
  for (const part of ['files', 'dialogs', 'preview'] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, part)
    expect(await graveFaults(page, `#${part}`)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await graveFaults(page, `#${part}`)).toEqual([])
    await page.evaluate(() => {
      document.documentElement.dataset.elder = '1'
    })
    expect(await graveFaults(page, `#${part}`)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('pasted text keeps its words and loses pictures of other sites, and a message says so', async ({ page }) => {
  await open(page, 'editor')
  const text = page.locator('#editor').getByRole('textbox', { name: '长文' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await text.evaluate((el) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<p>第一条<img src="https://elsewhere.example/a.png"> 支持范围</p>')
    el.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(text).toContainText('第一条 支持范围')
  await expect(text.locator('img')).toHaveCount(0)
  await expect(page.getByText('没有粘贴其他网站的图片和视频，请保存到本机后用工具栏上传')).toBeVisible()
  expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([])
})
