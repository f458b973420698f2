/**
 * npm run bench [-- NAME…] [--rows N]: measures the product against floors taken in the same run, and prints one table; the exit code is 1
 * when a target is missed. A temporary PostgreSQL contains N (100,000) policies and companies. The load runs in this process; server and
 * floor run in their own. Needs the build (npm run build) and PostgreSQL ≥ 15.
 */
import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { detail, facets, home, list, search, type Servers } from './calls.ts'
import { archiveImport, archives, companyList } from './archives.ts'
import { appeals, calls } from './desks.ts'
import { firstPaint } from './first-paint.ts'
import { fillCompanies, fillPolicies } from './fill.ts'
import { fillAppeals, fillCalls } from './fill-desk.ts'
import { count, part, positionals, rows, say, wanted } from './parts.ts'
import { passes, table } from './report.ts'
import { searchTimes } from './search-times.ts'
import { mornings } from './mornings.ts'
import { embedded } from './embedded.ts'
import { computed } from './computed.ts'
import { rematching } from './rematch.ts'
import { reverse } from './reverse.ts'
import { refreshes } from './refreshes.ts'
import { rings } from './rings.ts'
import { streams } from './push.ts'
import { logChain } from './log-chain.ts'
import { fillLogs, logs } from './logs.ts'
import { fillMarket } from './fill-market.ts'
import { marketMeanwhile } from './market-meanwhile.ts'
import { marketMatches, marketMemory } from './market-matches.ts'
import { filtersP95, marketFilters, marketServed, SMALL } from './market.ts'
import { fillRules, ruledList, rules } from './rules.ts'
import { sheets } from './sheets.ts'
import { signIn } from './sign-in.ts'
import { atNoon, fillNumbers, sms, smsSending } from './sms.ts'
import { oneCompany } from './one-company.ts'
import { training } from './training.ts'
import { trainingInvitations } from './training-invite.ts'
import { trainingStorms } from './training-storm.ts'
import { openStage, TRUSTED, type Stage } from './stage.ts'
import { content } from './content.ts'
import { fillContent } from './fill-content.ts'
import { fillTraining } from './fill-training.ts'
import { trace } from './trace.ts'

const CAPTCHA = 'b3nc'
const SECRET_KEY = 'test-only-0123456789abcdefghijklmnop'
/** The telephone system has a signing secret. */
const TELEPHONE = { CALL_GATEWAY_SECRET: SECRET_KEY }
const served = { list, detail, search, times: searchTimes, facets, home }

const startApp = (stage: Stage, url: string, env: Record<string, string> = {}) => startOver(stage, { DATABASE_URL: url, ...env })
const startOver = (stage: Stage, env: Record<string, string>) =>
  stage.start('server/main.ts', {
    ...env,
    DEMO: '1',
    DEMO_CAPTCHA: CAPTCHA,
    SECRET_KEY,
    TRUST_PROXY: TRUSTED,
    HOST: '127.0.0.1',
  })

async function overHttp(stage: Stage): Promise<void> {
  const names = Object.keys(served).filter(wanted) as (keyof typeof served)[]
  if (names.length === 0 && !wanted('sheets')) return
  if (!existsSync('build/server/index.js')) throw new Error('请先运行 npm run build')
  const url = await stage.database('policies')
  say(`loading ${count} policies`)
  await fillPolicies(url, count)
  if (names.length > 0) {
    const servers: Servers = {
      url,
      app: (await startApp(stage, url)).base,
      floor: (await stage.start('bench/floor.ts', { DATABASE_URL: url })).base,
    }
    for (const name of names) await part(name, () => served[name](servers))
  }
  await part('sheets', async () => {
    const exporting = await startApp(stage, url)
    return sheets({ ...exporting, captcha: CAPTCHA, dir: stage.dir })
  })
}

async function againstCompanies(stage: Stage): Promise<void> {
  if (!wanted('reverse') && !wanted('rematch')) return
  const url = await stage.database('companies')
  say(`loading ${count} companies`)
  await fillCompanies(url, count)
  const { kernel } = await stage.application(url)
  await part('reverse', () => reverse(kernel))
  await part('reverse', () => computed(kernel))
  await part('rematch', () => rematching(kernel, () => startApp(stage, url)))
}

async function overArchives(stage: Stage): Promise<void> {
  if (!wanted('archives') && !wanted('companies')) return
  const url = await stage.database('archives')
  say(`loading ${count} archives`)
  await fillCompanies(url, count, true)
  await part('companies', async () => {
    const { kernel } = await stage.application(url)
    return [...(await companyList(kernel)), ...(await oneCompany(kernel))]
  })
  await part('archives', async () => {
    const exporting = await startApp(stage, url)
    const exported = await archives({ ...exporting, captcha: CAPTCHA })
    process.kill(exporting.pid, 'SIGTERM')
    return exported
  })
  await part('archives', async () => {
    const importing = await startApp(stage, url)
    return archiveImport({ ...importing, captcha: CAPTCHA }, stage.dir, count)
  })
}

/** A year of appeals, and five times as many calls; exports use a fresh server, so that only their own memory is measured. */
async function overDesks(stage: Stage): Promise<void> {
  for (const [name, fill, measured, rows] of [
    ['appeal', fillAppeals, appeals, count],
    ['calls', fillCalls, calls, count * 5],
  ] as const) {
    if (!wanted(name)) continue
    const url = await stage.database(name)
    say(`loading ${rows} for ${name}`)
    await fill(url, rows)
    await part(name, async () => {
      const app = { ...(await startApp(stage, url)), captcha: CAPTCHA }
      const floor = (await stage.start('bench/floor-desk.ts', { DATABASE_URL: url })).base
      const fresh = async () => ({ ...(await startApp(stage, url)), captcha: CAPTCHA })
      return measured({ app, floor, url, fresh, dir: stage.dir })
    })
    if (name === 'appeal') await part(name, () => mornings(url, stage.application))
    if (name === 'calls')
      await part(name, async () => {
        const both = [await startApp(stage, url, TELEPHONE), await startApp(stage, url, TELEPHONE)] as const
        return rings(url, [both[0].base, both[1].base], SECRET_KEY)
      })
  }
}

/** Supply and demand of the market: over HTTP, by filters, by matches. */
async function overMarket(stage: Stage): Promise<void> {
  if (!wanted('market')) return
  const url = await stage.database('market')
  say(`loading ${count} supplies and ${count} demands`)
  await fillMarket(url, count)
  const floor = (await stage.start('bench/floor-market.ts', { DATABASE_URL: url })).base
  await part('market', async () => marketServed({ app: (await startApp(stage, url)).base, floor, url }))
  const { kernel } = await stage.application(url)
  await part('market', () => marketMemory(kernel, count))
  await part('market', async () => marketFilters(kernel, count > SMALL ? await beside(stage) : undefined))
  await part('market', () => marketMatches(kernel))
  await part('market', async () => marketMeanwhile(url, await startApp(stage, url)))
}

/** The same filters over the number of rows for which the limits are meant. */
async function beside(stage: Stage): Promise<number> {
  const url = await stage.database('market_small')
  await fillMarket(url, SMALL)
  return filtersP95((await stage.application(url)).kernel)
}

/** Measures a year of activities with ten enrolments each, the load on the day of an activity, and public articles and products. */
async function overPublicity(stage: Stage): Promise<void> {
  for (const [name, fill, measured] of [
    ['training', fillTraining, training],
    ['content', fillContent, content],
  ] as const) {
    if (!wanted(name)) continue
    const url = await stage.database(name)
    say(`loading ${count} rows for ${name}`)
    await fill(url, count)
    const fresh = async () => ({ ...(await startApp(stage, url)), captcha: CAPTCHA })
    await part(name, async () =>
      measured({ app: await fresh(), floor: (await stage.start(`bench/floor-${name}.ts`, { DATABASE_URL: url })).base, url }),
    )
    if (name === 'content') continue
    const { kernel } = await stage.application(url)
    await part(name, async () => trainingStorms(kernel, await fresh(), fresh, Math.min(count, 100_000)))
    await part(name, async () => trainingInvitations(kernel, await fresh(), Math.max(count, 10_000)))
  }
}

async function administration(stage: Stage): Promise<void> {
  if (wanted('logs')) {
    const { kernel } = await stage.application(await stage.database('logs'))
    await part('logs', () => fillLogs(kernel, count).then(() => logs(kernel, count)))
    const url = await stage.database('chain')
    const chain = await stage.application(url)
    await part('logs', async () => logChain(chain.kernel, count, async () => ({ ...(await startApp(stage, url)), captcha: CAPTCHA })))
  }
  if (wanted('sign-in') || wanted('refreshes')) {
    const url = await stage.database('people')
    const { kernel } = await stage.application(url)
    await fillRules(kernel)
    const both = [await startApp(stage, url), await startApp(stage, url)] as const
    await part('refreshes', () => refreshes(kernel, both))
    await part('sign-in', () =>
      signIn(kernel, [
        { ...both[0], captcha: CAPTCHA },
        { ...both[1], captcha: CAPTCHA },
      ]),
    )
  }
  if (!wanted('rules') && !wanted('sms')) return
  const url = await stage.database('administration')
  say(`loading ${count} companies`)
  await fillCompanies(url, count, true)
  const { kernel } = await stage.application(url)
  await part('rules', async () => ruledList(kernel, await fillRules(kernel)))
  await part('rules', () => rules(kernel))
  await part('sms', () => fillNumbers(kernel).then(() => sms(kernel)))
  await part('sms', () => smsSending(async (gateway) => (await stage.application(url, atNoon(), { SMS_GATEWAY: gateway })).kernel))
}

await part('trace', trace)
if (positionals.length === 0 || positionals.some((name) => name !== 'trace')) {
  const stage = await openStage(count)
  try {
    await overHttp(stage)
    await againstCompanies(stage)
    await overArchives(stage)
    await overDesks(stage)
    await overPublicity(stage)
    await administration(stage)
    await overMarket(stage)
    await part('push', async () => {
      const url = await stage.database('streams')
      return streams(url, await startApp(stage, url))
    })
    await part('zzd', async () => firstPaint((await startApp(stage, await stage.database('zzd'))).base))
    await part('embedded', () => embedded(stage, (env) => startOver(stage, env)))
  } finally {
    await stage.close()
  }
}
console.log(
  `\n${new Date().toISOString().slice(0, 10)} · ${count} rows · ${cpus().length} × ${cpus()[0]?.model.trim()} · Node ${process.version} · load before and after ${loadavg()
    .map((l) => l.toFixed(1))
    .join(' ')}\n`,
)
console.log(table(rows))
process.exitCode = rows.some((row) => passes(row) === false) ? 1 : 0
