import { join } from 'node:path'
import pg from 'pg'
import { type Engine, type Finding } from '../finding.ts'
import { withKernel } from '../kernel.ts'
import { together, type Part, type ProofApp, type ProofStage } from '../stage.ts'
import { hundredLogIns, quickTokenCheck } from './at-once.ts'
import { badStarts } from './bad-starts.ts'
import { addPeople, endings } from './endings.ts'
import { statusesInBrowser, threeTabs } from './in-browser.ts'
import { wayBack } from './way-back.ts'
import { captchas, envelopes, locks } from './log-in.ts'
import { parents } from './parents.ts'
import { passwordRules } from './password-rules.ts'
import { equalTiming } from './timing.ts'
import { changesOfRole, forged, refreshes, revoked } from './tokens.ts'

/** Signing in, staying signed in, signing out (A-01 … A-08, S-01 … S-07), over HTTP and in Chromium. */
export const part: Part = {
  name: 'session',
  run: async (stage) => {
    const findings: Finding[] = []
    for (const engine of enginesFor(stage)) {
      const { app } = await peopled(stage, engine)
      const waiting = { spent: none, browser: none }
      /** Starts a check that mostly waits. An error is reported where its result is awaited. */
      const start = (name: keyof typeof waiting, check: Promise<Finding[]>) => {
        waiting[name] = check
        check.catch(() => {})
      }
      // How a browser treats an answer does not depend on the engine.
      const isLast = engine === stage.engines.at(-1)
      const checks = {
        envelopes: () => envelopes(stage, app),
        captchas: () => captchas(stage, app),
        tokens: () => forged(app),
        // It waits for half a minute, so it runs beside checks of other users' sessions.
        refreshes: async () => {
          start('spent', refreshes(stage, app))
          return revoked(stage, app)
        },
        ...(stage.scale === 'short' ? {} : { endings: () => endings(app) }),
        // So do these, which wait for pages.
        roles: () => {
          if (isLast) start('browser', inBrowser(stage, app))
          return changesOfRole(stage, app)
        },
        parents: () => parents(app),
        passwords: () => passwordRules(stage, app),
        browser: () => waiting.browser,
        spent: () => waiting.spent,
        // Alone, because it ends the access tokens of everybody.
        ...(isLast && app.database ? { tabs: () => threeTabs(stage, app, () => expireTokens(app.database!)) } : {}),
        // Last, because it leaves locked accounts.
        locks: () => locks(stage, app),
      }
      try {
        for (const [name, check] of Object.entries(checks)) {
          stage.say(`${engine}: ${name}`)
          findings.push(...(await check()))
        }
      } finally {
        // After a failure the checks in the browser still need the stage.
        await Promise.allSettled(Object.values(waiting))
      }
      await app.stop()
    }
    stage.say('bad starts')
    findings.push(...(await badStarts(stage)))
    return findings
  },
  alone: async (stage) => {
    const findings: Finding[] = []
    for (const engine of enginesFor(stage)) {
      const { app, off } = await peopled(stage, engine)
      stage.say(`${engine}: timing`)
      if (stage.scale !== 'short') findings.push(...(await hundredLogIns(stage, app)), ...(await quickTokenCheck(app)))
      findings.push(...(await equalTiming(stage, app, off)))
      await app.stop()
    }
    return findings
  },
}

const enginesFor = (stage: ProofStage): readonly Engine[] => (stage.scale === 'short' ? stage.engines.slice(-1) : stage.engines)

/** A server with the users of these checks; `off` is the id of the disabled one. */
async function peopled(stage: ProofStage, engine: Engine): Promise<{ app: ProofApp; off: number }> {
  const home =
    engine === 'postgres'
      ? { database: await stage.database(), dataDir: join(stage.dir, `session-${engine}`) }
      : { dataDir: await stage.folder() }
  const off = await withKernel(home, addPeople)
  return { app: await stage.app({ engine, ...home }), off }
}

const none: Promise<Finding[]> = Promise.resolve([])
const inBrowser = async (stage: ProofStage, app: ProofApp): Promise<Finding[]> =>
  (await together([wayBack(stage, app), statusesInBrowser(stage, app)])).flat()

/** Sets access tokens to have expired a second ago; the sessions stay valid. */
export async function expireTokens(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`update session_token set expires_at = now() - interval '1 second' where kind = 'access'`).finally(() => client.end())
}
