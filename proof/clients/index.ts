import { Validator } from '@seriousme/openapi-schema-validator'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { Part, ProofApp, ProofStage } from '../stage.ts'
import { ask } from '../user.ts'
import { python, run } from './run.ts'

/** Other programs read what the platform serves: feeds, calendars, the API description, pages without scripts. */
export const part: Part = {
  name: 'clients',
  run: async (stage) => {
    // How a program reads an answer does not depend on the engine.
    const app = await stage.app({ engine: stage.engines[0]! })
    const findings = [await feed(app), ...(await calendar(stage, app)), ...(await description(app)), ...(await pages(app))]
    await app.stop()
    return findings
  },
}

const FEED = `
import sys, json, feedparser
d = feedparser.parse(sys.stdin.buffer.read())
print(json.dumps({"bozo": int(d.bozo), "why": str(d.get("bozo_exception", "")), "title": d.feed.get("title", ""), "entries": [
  {"title": e.get("title", ""), "link": e.get("link", ""), "author": e.get("author", ""), "day": bool(e.get("published_parsed")), "id": e.get("id", "")} for e in d.entries]}))
`
interface Feed {
  bozo: number
  why: string
  title: string
  entries: { title: string; link: string; author: string; day: boolean; id: string }[]
}

async function feed({ base }: ProofApp): Promise<Finding> {
  const where = { id: 'X-05', what: 'RSS 由 feedparser 读出：每条有标题、地址、作者、日期' }
  const { text } = await ask(base, '/rss.xml')
  const read = (await python('feedparser', FEED, text)) as Feed | null
  if (!read) return notRunHere(where, '没有 python3-feedparser')
  const faults = read.entries.flatMap((e) => (e.title && /^https?:/.test(e.link) && e.author && e.day && e.id ? [] : [JSON.stringify(e)]))
  if (read.bozo) faults.push(read.why)
  if (!read.title) faults.push('没有频道标题')
  return noFaults(where, faults, read.entries.length)
}

const CALENDAR = `
import sys, json, icalendar
c = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([{"summary": str(e.get("summary", "")), "start": str(e.decoded("dtstart")) if e.get("dtstart") else "", "uid": str(e.get("uid", "")), "stamp": bool(e.get("dtstamp"))} for e in c.walk("vevent")]))
`
interface Event {
  summary: string
  start: string
  uid: string
  stamp: boolean
}

async function calendar(stage: ProofStage, { base }: ProofApp): Promise<Finding[]> {
  const where = { id: 'X-05', what: '日历由 icalendar 读出：每个日程有标题、日期、编号' }
  const company = await stage.asUser(base, 'qy2')
  const { data } = (await company.post('/pol/my/calendar/renew', {})).body
  const address = new URL(data.url)
  const path = address.pathname + address.search
  const read = (await python('icalendar', CALENDAR, (await ask(base, path)).text)) as Event[] | null
  const head = await ask(base, path, { method: 'HEAD' })
  await company.post('/pol/my/calendar/revoke', {})
  const statuses = [(await ask(base, path)).status, (await ask(base, path, { method: 'HEAD' })).status]
  const gone = [...statuses.filter((status) => status !== 410), ...(head.status === 200 ? [] : [head.status])].map(String)
  return [
    read
      ? noFaults(
          where,
          read.filter((e) => !(e.summary && e.start && e.uid && e.stamp)).map((e) => JSON.stringify(e)),
          read.length,
        )
      : notRunHere(where, '没有 python3-icalendar'),
    noFaults({ id: 'X-05', what: '停用的日历地址答 410，HEAD 与 GET 相同' }, gone, 3),
  ]
}

const DESCRIPTION = `
import sys, json
from openapi_spec_validator import OpenAPIV31SpecValidator
print(json.dumps([str(e.message)[:200] for e in OpenAPIV31SpecValidator(json.load(sys.stdin)).iter_errors()][:20]))
`
async function description({ admin }: ProofApp): Promise<Finding[]> {
  const { text, body } = await ask(admin, '/openapi.json')
  const calls = Object.keys((body as { paths?: object }).paths ?? {}).length
  const [first, second] = ['openapi-spec-validator', '@seriousme/openapi-schema-validator'].map((tool) => ({
    id: 'X-05',
    what: `/openapi.json 经 ${tool} 校验`,
  })) as [Named, Named]
  const wrong = (await python('openapi_spec_validator', DESCRIPTION, text)) as string[] | null
  const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>)
  return [
    wrong ? noFaults(first, wrong, calls) : notRunHere(first, '没有 openapi-spec-validator'),
    noFaults(second, valid ? [] : [JSON.stringify(errors).slice(0, 400)], calls),
  ]
}
type Named = Pick<Finding, 'id' | 'what'>

const PAGES: readonly { path: string; says: readonly RegExp[] }[] = [
  { path: '/page/home', says: [/企业综合服务平台/] },
  { path: '/page/policysearch', says: [/共 \d+ 条/] },
  { path: '/page/policyserverdetail?id=demo-talent', says: [/企业引才补贴/, /申报截止|截止/] },
  { path: '/page/policyserver/calculator', says: [/没有开启 JavaScript/, /服务电话/] },
  { path: '/login', says: [/没有开启 JavaScript/] },
]

/** The text of pages without scripts, and the validity of their markup. */
async function pages({ base }: ProofApp): Promise<Finding[]> {
  const unread: string[] = []
  const wrong: string[] = []
  const short: string[] = []
  let [lynx, marked] = [0, 0]
  for (const { path, says } of PAGES) {
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
    const { text } = await ask(base, path, { headers })
    const told = (await ask(base, path, { method: 'HEAD', headers })).headers.get('content-length')
    if (told !== null && Number(told) !== Buffer.byteLength(text)) short.push(`${path}：HEAD 说 ${told} 字节`)
    const shown = await run(
      'lynx',
      ['-dump', '-nolist', '-stdin', '-force_html', '-assume_charset=utf-8', '-display_charset=utf-8', '-width=400'],
      text,
    )
    if (shown) {
      lynx++
      unread.push(...says.filter((words) => !words.test(shown.out)).map((words) => `${path}：没有 ${words}`))
    }
    const checked = (await run('vnu', ['--errors-only', '--format', 'gnu', '-'], text)) ?? (await run('tidy', ['-q', '-e', '-utf8'], text))
    if (checked) {
      marked++
      wrong.push(
        ...checked.err
          .split('\n')
          .filter((line) => /error/i.test(line))
          .map((line) => `${path} ${line}`),
      )
    }
  }
  const [text, markup] = [
    { id: 'X-05', what: 'lynx 读公开页面：没有脚本也读得到内容，测算与登录说明原因并给出电话' },
    { id: 'X-05', what: '公开页面的标记经 vnu（没有装的经 tidy）检查没有错误' },
  ]
  return [
    // Seen red: the renderer drops the body of HEAD, 0 bytes of /login.
    noFaults({ id: 'X-05', what: '页面的 HEAD 说的长度就是 GET 的' }, short, PAGES.length),
    lynx ? noFaults(text, unread, lynx) : notRunHere(text, '没有 lynx'),
    marked ? noFaults(markup, wrong, marked) : notRunHere(markup, '没有 vnu 与 tidy'),
  ]
}
