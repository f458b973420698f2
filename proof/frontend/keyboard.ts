import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { openIdle } from '../../scripts/open-idle.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { messages } from '../../contract/messages.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { CAPTCHA } from '../user.ts'
import { newContext } from './walk.ts'

/** The company has given no consent, so nothing comes from the archive and all values are typed. */
const COMPANY = {
  企业名称: '云溪县星澜精密轴承有限公司（示例）',
  统一社会信用代码: '91339999MAEF12007U',
  法定代表人: '林知远',
  联系人: '韩启',
  联系电话: '15420000000',
  职工总数: '260',
}
const MOST_STEPS = 150
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

interface Focused {
  tag: string
  name: string
  type: string
  /** an outline around the focused element, or around the control that represents a hidden field */
  visible: boolean
}

/** Returns the focused element with a name close to that of a screen reader. */
function focused(): Focused {
  const at = document.activeElement ?? document.body
  const words = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const labels = [...((at as HTMLInputElement).labels ?? [])].map(words).join(' ')
  const described = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => words(id ? document.getElementById(id) : null))
  const name = at.getAttribute('aria-label') || described.join(' ').trim() || labels || words(at) || at.getAttribute('placeholder') || ''
  const drawn = (element: Element | null) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  }
  return {
    tag: at.tagName,
    name: name.slice(0, 120),
    type: at.getAttribute('type') ?? '',
    visible: drawn(at) || drawn(at.parentElement) || drawn(at.closest('label, .ant-upload, .ant-checkbox-wrapper')),
  }
}

/**
 * A user without a mouse: presses Tab until the wanted element has the focus, then other keys. Throws when the element cannot be reached.
 */
function hands(page: Page, faults: string[]) {
  const reach = async (name: RegExp, tag = /./): Promise<void> => {
    for (let step = 0; step < MOST_STEPS; step++) {
      let at = await page.evaluate(focused)
      if (step > 0 && at.tag !== 'BODY' && !at.visible) {
        await page.waitForTimeout(200)
        at = await page.evaluate(focused)
      }
      if (step > 0 && at.tag !== 'BODY' && !at.visible)
        faults.push(`no focus is visible on ${at.tag} “${at.name.slice(0, 30)}” at ${page.url()}`)
      if (name.test(at.name) && tag.test(at.tag)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached with Tab at ${page.url()}`)
  }
  return {
    reach,
    type: async (name: RegExp, text: string) => {
      await reach(name, /INPUT|TEXTAREA/)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    press: async (name: RegExp, tag = /BUTTON|A/) => {
      await reach(name, tag)
      await page.keyboard.press('Enter')
    },
    toggle: async (name: RegExp) => {
      await reach(name, /INPUT/)
      await page.keyboard.press('Space')
    },
  }
}

/** sign in, ask, declare and upload without a mouse; the focus must be visible at every step. */
export async function keyboardJourney(stage: ProofStage, browser: Browser, base: string): Promise<Finding[]> {
  const context = await newContext(browser)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  const { reach, type, press, toggle } = hands(page, faults)
  let done = 0
  const step = async (name: string, work: () => Promise<unknown>) => {
    if (faults.some((fault) => fault.startsWith('stopped'))) return
    await work().then(
      () => (done += 1),
      (error: unknown) => faults.push(`stopped at ${name}: ${String(error).split('\n')[0]}`),
    )
  }
  await step('log-in', async () => {
    await page.goto(`${base}/login`)
    await type(/用户名/, 'qy1')
    await type(/^密码/, DEMO_PASSWORD)
    await type(/验证码/, CAPTCHA)
    await press(/^登录$/)
    await page.waitForURL(/\/(work|page)\//)
  })
  await step('consult', async () => {
    await openIdle(page, `${base}/page/policyserverdetail?id=demo-talent`)
    await press(/^政策咨询/)
    const dialog = page.getByRole('dialog', { name: '政策咨询' })
    await dialog.waitFor()
    await press(/^确定$/)
    await dialog.getByText(messages.consultContentRequired).first().waitFor()
    await type(/咨询内容/, '只用键盘能办完吗？')
    await press(/^确定$/)
    await page.getByText('提交成功，感谢咨询').waitFor()
  })
  await step('declare', async () => {
    await openIdle(page, `${base}/page/policyserverdetail?id=demo-talent`)
    await press(/^立即申报/)
    const goOn = page.getByRole('button', { name: '前往申报' })
    const heading = page.getByRole('heading', { name: '2026年度企业引才补贴' })
    await goOn.or(heading).first().waitFor()
    if (await goOn.isVisible()) await press(/前往申报/)
    await heading.waitFor()
    for (const [name, text] of Object.entries(COMPANY)) await type(new RegExp(`^${name}`), text)
    await press(/^下一步/)
    await type(/新引进博士/, '1')
    await type(/新引进硕士/, '2')
    await type(/新引进本科/, '5')
    await type(/劳动合同最短期限/, '5')
    await press(/^下一步/)
    await type(/^户名/, '云溪县星澜精密轴承有限公司（示例）')
    await type(/开户银行/, '云溪农商银行（示例）')
    await type(/收款账号/, '9999 0000 0001 0001')
    await press(/^下一步/)
  })
  await step('upload', async () => {
    for (const name of ['劳动合同', '学历学位证明']) {
      const file = join(stage.dir, `${name}.pdf`)
      await writeFile(file, PDF)
      const group = page.getByRole('group', { name: new RegExp(name) })
      await group.waitFor()
      await reach(new RegExp(name), /BUTTON|INPUT/)
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.press('Space')
      await (await chooser).setFiles(file)
      await page
        .getByRole('group', { name: new RegExp(name) })
        .getByText(`${name}.pdf`)
        .waitFor()
    }
    await press(/^下一步/)
  })
  await step('submit', async () => {
    await toggle(/本企业承诺/)
    await press(/^提交$/)
    await page.getByRole('heading', { name: /申报已提交/ }).waitFor()
  })
  await context.close()
  // Seen red: antd removed the outline of focused links; unanswered fields stopped the submission.
  return [noFaults({ id: 'X-01', what: `只用键盘：登录、咨询、申报、上传、提交，焦点处处可见（走完 ${done} 步，共 5 步）` }, faults, done)]
}
