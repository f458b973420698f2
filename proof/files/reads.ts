import { pdf } from '../../server/kernel/testing/samples.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp } from '../stage.ts'
import { ask, asUser, type User } from '../user.ts'
import { uploadAs } from './send.ts'
import type { Slipped } from './slipped.ts'

/** U-04: a user who may not read a record cannot read its file by any address. `proof access` tries the files of every domain. */
export async function reads(app: ProofApp, owner: User, others: readonly (User | null)[], { expired }: Slipped): Promise<Finding[]> {
  const { base } = app
  const { filePath } = (await uploadAs(app, owner, { name: '证明.pdf', content: pdf() })).body.data as { filePath: string }
  const other = (await uploadAs(app, owner, { name: '另一份.pdf', content: pdf() })).body.data as { filePath: string }
  const faults: string[] = []
  let tries = 0
  const denied = async (what: string, path: string, options: { token?: string | null; headers?: Record<string, string> }) => {
    tries += 1
    const { status, text, body } = await ask(base, path, options)
    if (text.includes('%PDF') || body.success !== false || ![200, 400, 401].includes(status))
      faults.push(`${what}: ${status} ${text.slice(0, 120)}`)
  }
  const download = `/files/download?filePath=${filePath}`
  for (const user of others) {
    const who = user?.name ?? 'nobody'
    await denied(`${who} reads`, download, { token: user?.token ?? null })
    await denied(`${who} reads inline`, `${download}&inline=true`, { token: user?.token ?? null })
    await denied(`${who} asks for a part`, download, { token: user?.token ?? null, headers: { range: 'bytes=0-3' } })
    await denied(`${who} asks for a link`, `/files/link?filePath=${filePath}`, { token: user?.token ?? null })
  }
  await denied('a cookie instead of the header', download, { headers: { cookie: `token=${owner.token}` } })
  const answer = await ask(base, `/files/link?filePath=${filePath}`, { token: owner.token })
  const { url } = answer.body.data as { url: string }
  const cookie = answer.headers.get('set-cookie')!.split(';', 1)[0]!
  const right = await ask(base, url, { headers: { cookie } })
  if (right.status !== 200 || !right.text.includes('%PDF')) faults.push(`the link itself: ${right.status}`)
  const parts = new URLSearchParams(url.split('?')[1])
  const changed = (name: string, value: string) => {
    const address = new URLSearchParams(parts)
    address.set(name, value)
    return `/files/download?${address}`
  }
  await denied('the link in another browser', url, {})
  await denied('the link with a made-up browser', url, { headers: { cookie: 'fileBrowser=x' } })
  for (const user of others) if (user) await denied(`the link as ${user.name}`, url, { token: user.token, headers: { cookie } })
  await denied('the link with another file', changed('filePath', other.filePath), { headers: { cookie } })
  await denied('the link, longer', changed('e', String(Number(parts.get('e')) + 60)), { headers: { cookie } })
  await denied('the link for another session', changed('n', 'a'.repeat(22)), { headers: { cookie } })
  await denied('the link with another seal', changed('s', '0'.repeat(64)), { headers: { cookie } })
  await denied('a link of five minutes ago', expired.url, { headers: { cookie: expired.cookie } })
  const leaving = await asUser(base, owner.name)
  const last = await ask(base, `/files/link?filePath=${filePath}`, { token: leaving.token })
  const theirs = last.headers.get('set-cookie')!.split(';', 1)[0]!
  await leaving.post('/sys/activeUser/logout', {})
  await denied('a link after its log-out', (last.body.data as { url: string }).url, { headers: { cookie: theirs } })
  // Seen red: a link that asked for no session: the one after its log-out. isValidLink() without `e < now`; readable() without its guard.
  return [
    noFaults(
      { id: 'U-04', engine: app.engine, what: '私有文件：他人、匿名、他人的链接、别的浏览器、过期、改动与退出登录之后的链接都读不到' },
      faults,
      tries,
    ),
  ]
}
