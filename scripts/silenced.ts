// Every place outside tests where the compiler is silenced, with its reason. The check fails for a place that is not listed, and for a
// listed place that no longer exists.
import { globSync, readFileSync } from 'node:fs'

type Silenced = [file: string, times: number, why: string]

const list: readonly Silenced[] = [
  ['bench/computed.ts', 1, 'the conditions of the bench become those of the engine without their validator'],
  ['bench/trace.ts', 1, 'JSON of the seed: the compiler widens its texts'],
  ['contract/rule/typed.ts', 3, 'a rule of the wire becomes one of the engine after its validator'],
  ['proof/files/slipped.ts', 1, 'an attack calls a use case with the part of a call that it reads'],
  ['proof/input/xss.ts', 1, 'the page under attack writes to its own window'],
  ['scripts/demo-login.ts', 1, 'the library of the puzzle types the answer of its own server'],
  ['seed/company.ts', 1, 'JSON of the seed: the compiler widens its texts'],
  ['seed/county.ts', 1, 'JSON of the seed: the compiler widens its texts'],
  ['server/appeal/queries.ts', 1, 'the rows without their left joins, for counts and the order of a page; a name read there fails at once'],
  [
    'server/callcentre/queries.ts',
    1,
    'the rows without their left joins, for counts and the order of a page; a name read there fails at once',
  ],
  ['server/company/register.ts', 1, 'the column is chosen by a key of an allow-list'],
  ['server/declaration/reviewable.ts', 1, 'a left join makes columns optional that every later reader finds present'],
  ['server/kernel/access/captcha.ts', 1, 'the types of svg-captcha describe its CommonJS form'],
  ['server/kernel/db/embedded.ts', 1, 'PGlite waits for the answer of a hook that is typed without one'],
  ['server/kernel/db/type-parsers.ts', 1, 'the parser of arrays is in pg, not in its types'],
  ['server/kernel/db/watched-pool.ts', 1, 'the socket of a connection is in pg, not in its types'],
  ['server/kernel/http/http.ts', 1, 'the constraint is typed for HTTP/2 as soon as it is named'],
  ['server/kernel/log.ts', 1, 'pino and Fastify type one logger in two ways'],
  ['server/kernel/pdf/draw-apart.ts', 1, 'pdfkit takes a font that was opened before; its types know paths and bytes alone'],
  ['server/kernel/sheet/read-xlsx-apart.ts', 1, 'Node and the browser type one web stream in two ways'],
  ['server/kernel/ssr/index.ts', 1, 'the built entry of the pages has no types'],
  ['server/kernel/testing/people.ts', 1, 'for tests: an answer without JSON has no body to read'],
  ['server/matching/catalogue.ts', 3, 'JSON of the seed: the compiler widens its texts; a test validates every policy of it'],
  ['server/matching/engine/mutations.ts', 3, 'for tests: a rule is changed as plain data on purpose'],
  ['server/matching/results/match-worker.ts', 1, 'rows come over a message port without their type'],
  ['server/matching/rule-book.ts', 1, 'a stored rule was validated by the engine when it was saved'],
  ['server/follow/news.ts', 1, 'the payload of an outbox message, as its one writer made it'],
  ['server/search/candidates.ts', 1, 'SQL: a column that is named any'],
  ['web/asked.ts', 1, 'the address of a page is checked by the server, not by the page'],
  ['web/declaration/use-declaration.ts', 1, 'a draft of the browser, as the same hook wrote it'],
  ['web/kit/table/table-states.tsx', 1, 'a bone of a loading table stands for a row of any type'],
  ['web/shell/lazy-part.tsx', 1, 'React.lazy drops the generic of the component that it wraps'],
]

const SILENCE = /\bas (?:never|any|unknown as)\b|@ts-(?:ignore|expect-error)/g
const isComment = (line: string) => /^\s*(?:\*|\/\*|\/\/(?!\s*@ts-))/.test(line)

/** The number of places in the given text that silence the compiler. */
export const silences = (text: string): number =>
  text
    .split('\n')
    .filter((line) => !isComment(line))
    .flatMap((line) => line.match(SILENCE) ?? []).length

/** The differences between the list and the files under `root`. */
export function silenceFaults(root: string): { faults: string[]; note: string } {
  const allowed = new Map(list.map(([file, times]) => [file, times]))
  const files = globSync('{contract,server,web,db,seed,transfer,scripts,bench,proof}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && file !== 'scripts/silenced.ts',
  )
  const found = new Map(files.map((file) => [file, silences(readFileSync(`${root}${file}`, 'utf8'))]))
  const faults = [...new Set([...allowed.keys(), ...found.keys()])].flatMap((file) => {
    const [is, may] = [found.get(file) ?? 0, allowed.get(file) ?? 0]
    if (is === may) return []
    return is > may
      ? `${file}: 有 ${is} 处强制转换，清单（scripts/silenced.ts）只允许 ${may} 处；请改用类型，确有必要的写入清单并说明理由`
      : `${file}: 清单（scripts/silenced.ts）写 ${may} 处，实际 ${is} 处，请改小`
  })
  return { faults, note: `${list.reduce((sum, [, times]) => sum + times, 0)} 处强制转换` }
}
