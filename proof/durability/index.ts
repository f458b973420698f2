import type { Engine, Finding } from '../finding.ts'
import { together, type Part, type ProofStage } from '../stage.ts'
import { auditFirst } from './audit-first.ts'
import { effectsOnce } from './effects.ts'
import { diskFull } from './disk-full.ts'
import { killRounds } from './kills.ts'
import { killedMigrations } from './migrations.ts'
import { killedRotation } from './rotation.ts'
import { sendsOnce } from './sends.ts'
import { toldOnce } from './told.ts'
import { backupDrill, moveDrill } from './transfer.ts'

/** Confirmed data survive: kill -9, an interrupted migration, backup and move (D-01, D-02, D-03, D-04, D-05, L-03, S-04, Q-01). */
export const part: Part = {
  name: 'durability',
  run: async (stage) => {
    // At the same time, because these checks mostly wait for processes to start, and none measures times shorter than half a minute.
    const each = await together(stage.engines.map((engine) => ofEngine(stage, engine)))
    return each.flat()
  },
}

async function ofEngine(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const kills = async () => {
    stage.say(`${engine}: kills`)
    const findings = await killRounds(stage, engine)
    // The work of a killed process is taken up again after a minute: too long for the short form, and time for the other checks.
    return stage.scale === 'short' ? findings : [...findings, ...(await effectsOnce(stage, engine))]
  }
  const findings = (await together([kills(), others(stage, engine)])).flat()
  if (stage.scale === 'short') return findings
  stage.say(`${engine}: full disks`)
  return [...findings, ...(await diskFull(stage, engine))]
}

async function others(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const findings: Finding[] = []
  if (stage.scale !== 'short') {
    stage.say(`${engine}: rotation`)
    findings.push(...(await killedRotation(stage, engine)))
    stage.say(`${engine}: audit first`)
    findings.push(...(await auditFirst(stage, engine)))
    stage.say(`${engine}: delays and cancellations`)
    findings.push(...(await toldOnce(stage, engine)))
  }
  // In the short form one engine: its workers start often, and the rule is in the statements that both share.
  if (stage.scale !== 'short' || engine === stage.engines.at(-1)) {
    stage.say(`${engine}: messages to many`)
    findings.push(...(await sendsOnce(stage, engine)))
  }
  stage.say(`${engine}: migrations`)
  findings.push(...(await killedMigrations(stage, engine)))
  // In the short form only PGlite does the drill, because there the running process makes the backup.
  if (stage.scale !== 'short' || engine === 'pglite') findings.push(...(await backupDrill(stage, engine)))
  if (engine === 'postgres') findings.push(...(await moveDrill(stage)))
  stage.say(`${engine}: done`)
  return findings
}
