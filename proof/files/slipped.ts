import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from '../../server/app.ts'
import { movableClock } from '../../server/kernel/clock.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { keepMade } from '../../server/kernel/files/files.ts'
import { signLink } from '../../server/kernel/files/access.ts'
import { testConfig, testLog } from '../../server/kernel/testing/config.ts'
import type { Actor } from '../../server/kernel/actor.ts'
import type { Call } from '../../server/kernel/kernel.ts'
import { pdf } from '../../server/kernel/testing/samples.ts'

export interface Slipped {
  /** public files that no upload would accept: their names and keys */
  pages: { name: string; key: string }[]
  /** a private file of qy1, and a link to it that expired a second ago */
  expired: { url: string; cookie: string }
}

const SCRIPT = `document.title='ran';new Image().src='/proof-ran-'+location.search`

/** Writes into the store what no upload could bring about, before the server starts, so that the last line of defence is tested alone. */
export async function letSlip(target: { url?: string; dataDir: string }): Promise<Slipped> {
  const opened = await openDatabase({ ...target, log: testLog })
  const clock = movableClock(new Date(Date.now() - 301_000))
  const app = await createApp(testConfig(target.dataDir), opened, { clock, log: testLog, pages: false })
  try {
    const k = app.kernel
    const { id } = await k.db.selectFrom('sys_user').select('id').where('user_name', '=', 'qy1').executeTakeFirstOrThrow()
    const keep = async (name: string, mime: string, content: string | Buffer) => {
      const path = join(target.dataDir, randomBytes(8).toString('hex'))
      await writeFile(path, content)
      return (await keepMade(k, path, { name, mime, ownerId: id, bizType: 'proof' })).filePath
    }
    const page = `<!doctype html><html><body onload="${SCRIPT}"><script>${SCRIPT}</script>页</body></html>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`
    const pages: Slipped['pages'] = []
    for (const [name, mime, content] of [
      ['网页.html', 'text/html; charset=utf-8', page],
      ['网页.png', 'image/png', page],
      ['网页.pdf', 'application/pdf', page],
      ['矢量.svg', 'image/svg+xml', svg],
      [
        '可扩展.xml',
        'application/xhtml+xml',
        page.replace('<html>', '<html xmlns="http://www.w3.org/1999/xhtml">').replace('<!doctype html>', ''),
      ],
      ['脚本.js', 'text/javascript', SCRIPT],
    ] as const)
      pages.push({ name, key: await keep(name, mime, content) })
    await k.db
      .updateTable('file')
      .set({ visibility: 'public', object_type: 'proof', object_id: '1' })
      .where(
        'key',
        'in',
        pages.map(({ key }) => key),
      )
      .execute()
    const own = await keep('证明.pdf', 'application/pdf', pdf())
    let cookie = ''
    const call = { cookies: {}, setCookie: (name: string, value: string) => (cookie = `${name}=${value}`) } as unknown as Call
    const { url } = await signLink(k, { userId: id, type: 'QY' } as Actor, call, own)
    return { pages, expired: { url, cookie } }
  } finally {
    await app.close()
    await opened.close()
  }
}
