import { setTimeout as sleep } from 'node:timers/promises'
import { pdf } from '../../server/kernel/testing/samples.ts'
import { openBrowser } from '../browser.ts'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import { uploadAs } from './send.ts'
import type { Slipped } from './slipped.ts'
import { storedFiles } from './stored.ts'

const KEY = /^[0-9a-f]{32}$/
const wanderers = [
  '../../../etc/cron.d/x.pdf',
  '..\\..\\windows\\x.pdf',
  '/etc/passwd/x.pdf',
  'C:\\x.pdf',
  '%2e%2e%2fx.pdf',
  '....//x.pdf',
  'a/../../x.pdf',
  '~root/x.pdf',
]
const odd = [
  `${'长'.repeat(300)}.pdf`,
  `${'😀'.repeat(100)}.pdf`,
  'a\tb.pdf',
  'a\x01b\x7f.pdf',
  'a\u200bb\ufeff.pdf',
  'e\u0301.pdf',
  'a;b="c".pdf',
  "a'b%0d%0aSet-Cookie.pdf",
  'CON.pdf',
  '-rf.pdf',
  '=cmd|x.pdf',
  '<img src=x onerror=alert(1)>.pdf',
  '名称 2026.pdf',
]

/** U-03: a file name is only text. The sender decides neither where a file is stored nor how a browser treats it. */
export async function names(stage: ProofStage, app: ProofApp, user: User, { pages }: Slipped): Promise<Finding[]> {
  const { engine } = app
  const faults: string[] = []
  for (const name of [...wanderers, ...odd]) {
    const { status, text, body } = await uploadAs(app, user, { name, content: pdf() })
    const shown = JSON.stringify(name.slice(0, 40))
    if (!body.success) {
      if (status !== 400) faults.push(`${shown}: ${status} ${text.slice(0, 200)}`)
      continue
    }
    const { filePath, fileName } = body.data as { filePath: string; fileName: string }
    if (!KEY.test(filePath)) faults.push(`${shown} lies at ${filePath}`)
    if (
      /[/\\\p{Cc}\p{Cf}]/u.test(fileName)
      || fileName !== fileName.normalize('NFC')
      || Buffer.byteLength(fileName) > 255
      || !fileName.endsWith('.pdf')
    )
      faults.push(`${shown} is called ${JSON.stringify(fileName)}`)
    const { headers } = await fetch(`${app.base}/files/download?filePath=${filePath}`, { headers: { authorization: user.token } })
    const disposition = headers.get('content-disposition') ?? ''
    const told = /^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1]
    if (!told || decodeURIComponent(told) !== fileName) faults.push(`${shown}: ${disposition}`)
    if (
      headers.get('x-content-type-options') !== 'nosniff'
      || !/(^|; ?)sandbox($|;)/.test(headers.get('content-security-policy') ?? '')
      || headers.get('set-cookie')
    )
      faults.push(`${shown}: headers ${JSON.stringify(Object.fromEntries(headers))}`)
  }
  const strays = (await storedFiles(app)).filter((path) => !/^files\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/.test(path))
  const asked = await Promise.all(
    ['../../etc/passwd', '..%2f..%2fetc%2fpasswd', '/etc/passwd', 'files/../db', 'ab/cd', `${'a'.repeat(31)}/`, '__proto__', '%00'].flatMap(
      (filePath) => [
        fetch(`${app.base}/files/download?filePath=${filePath}`, { headers: { authorization: user.token } }),
        fetch(`${app.base}/files/${filePath}`, { headers: { authorization: user.token } }),
        fetch(`${app.base}/assets/${filePath}`),
      ],
    ),
  )
  for (const { url, status } of asked) if (status === 200) faults.push(`${url}: 200`)
  return [
    // Seen red: sendFile() without its policy: 20 of them.
    noFaults(
      { id: 'U-03', engine, what: '越界、超长、控制字符的名字：随机键存放，名字只是文字；附件、nosniff、沙箱' },
      [...faults, ...strays],
      wanderers.length + odd.length + asked.length,
    ),
    ...(await inBrowser(stage, app, pages)),
  ]
}

/**
 * Stored files are opened by address, in a frame, and as a script of a page: none may run. Among them are pages and drawings that no upload
 * would accept.
 */
async function inBrowser(stage: ProofStage, app: ProofApp, pages: Slipped['pages']): Promise<Finding[]> {
  const where = { id: 'U-03', engine: app.engine, what: '在浏览器里打开、嵌入存储的文件：没有脚本运行' }
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere(where, '没有 Chromium')]
  const faults: string[] = []
  let looked = 0
  const context = await browser.newContext({ acceptDownloads: false })
  const ways = stage.scale === 'short' ? (['inline', 'frame'] as const) : (['attachment', 'inline', 'frame', 'script'] as const)
  for (const { name, key } of stage.scale === 'short' ? pages.slice(0, 2) : pages)
    for (const how of ways) {
      const page = await context.newPage()
      let ran = false
      page.on('request', (request) => {
        if (request.url().includes('proof-ran')) ran = true
      })
      page.on('dialog', (dialog) => {
        ran = true
        void dialog.dismiss()
      })
      const address = `${app.base}/files/download?filePath=${key}${how === 'attachment' ? '' : '&inline=true'}`
      if (how === 'attachment' || how === 'inline') await page.goto(address).catch(() => {})
      else {
        // A page of our origin without a policy of its own, because that page must not be what protects here.
        await page.route(`${app.base}/proof-holder`, (route) =>
          route.fulfill({
            contentType: 'text/html',
            body:
              how === 'frame'
                ? `<iframe src="${address}"></iframe><object data="${address}"></object><embed src="${address}">`
                : `<script src="${address}"></script>`,
          }),
        )
        await page.goto(`${app.base}/proof-holder`)
      }
      await sleep(150)
      // A file that the store served as a script would run when a page loads it; uploaded files never have that type.
      if ((ran || (await page.title()) === 'ran') && !(how === 'script' && name === '脚本.js')) faults.push(`${name} ${how}: ran`)
      looked += 1
      await page.close()
    }
  await context.close()
  // Seen red: sendFile() without its policy: the page and the drawing in a frame ran.
  return [noFaults(where, faults, looked)]
}
