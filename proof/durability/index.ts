import type { Engine, Finding } from '../finding.ts'
import type { Part, ProofStage } from '../stage.ts'
import { auditFirst } from './audit-first.ts'
import { effectsOnce } from './effects.ts'
import { diskFull } from './disk-full.ts'
import { killRounds } from './kills.ts'
import { killedMigrations } from './migrations.ts'
import { killedRotation } from './rotation.ts'
import { backupDrill, moveDrill } from './transfer.ts'

/** What was confirmed stays: after kill -9, in a half-done migration, through backup and move (D-01, D-02, D-03, D-04, D-05, L-03, S-04, Q-01). */
export const part: Part = {
  name: 'durability',
  run: async (stage) => {
    // Beside each other: most of it is waiting for processes to start, and neither is timed to less than half a minute.
    const each = await Promise.all(stage.engines.map((engine) => ofEngine(stage, engine)))
    return [...each.flat(), ...(stage.engines.includes('postgres') ? await moveDrill(stage) : [])]
  },
}

async function ofEngine(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  stage.say(`${engine}: kills`)
  const kills = await killRounds(stage, engine)
  // What a killed process had in its hands is taken up again after a minute: too long for the short form, and time for the others.
  const [others, effects] = await Promise.all([afterKills(stage, engine), stage.scale === 'short' ? [] : effectsOnce(stage, engine)])
  if (stage.scale === 'short') return [...kills, ...others]
  stage.say(`${engine}: full disks`)
  return [...kills, ...effects, ...others, ...(await diskFull(stage, engine))]
}

async function afterKills(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const findings: Finding[] = []
  if (stage.scale !== 'short') {
    stage.say(`${engine}: rotation`)
    findings.push(...(await killedRotation(stage, engine)))
    stage.say(`${engine}: audit first`)
    findings.push(...(await auditFirst(stage, engine)))
  }
  stage.say(`${engine}: migrations`)
  findings.push(...(await killedMigrations(stage, engine)))
  // The short form leaves the drill to the engine that needs its running process for it.
  if (stage.scale !== 'short' || engine === 'pglite') findings.push(...(await backupDrill(stage, engine)))
  return findings
}
