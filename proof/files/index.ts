import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part, ProofApp, ProofStage } from '../stage.ts'
import type { User } from '../user.ts'
import type { Engine, Finding } from '../finding.ts'
import { besideExport, besideNotHere } from './beside-export.ts'
import { bombs, MOST_ROWS } from './bombs.ts'
import { exports, exportsAudited, plantRows } from './exports.ts'
import { hundredThousand, plantHundredThousand } from './hundred-thousand.ts'
import { imports, killedImports } from './imports.ts'
import { kinds } from './kinds.ts'
import { films, limits } from './limits.ts'
import { names } from './names.ts'
import { office } from './office.ts'
import { reads } from './reads.ts'
import { fakeScanner, scanner } from './scanner.ts'
import { letSlip } from './slipped.ts'

/** Uploads, imports and exports: exact limits, no executable content, no bombs, nothing incomplete (U-01 … U-07, E-01 … E-03). */
export const part: Part = {
  name: 'files',
  run: async (stage) => {
    const findings: Finding[] = []
    for (const engine of stage.scale === 'short' ? stage.engines.slice(0, 1) : stage.engines)
      findings.push(...(await onEngine(stage, engine)))
    return findings
  },
  alone: async (stage) => {
    const findings: Finding[] = []
    for (const engine of stage.scale === 'long' ? stage.engines : stage.engines.slice(-1)) {
      const planted = async (plant: typeof plantRows, work: (app: ProofApp, admin1: User) => Promise<Finding[]>) => {
        const home = await newHome(stage, engine)
        await plant(targetOf(home))
        const app = await stage.app({ engine, ...home })
        findings.push(...(await work(app, await stage.asUser(app.base, 'admin1'))))
        await app.stop()
      }
      await planted(plantHundredThousand, (app, admin1) => hundredThousand(stage, app, admin1))
      if (stage.scale === 'short') findings.push(besideNotHere(engine))
      else await planted(plantRows, async (app, admin1) => [await besideExport(app, admin1, await stage.asUser(app.base, 'qy1'))])
    }
    return findings
  },
}

interface Home {
  dataDir: string
  database?: string
}
const newHome = async (stage: ProofStage, engine: Engine): Promise<Home> =>
  engine === 'pglite'
    ? { dataDir: await stage.folder() }
    : { dataDir: await mkdtemp(join(stage.dir, 'files-')), database: await stage.database() }
const targetOf = ({ dataDir, database }: Home) => ({ dataDir, ...(database ? { url: database } : {}) })

async function onEngine(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const home = await newHome(stage, engine)
  const slipped = await letSlip(targetOf(home))
  await plantRows(targetOf(home))
  const start = (rows: number) => stage.app({ engine, ...home, env: { IMPORT_ROWS: `company=${rows}` } })
  const app = await start(MOST_ROWS)
  const [qy1, qy2, gr1, front1, editor1] = await Promise.all(
    ['qy1', 'qy2', 'gr1', 'front1', 'editor1'].map((name) => stage.asUser(app.base, name)),
  )
  stage.say(`${engine}: limits`)
  const findings = await limits(stage, app, qy1!)
  // File types and scanner results do not depend on the engine.
  const isFirst = engine === stage.engines[0] || stage.scale === 'long'
  if (isFirst) {
    stage.say(`${engine}: films`)
    findings.push(...(await films(app, editor1!)))
    stage.say(`${engine}: kinds`)
    findings.push(...(await kinds(app, [qy2!, gr1!, front1!, editor1!])))
    stage.say(`${engine}: names`)
    findings.push(...(await names(stage, app, qy1!, slipped)))
  }
  stage.say(`${engine}: reads`)
  findings.push(...(await reads(app, qy1!, [qy2!, gr1!, front1!, null], slipped)))
  if (isFirst) {
    stage.say(`${engine}: bombs`)
    findings.push(...(await bombs(stage, app, front1!, editor1!)))
  }
  stage.say(`${engine}: exports`)
  const [admin1, audit1] = await Promise.all(['admin1', 'audit1'].map((name) => stage.asUser(app.base, name)))
  findings.push(...(await exports(stage, app, { log: admin1!, list: editor1!, audit: audit1!, none: [qy1!, gr1!] })))
  stage.say(`${engine}: imports`)
  findings.push(...(await imports(app, front1!)))
  if (isFirst) {
    stage.say(`${engine}: office`)
    findings.push(...(await office(stage, app, front1!, editor1!)))
  }
  await app.stop()
  findings.push(await exportsAudited(app))
  if (stage.scale === 'short') return findings
  findings.push(...(await killedImports(stage, start)))
  if (!isFirst) return findings
  stage.say(`${engine}: scanner`)
  const fake = await fakeScanner(stage)
  const scanned = await stage.app({ engine, ...home, env: { SCANNER: `127.0.0.1:${fake.port}` } })
  const [sender, importer] = await Promise.all(['qy1', 'front1'].map((name) => stage.asUser(scanned.base, name)))
  findings.push(...(await scanner(stage, scanned, sender!, importer!, fake)))
  await scanned.stop()
  return findings
}
